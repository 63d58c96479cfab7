"""The games of a ground, as a fit forecasts them again and again under other rules. Pure."""

from collections.abc import Callable

import numpy as np

from ratings.cadence.shared.record import Floats
from ratings.laboratory.figures.fitting.trials import Sample
from ratings.laboratory.figures.rules import Rules
from ratings.laboratory.figures.simulation import Ground, simulate

Expect = Callable[[Rules], Floats]


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
