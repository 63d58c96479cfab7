"""Webhooks (Standard Webhooks 1.0): changes sent to addresses of programs.

The journal is the outbox: `fan_out` writes a message for every sealed line and address, `delivering` sends
what is due, at least once.
"""
