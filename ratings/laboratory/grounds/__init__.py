"""Readers of the facts of each cadence for the laboratory; `table` finds the reader of a system."""
