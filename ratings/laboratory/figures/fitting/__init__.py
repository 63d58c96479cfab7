"""Constants of rules fitted to the games held: search, profile curve, interval, what followed. Pure."""
