"""Forms of the rating office and of followers."""
