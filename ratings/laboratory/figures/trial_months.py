"""The forecasts of a variant on trial beside the rules in force, month after month. Pure."""

from datetime import date
from typing import Any

import numpy as np

from ratings.laboratory.figures.codes import DRAWS, FEW
from ratings.laboratory.figures.forecasting import LEAST_EVENTS, Games, verdict
from ratings.statistics.adjustments import differences
from ratings.statistics.forecasts import losses

MONTHS_BEFORE = 24  # shown before the trial began


def month_of(ordinal: int) -> str:
    """Return the month of a day, YYYY-MM."""
    return date.fromordinal(ordinal).isoformat()[:7]


def figures_of(games: Games, begun: date, *, draws: int = DRAWS) -> dict[str, Any]:
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
