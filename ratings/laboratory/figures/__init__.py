"""Variants of rules, their replay from arrays and the figures of a report. Pure."""
