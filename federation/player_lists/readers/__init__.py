"""Readers of player lists: bytes in, rows and findings out. Pure."""
