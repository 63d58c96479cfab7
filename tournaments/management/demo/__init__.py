"""Invented tournaments: calendar, skill, pairing, play, files."""
