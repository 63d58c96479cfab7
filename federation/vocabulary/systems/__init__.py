"""Rating systems as data: one TOML file a system, read into declarations. Pure."""
