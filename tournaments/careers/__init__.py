"""Stored games of each player in approved tournaments, so that pages need not search games."""
