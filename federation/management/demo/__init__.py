"""Invented people, names, places and clubs."""
