"""Logs of other installations watched and cosigned, and what witnesses of our own log have seen of it."""
