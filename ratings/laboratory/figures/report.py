"""All figures of a report: level, players, forecasts, persons and rules, for JSON. Pure.

Level: the distribution of ratings over time under a variant and under the rules in force.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from json import dumps
from typing import Any

import numpy as np

from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.record import Flags, Floats
from ratings.laboratory.figures import codes, forecasting
from ratings.laboratory.figures.codes import ACTIVE, COHORT, GROUPS, NEW, RANKS
from ratings.laboratory.figures.simulation import Ground, Outcome
from ratings.laboratory.figures.variant import Variant

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


MOVED_BY = (10, 25, 50, 100)
MOST_PERSONS = 50  # named in each table of persons
SHORT = 16  # digits of a fingerprint in an address
_SAME = 1e-9
Report = Callable[[float], None]


def fingerprint(facts: str, variant: Variant) -> str:
    """Hash the fingerprint of the facts with the variant; its name is no rule and does not count."""
    rules = {name: value for name, value in variant.as_json.items() if name != "name"}
    return sha256(f"{facts}\n{dumps(rules, sort_keys=True)}".encode()).hexdigest()


def compare(
    ground: Ground, base: Outcome, variant: Outcome, *, draws: int, report: Report = lambda _share: None
) -> dict[str, Any]:
    """Compute every table of a report; pairs are [rules in force, variant].

    `report` is called with the share done. Without any event there is nothing to compare: {"events": 0}.
    """
    if not ground.days.size:
        return {"events": 0}
    days, both = samples(ground.days), (base, variant)
    cohort = cohort_of(ground, base)
    followed = [states(ground, outcome, days) for outcome in both]
    report(0.2)
    games = forecasting.games_of(ground, base, variant)
    judged = (
        forecasting.judge(games, ground, draws=draws, report=lambda share: report(0.2 + 0.7 * share))
        if games.score.size
        else []
    )
    return {
        "events": int(ground.days.size),
        "last": date.fromordinal(int(ground.days[-1])).isoformat(),
        "level": [
            {
                "day": date.fromordinal(day).isoformat(),
                "spread": [spread(states[place], cohort) for states in followed],
                "ranks": [at_ranks(states[place], cohort) for states in followed],
            }
            for place, day in enumerate(days)
        ],
        "players": [_players(outcome, states[-1]) for outcome, states in zip(both, followed, strict=True)],
        "forecasts": judged,
        "calibration": forecasting.calibration(games),
        "persons": _persons(ground, followed[0][-1].rating, followed[1][-1].rating),
        "rules": [dict(outcome.acted) for outcome in both],
    }


def summarise(ground: Ground, base: Outcome, variant: Outcome, *, draws: int) -> dict[str, Any]:
    """Compute the figures that compare many variants: forecasts of all games, moves of persons."""
    persons = _persons(ground, base.rating, variant.rating)
    games = forecasting.games_of(ground, base, variant)
    return {
        "rated": int((~np.isnan(variant.rating)).sum()),
        "forecasts": forecasting.judge_all(games, draws=draws),
        "persons": {
            name: persons[name] for name in ("compared", "moved", "by", "mean", "entering", "leaving")
        },
        "rules": [dict(outcome.acted) for outcome in (base, variant)],
    }


def _players(outcome: Outcome, state: State) -> dict[str, float]:
    """Count the rated, the active and the first ratings, and the games a first rating took."""
    games = outcome.first_games[outcome.first_games > 0]
    return {
        "rated": int((~np.isnan(state.rating)).sum()),
        "active": int(state.of(codes.ACTIVE, np.zeros(0, np.bool_)).sum()),
        f"{outcome.first_is}_ratings": int(outcome.first_games.size),
        "by_games": int(games.size),
        f"games_to_{outcome.first_is}": float(games.mean()) if games.size else 0.0,
        f"games_to_{outcome.first_is}_median": float(np.median(games)) if games.size else 0.0,
    }


def _persons(ground: Ground, old: Floats, new: Floats) -> dict[str, Any]:
    """Count who moves how far, and name the farthest and who is rated under one only, by key."""
    move = new - old
    far = np.nan_to_num(np.abs(move))
    order = np.argsort(-far, kind="stable")[:MOST_PERSONS]
    enters = np.flatnonzero(np.isnan(old) & ~np.isnan(new))
    leaves = np.flatnonzero(~np.isnan(old) & np.isnan(new))
    return {
        "compared": int((~np.isnan(move)).sum()),
        "moved": int((far > _SAME).sum()),
        "by": [[least, int((move >= least).sum()), int((move <= -least).sum())] for least in MOVED_BY],
        "mean": float(np.nanmean(move)) if (~np.isnan(move)).any() else 0.0,
        "movers": [
            [int(ground.players[row]), float(old[row]), float(new[row])] for row in order if far[row] > _SAME
        ],
        "enters": [[int(ground.players[row]), float(new[row])] for row in enters[:MOST_PERSONS]],
        "leaves": [[int(ground.players[row]), float(old[row])] for row in leaves[:MOST_PERSONS]],
        "entering": int(enters.size),
        "leaving": int(leaves.size),
    }
