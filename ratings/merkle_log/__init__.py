"""A log nothing can be taken out of: hashes, tiles, signed checkpoints, and how a reader checks them. Pure.

Python's standard library alone, so that the verifier is one file that runs on a bare Python.
"""
