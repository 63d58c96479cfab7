"""The journal: one line an act, sealed into a chain of digests."""
