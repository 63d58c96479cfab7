"""How the facts of each cadence are read for the laboratory; `table` finds the reader of a system."""
