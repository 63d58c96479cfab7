"""Receivers: what moves the facts, merges, privacy, what changes kept pages, followers."""
