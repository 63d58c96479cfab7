"""What other rules would have made of the facts: variants simulated and reported; no rating is written."""
