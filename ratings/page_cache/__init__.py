"""Public pages kept whole, before Django and in it, under the version of what they show."""
