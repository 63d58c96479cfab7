"""How the facts of each rhythm are read for the laboratory; `table` finds the reader of a system."""
