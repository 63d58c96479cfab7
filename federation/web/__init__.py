"""Web infrastructure: middleware, caches, counts and static files."""
