"""Games of a ground forecast one step ahead under any values of constants, their losses by unit. Pure.

A unit is what stands or falls together: a tournament, a rating period, a day of a server. It is forecast from
ratings before it, so no loss knows a game of its own unit or of a later one.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.record import Floats
from ratings.laboratory.figures.rules import Rules
from ratings.laboratory.figures.simulation import Ground, simulate
from ratings.laboratory.figures.variant import UnfitVariant
from ratings.statistics.forecasts import losses

UNKNOWN_ODDS = 0.5  # what rules say of a game those in force forecast and they do not
Expect = Callable[[Rules], Floats]


class Sample(NamedTuple):
    """G games, in any order, which the rules in force forecast."""

    unit: Longs  # G: a number, rising in time
    day: Longs  # G: ordinal on which its unit begins
    score: Floats  # G: the first side's


class Units(NamedTuple):
    """U units in their order."""

    day: Longs  # U: ordinals, rising
    games: Floats  # U


@dataclass(slots=True)
class Trials:
    """The losses of values tried so far; each is replayed once."""

    sample: Sample
    expect: Callable[[Sequence[float]], Floats]  # values -> G: expected scores; NaN: not forecast
    report: Callable[[int], None] = lambda _count: None
    known: dict[tuple[float, ...], Floats] = field(default_factory=dict)
    place: Longs = field(init=False)
    units: Units = field(init=False)

    def __post_init__(self) -> None:
        """Number the units."""
        _, first, place = np.unique(self.sample.unit, return_index=True, return_inverse=True)
        self.place = place.astype(np.int64)
        self.units = Units(self.sample.day[first], np.bincount(place).astype(np.float64))

    def of_units(self, values: Sequence[float]) -> Floats:
        """Return the log losses of some values, added up by unit (U); infinite where no rules are so."""
        key = tuple(values)
        if key not in self.known:
            self.known[key] = self._computed(key)
            self.report(len(self.known))
        return self.known[key]

    def _computed(self, values: tuple[float, ...]) -> Floats:
        try:
            expected = self.expect(values)
        except UnfitVariant:
            return np.full(self.units.games.size, np.inf)
        forecasts = np.where(np.isnan(expected), UNKNOWN_ODDS, expected)
        lost = losses(forecasts, self.sample.score)
        return np.bincount(self.place, lost, self.units.games.size).astype(np.float64)


def sample_of(ground: Ground) -> tuple[Sample, Expect]:
    """Return the games the rules in force forecast, and what gives their expected scores under some rules.

    Their unit is the event of the ground (a tournament, of a stream a day), by its first day.
    """
    pairs = ground.pairs
    rows = np.flatnonzero(~np.isnan(simulate(ground, ground.base).forecasts.expected))
    event, day = pairs.event[rows], pairs.day[rows]
    order = np.lexsort((event, day))
    new = np.append(True, (np.diff(event[order]) != 0) | (np.diff(day[order]) != 0))[: rows.size]
    unit = np.empty(rows.size, np.int64)
    unit[order] = np.cumsum(new)

    def expect(rules: Rules) -> Floats:
        return simulate(ground, rules).forecasts.expected[rows]

    return Sample(unit, day, pairs.score[rows]), expect
