"""What stands around every request: middleware, caches, counts, static files, how templates are loaded."""
