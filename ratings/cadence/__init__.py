"""When ratings move: by event, by period, by game. `table.cadence_of` is the one place that chooses."""
