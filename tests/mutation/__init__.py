"""Mutation sample: does a test fail when a line of the source says something else? `python -m tests.mutation`."""
