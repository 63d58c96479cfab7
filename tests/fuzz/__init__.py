"""Damaged files and rating jobs through every reader: `python -m tests.fuzz --minutes 5`."""
