"""Ratings simulated under other rules: facts replayed, reports stored; no rating is written."""
