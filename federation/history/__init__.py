"""The history of a player in words; each act can be undone while no later act depends on it."""
