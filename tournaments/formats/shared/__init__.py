"""Helpers for reading and writing several formats."""
