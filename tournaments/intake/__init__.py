"""Files handed in: upload, draft, facts, a new revision; folders of files."""
