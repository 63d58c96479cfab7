"""A computation as a file: read, checked, computed. Pure."""
