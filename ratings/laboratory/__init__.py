"""Ratings simulated under other rules: facts replayed, reports stored; no rating is written."""

SCOPE = "laboratory:write"  # of tokens; officers' alone, which the calls ask
