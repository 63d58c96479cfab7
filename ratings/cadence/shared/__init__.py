"""Shared parts of cadences: places in the replay, spans, ledger rows, ranks, the list before."""
