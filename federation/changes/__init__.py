"""What has changed in public, read from the journal: in words programs understand, page by page."""
