"""Backups: the database copied into a folder with a manifest, restored, and verified afterwards."""
