"""Published lists: built, published, verified, made anonymous, imported, filtered, read."""
