"""Distribution of ratings over time under a variant and under the rules in force. Pure."""

from dataclasses import dataclass
from datetime import date

import numpy as np

from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.record import Flags, Floats
from ratings.laboratory.figures.codes import ACTIVE, COHORT, GROUPS, NEW, RANKS
from ratings.laboratory.figures.simulation import Ground, Outcome

YEAR = 365  # days: active is who played a rated game in them, new who was first rated in them
COHORT_YEARS = 3
_MOST_SAMPLES = 32


@dataclass(frozen=True, slots=True)
class State:
    """Where P players stand at the end of a day; ordinals, -1: never."""

    day: int
    rating: Floats
    last: Longs  # last rated game
    first: Longs  # first rated game

    def of(self, group: str, cohort: Flags) -> Flags:
        """Return who belongs to a group on that day."""
        rated = ~np.isnan(self.rating)
        if group == ACTIVE:
            return rated & (self.last > self.day - YEAR) & (self.last >= 0)
        if group == COHORT:
            return rated & cohort
        if group == NEW:
            return rated & (self.first > self.day - YEAR) & (self.first >= 0)
        return rated


def samples(days: Longs) -> list[int]:
    """Return the days looked at: ends of quarters, else of years, always the last day with an event."""
    if not days.size:
        return []
    first, last = (date.fromordinal(int(day)) for day in (days[0], days[-1]))
    ends = [
        date(year + month // 12, month % 12 + 1, 1).toordinal() - 1
        for year in range(first.year, last.year + 1)
        for month in (3, 6, 9, 12)
    ]
    inside = [day for day in ends if days[0] <= day < days[-1]]
    if len(inside) > _MOST_SAMPLES:
        inside = [day for day in inside if date.fromordinal(day).month == 12]
    step = -(-len(inside) // _MOST_SAMPLES) or 1
    return [*inside[::-1][::step][::-1], int(days[-1])]


def states(ground: Ground, outcome: Outcome, days: list[int]) -> list[State]:
    """Follow everybody through the moves and note where they stand at the end of each day."""
    count, moves = ground.players.size, outcome.moves
    rating = ground.start.copy()
    last, first = np.full(count, -1, np.int64), np.full(count, -1, np.int64)
    found, row = [], 0
    for day in days:
        end = int(np.searchsorted(moves.day, day, side="right"))
        whose, when = moves.player[row:end], moves.day[row:end]
        rating[whose] = moves.after[row:end]  # of several rows of a player the last stays
        real = np.flatnonzero(moves.played[row:end])
        last[whose[real]] = when[real]
        earliest = np.full(count, -1, np.int64)
        earliest[whose[real[::-1]]] = when[real[::-1]]
        unseen = (first < 0) & (earliest >= 0)
        first[unseen] = earliest[unseen]
        row = end
        found.append(State(day, rating.copy(), last.copy(), first.copy()))
    return found


def cohort_of(ground: Ground, outcome: Outcome) -> Flags:
    """Return who has a rated game in each of the last years, the stable cohort."""
    moves = outcome.moves
    years = (int(ground.days[-1]) - moves.day) // YEAR
    stable = np.ones(ground.players.size, np.bool_)
    for year in range(COHORT_YEARS):
        seen = np.zeros(ground.players.size, np.bool_)
        seen[moves.player[moves.played & (years == year)]] = True
        stable &= seen
    return stable


def spread(state: State, cohort: Flags) -> dict[str, list[float] | None]:
    """Return of each group count, mean, lower quartile, median, upper quartile; None where it is empty."""
    found: dict[str, list[float] | None] = {}
    for group in GROUPS:
        rating = state.rating[state.of(group, cohort)]
        quartiles = np.percentile(rating, [25, 50, 75]).tolist() if rating.size else []
        found[group] = [int(rating.size), float(rating.mean()), *quartiles] if rating.size else None
    return found


def at_ranks(state: State, cohort: Flags) -> list[float | None]:
    """Return the rating at each of RANKS among the active; None where fewer are active."""
    rating = np.sort(state.rating[state.of(ACTIVE, cohort)])[::-1]
    return [float(rating[rank - 1]) if rank <= rating.size else None for rank in RANKS]
