"""What everybody has played in approved tournaments, kept by player, so that a page need not search games."""
