"""What is wrong with a report, and what to do about it. Pure."""
