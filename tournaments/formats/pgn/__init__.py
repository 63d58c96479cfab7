"""Portable Game Notation."""
