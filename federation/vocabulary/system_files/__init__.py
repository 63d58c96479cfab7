"""Rating systems of an office's own as files: parsed into records, written again, put into words. Pure."""
