"""Dates and punctuation as each language writes them, beyond Django's formats."""
