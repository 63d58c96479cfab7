"""Corrections by hand of a game, a bye or an entrant of an open revision."""
