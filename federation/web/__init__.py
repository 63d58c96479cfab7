"""Web infrastructure: middleware, caches, counts, static files, template loaders."""
