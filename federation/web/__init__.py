"""What stands around every request: middleware, caches, counts, static files."""
