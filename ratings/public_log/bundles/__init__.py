"""Bundles of published lists: facts are read, and a bundle is made once, with its digest."""
