"""Quality of forecasts of a variant and of the rules in force over the same games, also by month. Pure."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from typing import Any

import numpy as np

from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.record import Flags, Floats, Pairs
from ratings.laboratory.figures.codes import BETTER, DRAWS, FEW, NONE, WORSE
from ratings.laboratory.figures.simulation import Ground, Outcome
from ratings.statistics.adjustments import Difference, differences
from ratings.statistics.forecasts import losses, quality

LEAST_EVENTS = 10  # an interval from fewer means nothing
JUNIOR = 18  # years of age not reached in the year of the game
NEW_BELOW = (5, 15, 30)  # games rated before the event
_EPOCH = 719_163  # ordinal of 1970-01-01
MONTHS_BEFORE = 24  # shown before the trial began


@dataclass(frozen=True, slots=True)
class Games:
    """G games that both forecast, and which the rules in force rated."""

    event: Longs
    day: Longs
    score: Floats  # White's
    base: Floats  # expected by the rules in force
    variant: Floats
    handicap: Flags
    fewest: Longs  # games rated before, of the less experienced side
    middle: Floats  # mean of both ratings by the rules in force
    junior: Flags  # a side is, as far as its year of birth is known
    born: Flags  # both years of birth are known


def games_of(ground: Ground, base: Outcome, variant: Outcome) -> Games:
    """Collect the games both outcomes forecast."""
    pairs = ground.pairs
    known = ~np.isnan(base.forecasts.expected) & ~np.isnan(variant.forecasts.expected)
    rows = np.flatnonzero(known)
    day = pairs.day[rows]
    sides = [ground.birth_year[side[rows]] for side in (pairs.first, pairs.other)]
    years = _months(day) // 12
    young = [(born > 0) & (years - born < JUNIOR) for born in sides]
    return Games(
        event=pairs.event[rows],
        day=day,
        score=pairs.score[rows],
        base=base.forecasts.expected[rows],
        variant=variant.forecasts.expected[rows],
        handicap=pairs.handicap[rows],
        fewest=base.forecasts.fewest[rows],
        middle=base.forecasts.middle[rows],
        junior=young[0] | young[1],
        born=(sides[0] > 0) & (sides[1] > 0),
    )


def _everything(games: Games) -> tuple[list[Any], Flags]:
    return ["all"], np.ones(games.score.size, np.bool_)


def _groups(games: Games, ground: Ground) -> Iterator[tuple[list[Any], Flags]]:
    """Name every group as a list for the page, and say which games are of it."""
    yield _everything(games)
    if games.born.any():
        yield ["juniors"], games.junior
        yield ["adults"], games.born & ~games.junior
    low = 0
    for below in NEW_BELOW:
        yield ["new", low, below - 1], (games.fewest >= low) & (games.fewest < below)
        low = below
    yield ["known", low], games.fewest >= low
    for least, most in pairwise([-np.inf, *ground.bands, np.inf]):
        ends = [None if np.isinf(edge) else int(edge) for edge in (least, most)]
        yield ["band", *ends], (games.middle >= least) & (games.middle < most)
    if ground.knows_handicap:
        yield ["even"], ~games.handicap
        yield ["handicap"], games.handicap
    if ground.knows_colours:
        # Both colours share a game; apart are those in which the rules in force favour White, and Black.
        yield ["white-favourite"], ~games.handicap & (games.base > 0.5)
        yield ["black-favourite"], ~games.handicap & (games.base < 0.5)


def judge(
    games: Games, ground: Ground, *, draws: int = DRAWS, report: Callable[[float], None] = lambda _share: None
) -> list[dict[str, Any]]:
    """Judge the games of every group that has some: figures of both, and the paired differences."""
    groups, found = [group for group in _groups(games, ground) if group[1].any()], []
    for place, (name, chosen) in enumerate(groups):
        report(place / len(groups))
        found.append({"group": name, **_judge(games, chosen, draws)})
    return found


def judge_all(games: Games, *, draws: int = DRAWS) -> dict[str, Any]:
    """Judge all games together; {} where there are none."""
    name, chosen = _everything(games)
    return {"group": name, **_judge(games, chosen, draws)} if games.score.size else {}


def _judge(games: Games, chosen: Flags, draws: int) -> dict[str, Any]:
    score, forecasts = games.score[chosen], (games.base[chosen], games.variant[chosen])
    event = np.unique(games.event[chosen], return_inverse=True)[1].astype(np.int64)
    lost = [losses(forecast, score) for forecast in forecasts]
    squares = [(forecast - score) ** 2 for forecast in forecasts]
    rows = np.stack([lost[1] - lost[0], squares[1] - squares[0]])
    by_loss, by_brier = differences(rows, event, draws=draws)
    few = int(event.max()) + 1 < LEAST_EVENTS
    return {
        "games": int(score.size),
        "events": int(event.max()) + 1,
        "log_loss": [float(loss.mean()) for loss in lost],
        "brier": [float(square.mean()) for square in squares],
        "surplus": [
            float((score - forecast).mean()) for forecast in forecasts
        ],  # of White: scored less expected
        "by_log_loss": [*by_loss, FEW if few else verdict(by_loss)],
        "by_brier": [*by_brier, FEW if few else verdict(by_brier)],
    }


def verdict(found: Difference) -> str:
    """Return whether the variant's loss is lower, higher, or indistinguishable from the base."""
    if found.high < 0.0:
        return BETTER
    return WORSE if found.low > 0.0 else NONE


def calibration(games: Games) -> list[list[list[float]]]:
    """Return the classes of forecasts of both: [low, games, expected, scored] each, those with games."""
    nothing = np.full(games.score.size, np.nan)
    found = []
    for expected in (games.base, games.variant):
        pairs = Pairs(_months(games.day), games.score, expected, nothing, ~games.handicap, nothing, nothing)
        judged = quality(pairs)
        found.append([list(row) for row in judged.bins if row.games] if judged else [])
    return found


def _months(days: Longs) -> Longs:
    months: Longs = (days - _EPOCH).astype("datetime64[D]").astype("datetime64[M]").astype(
        np.int64
    ) + 12 * 1970
    return months


def month_of(ordinal: int) -> str:
    """Return the month of a day, YYYY-MM."""
    return date.fromordinal(ordinal).isoformat()[:7]


def monthly_figures(games: Games, begun: date, *, draws: int = DRAWS) -> dict[str, Any]:
    """Return {"months", "since", "before"}: of months from MONTHS_BEFORE before the trial on, and in sum.

    A month is {"month", "games", "events", "log_loss", "brier"}, pairs of [rules in force, variant]. `since`
    counts the games from the day the trial began on, unknown when the variant was chosen; `before`
    those of the months shown up to it. Their "difference" is [mean, low, high, verdict] of the log loss.
    """
    first = _months_earlier(begun, MONTHS_BEFORE).toordinal()
    later = games.day >= begun.toordinal()
    shown = games.day >= first
    month = np.array([month_of(int(day)) for day in games.day[shown]])
    rows = np.flatnonzero(shown)
    return {
        "months": [
            {"month": str(name), **_means(games, rows[month == name])} for name in np.unique(month).tolist()
        ],
        "since": _judged(games, np.flatnonzero(later), draws),
        "before": _judged(games, np.flatnonzero(shown & ~later), draws),
    }


def _months_earlier(day: date, months: int) -> date:
    """Return the first day of the month so many months before that of a day."""
    count = day.year * 12 + day.month - 1 - months
    return date(count // 12, count % 12 + 1, 1)


def _means(games: Games, rows: np.ndarray[Any, np.dtype[np.int64]]) -> dict[str, Any]:
    score = games.score[rows]
    both = (games.base[rows], games.variant[rows])
    return {
        "games": int(rows.size),
        "events": int(np.unique(games.event[rows]).size),
        "log_loss": [float(losses(forecast, score).mean()) for forecast in both],
        "brier": [float(((forecast - score) ** 2).mean()) for forecast in both],
    }


def _judged(games: Games, rows: np.ndarray[Any, np.dtype[np.int64]], draws: int) -> dict[str, Any] | None:
    """Return the means of some games with the paired difference; None where there are none."""
    if not rows.size:
        return None
    score = games.score[rows]
    lost = [losses(forecast, score) for forecast in (games.base[rows], games.variant[rows])]
    event = np.unique(games.event[rows], return_inverse=True)[1].astype(np.int64)
    (found,) = differences((lost[1] - lost[0])[np.newaxis, :], event, draws=draws)
    few = int(event.max()) + 1 < LEAST_EVENTS
    return {**_means(games, rows), "difference": [*found, FEW if few else verdict(found)]}
