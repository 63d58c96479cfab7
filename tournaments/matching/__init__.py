"""Entrant and candidates in, certain to unknown out. Pure."""
