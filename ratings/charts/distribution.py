"""Distribution of a list's ratings and the normal curve of their mean and deviation. Pure."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

# Widths a reader can count in; the narrowest that leaves few enough classes is taken.
_WIDTHS = (5, 10, 20, 25, 50, 100, 200, 250, 500)
_MOST_CLASSES = 44
_REACH = 3.0  # deviations beside the mean that the picture shows even without players there


@dataclass(frozen=True, slots=True)
class Class:
    """The players from one rating to another, both included; `normal` is how many the curve has there."""

    low: int
    high: int
    players: int
    normal: float


@dataclass(frozen=True, slots=True)
class Distribution:
    """The figures of a distribution and its classes, lowest first, without gaps."""

    players: int
    mean: float
    deviation: float  # of the population: divided by the number of players
    median: float
    within_one: float  # share of players at most one deviation from the mean
    within_two: float
    width: int  # ratings in a class
    classes: Sequence[Class]


def normal_below(value: float, *, mean: float, deviation: float) -> float:
    """Return the probability that a normal variable stays below a value; all or nothing without deviation."""
    if deviation <= 0:
        return float(value >= mean)
    return 0.5 * math.erfc((mean - value) / (deviation * math.sqrt(2.0)))


def distribution(counts: Sequence[tuple[int, int]], *, width: int = 0, edge: int = 0) -> Distribution | None:
    """Distribute (rating, players) pairs; None without players.

    `width` 0 chooses a width by the rule of Freedman and Diaconis; classes begin at `edge` plus whole widths.
    """
    rows = sorted((rating, players) for rating, players in counts if players > 0)
    if not rows:
        return None
    total = sum(players for _, players in rows)
    mean = sum(rating * players for rating, players in rows) / total
    deviation = math.sqrt(sum((rating - mean) ** 2 * players for rating, players in rows) / total)
    lowest = min(rows[0][0], math.floor(mean - _REACH * deviation))
    highest = max(rows[-1][0], math.ceil(mean + _REACH * deviation))
    chosen = width or _width(rows, total, span=highest - lowest)
    return Distribution(
        players=total,
        mean=mean,
        deviation=deviation,
        median=(_at(rows, (total - 1) // 2) + _at(rows, total // 2)) / 2,
        within_one=_within(rows, mean, deviation) / total,
        within_two=_within(rows, mean, 2 * deviation) / total,
        width=chosen,
        classes=_classes(
            rows, range((lowest - edge) // chosen * chosen + edge, highest + 1, chosen), mean, deviation
        ),
    )


def _classes(
    rows: Sequence[tuple[int, int]], lows: range, mean: float, deviation: float
) -> tuple[Class, ...]:
    total = sum(players for _, players in rows)
    counts = dict.fromkeys(lows, 0)
    for rating, players in rows:
        counts[(rating - lows.start) // lows.step * lows.step + lows.start] += players
    # a rating is whole: it stands for half a point on either side
    below = [normal_below(low - 0.5, mean=mean, deviation=deviation) for low in (*lows, lows[-1] + lows.step)]
    return tuple(
        Class(low, low + lows.step - 1, counts[low], (below[place + 1] - below[place]) * total)
        for place, low in enumerate(lows)
    )


def _width(rows: Sequence[tuple[int, int]], total: int, *, span: int) -> int:
    """Choose a round width near 2 x quartile distance / cube root of players (Freedman, Diaconis 1981)."""
    quartiles = _at(rows, 3 * (total - 1) // 4) - _at(rows, (total - 1) // 4)
    wished = 2 * quartiles / total ** (1 / 3)
    fitting = [width for width in _WIDTHS if span / width <= _MOST_CLASSES] or [_WIDTHS[-1]]
    return min(fitting, key=lambda width: (abs(width - wished), width))


def _at(rows: Sequence[tuple[int, int]], place: int) -> int:
    """Return the rating of the player at a place, counted from 0 at the lowest."""
    ends = accumulate(players for _, players in rows)
    return next(rating for (rating, _), end in zip(rows, ends, strict=True) if place < end)


def _within(rows: Sequence[tuple[int, int]], mean: float, reach: float) -> int:
    return sum(players for rating, players in rows if abs(rating - mean) <= reach)
