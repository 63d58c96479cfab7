"""Checks between a draft and its submission, and confirmations of warnings."""
