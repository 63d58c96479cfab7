"""A simple honest pairing: by score from the top, never the same two again while it can be avoided."""

from collections.abc import Callable, Sequence
from random import Random

Pair = tuple[int, int]


def _avoid_rematches(pairs: list[Pair], met: Callable[[int, int], bool]) -> list[Pair]:
    """Exchange opponents between a rematch and the nearest pair, so that no two meet again."""
    for place, (first, second) in enumerate(pairs):
        if not met(first, second):
            continue
        others = sorted(
            (index for index in range(len(pairs)) if index != place), key=lambda i: abs(i - place)
        )
        for other in others:
            third, fourth = pairs[other]
            options = (((first, third), (second, fourth)), ((first, fourth), (second, third)))
            fits = [option for option in options if not met(*option[0]) and not met(*option[1])]
            if fits:
                pairs[place], pairs[other] = fits[0]
                break
    return pairs


def pair_round(
    chance: Random, present: Sequence[int], *, score: Callable[[int], float], met: Callable[[int, int], bool]
) -> list[Pair]:
    """Pair an even number of entrants by score, the highest first; equal scores are shuffled.

    Each takes the next below whom he has not met; leftovers that met before are exchanged with other pairs.
    """
    waiting = list(present)
    chance.shuffle(waiting)
    waiting.sort(key=score, reverse=True)
    pairs: list[Pair] = []
    while waiting:
        first = waiting.pop(0)
        place = next((i for i, other in enumerate(waiting) if not met(first, other)), 0)
        pairs.append((first, waiting.pop(place)))
    return _avoid_rematches(pairs, met)
