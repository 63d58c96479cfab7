"""Home page, pending tournaments, site maps, share pictures and help lines."""
