"""Disciplines as data: one TOML file a game, read into declarations. Pure."""
