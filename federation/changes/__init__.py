"""The public feed of changes, read from the journal page by page, for programs."""
