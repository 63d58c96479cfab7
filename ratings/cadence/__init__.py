"""Cadences, by which ratings move: by event, by period, by game. `table.cadence_of` alone chooses."""
