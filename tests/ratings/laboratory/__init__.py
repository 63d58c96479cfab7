"""The laboratory of rules."""
