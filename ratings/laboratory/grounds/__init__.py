"""Readers of each cadence's facts for the laboratory; `table` finds the one of a system."""
