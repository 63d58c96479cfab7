"""What the cadences share: places in the replay, spans, ledger rows, ranks, the list before."""
