"""Queries of the desk pages: queue, findings, matches, the file beside its entries."""
