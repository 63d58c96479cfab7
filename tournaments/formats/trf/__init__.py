"""FIDE TRF: the old one, 16 and 26."""
