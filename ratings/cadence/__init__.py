"""Cadences of ratings: by event, by period, by game. Five contracts choose, one a module."""
