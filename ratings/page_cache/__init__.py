"""Public pages kept whole, under the version of what they show."""
