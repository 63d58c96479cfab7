"""Statistics of a system, computed beside the pages and stored."""
