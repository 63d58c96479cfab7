"""Chance as an argument: named streams drawn from one seed, the same on every machine."""

import math
from collections.abc import Sequence
from random import Random


def stream(seed: int, *names: object) -> Random:
    """Open the stream of chance called `names`; streams do not disturb one another."""
    # A text seed goes through SHA-512, so neither the hash seed nor the platform matters.
    return Random("/".join(str(part) for part in (seed, *names)))  # noqa: S311 - invents, guards nothing


def weighted_sample(chance: Random, weights: Sequence[float], *, count: int) -> list[int]:
    """Draw `count` different indices, the heavier the likelier; indices of weight 0 are never drawn.

    Exponential keys (Efraimidis and Spirakis 2006): one draw an index, the smallest keys win.
    """
    keys = [
        (-math.log(1.0 - chance.random()) / weight, index)
        for index, weight in enumerate(weights)
        if weight > 0
    ]
    keys.sort()
    return [index for _key, index in keys[:count]]
