"""Shared part of the cadences: places in the replay, spans, ledger rows, ranks, the list before."""
