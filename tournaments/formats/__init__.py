"""Readers and writers of tournament files, and the table that names them. Pure."""
