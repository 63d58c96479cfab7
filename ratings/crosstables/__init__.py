"""One tournament as it was approved: its table, its order, how far it has come."""
