"""Lines of the log: which request or job they belong to, written as text or as JSON."""
