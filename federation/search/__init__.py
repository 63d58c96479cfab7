"""Finding players by name or number."""
