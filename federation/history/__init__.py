"""What was done to a player, in words; each act undone again while nothing stands on it."""
