"""Tournaments and games by the interface for programs."""
