"""The public log of lists and manual adjustments: what becomes an entry, written, signed and read."""
