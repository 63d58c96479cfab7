"""Sending of results: the exact file of each receiver, what it refuses, its deadline. Pure."""
