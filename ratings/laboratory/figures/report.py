"""All figures of a report: level, players, forecasts, persons and rules, for JSON. Pure."""

from collections.abc import Callable
from datetime import date
from hashlib import sha256
from json import dumps
from typing import Any

import numpy as np

from ratings.cadence.shared.record import Floats
from ratings.laboratory.figures import codes, forecasting, level
from ratings.laboratory.figures.simulation import Ground, Outcome
from ratings.laboratory.figures.variant import Variant

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
    days, both = level.samples(ground.days), (base, variant)
    cohort = level.cohort_of(ground, base)
    followed = [level.states(ground, outcome, days) for outcome in both]
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
                "spread": [level.spread(states[place], cohort) for states in followed],
                "ranks": [level.at_ranks(states[place], cohort) for states in followed],
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


def _players(outcome: Outcome, state: level.State) -> dict[str, float]:
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
