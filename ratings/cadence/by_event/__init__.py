"""Ratings that move event by event (FFG ladder, EGF)."""
