"""Ratings that move once a list (FIDE)."""
