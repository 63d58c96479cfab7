"""Lists as files: rows in, bytes out. Pure."""
