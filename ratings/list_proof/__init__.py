"""A published list and the facts behind it as one file, and how a stranger computes the list from it. Pure.

Engines and rule book are the ones that made the list; where numpy and numba are missing, `plain` stands in
for the part of them that engines use.
"""
