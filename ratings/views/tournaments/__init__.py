"""Pages of tournaments and games."""
