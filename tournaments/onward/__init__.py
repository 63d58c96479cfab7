"""Where results go from here: the exact file of each receiver, what it refuses, by when it wants it. Pure."""
