"""Probes for monitoring programs: whether the site is alive and ready, and its figures."""
