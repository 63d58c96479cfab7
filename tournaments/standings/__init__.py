"""Standings of tournaments: in the organiser's order, or as derived from the pairings."""
