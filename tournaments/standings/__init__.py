"""Standings of tournaments: who came first, in the organiser's order or as the pairings show he reckoned."""
