"""PostgreSQL as Django knows it, but for when a connection is asked whether it still stands."""
