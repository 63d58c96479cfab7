"""Everything a player's page reads."""
