"""Inspection of reports: what is wrong, and the remedies. Pure."""
