"""Reads of the home page, of what is pending, of site maps, share pictures and help lines."""
