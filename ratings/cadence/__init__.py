"""Cadences of ratings: by event, by period, by game. `table.cadence_of` alone chooses."""
