"""Ratings that move game by game (FICS, the online ladder)."""
