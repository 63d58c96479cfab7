"""Forecasts of games by Whole-History Rating from earlier games alone, beside those of the system. Pure."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.record import Flags, Floats
from ratings.laboratory.figures.codes import DRAWS, FEW
from ratings.laboratory.figures.forecasting import LEAST_EVENTS, verdict
from ratings.laboratory.figures.whole_history import PER_ELO, Fit, Games, Pool
from ratings.statistics.adjustments import differences
from ratings.statistics.forecasts import losses

FITS_MOST = 120  # of a history: of a longer one several months are forecast from one fit
PRECISION = 1.0  # Elo, of these fits
ALL, EVEN, HANDICAP, KNOWN, NEW = "all", "even", "handicap", "known", "new"
KNOWN_FROM = 30  # games of both before


class Forecast(NamedTuple):
    """What was forecast of G games, NaN where a side had no earlier game; and the games both sides had."""

    expected: Floats
    fewest: Longs


def forecast(
    games: Games, players: int, month: Longs, *, report: Callable[[float], None] = lambda _share: None
) -> Forecast:
    """Forecast the games of each month from those before its first day; days of `games` are ordinals."""
    expected, fewest = np.full(month.size, np.nan), np.zeros(month.size, np.int64)
    pool, played = Pool(games, players), np.zeros(players, np.int64)
    for share, rows in _stretches(month):
        start = int(games.day[rows].min())
        report(share)
        if played.any():
            fit = pool.fit(before=start, precision=PRECISION)
            expected[rows] = expected_of(fit, games, rows)
            fewest[rows] = np.minimum(played[games.first[rows]], played[games.other[rows]])
        for side in (games.first[rows], games.other[rows]):
            played += np.bincount(side, minlength=players)
    return Forecast(expected, fewest)


def _stretches(month: Longs) -> Iterator[tuple[float, Longs]]:
    """Yield the games of each month, of several together where there are many months, and how far that is."""
    months, place = np.unique(month, return_inverse=True)
    several = -(-months.size // FITS_MOST) or 1
    stretch = place // several
    order = np.argsort(stretch, kind="stable")
    ends = np.searchsorted(stretch[order], np.arange(int(stretch.max(initial=-1)) + 2))
    for at in range(ends.size - 1):
        yield at / ends.size, order[ends[at] : ends[at + 1]].astype(np.int64)


def expected_of(fit: Fit, games: Games, rows: Longs) -> Floats:
    """Return the expected score of the first side, the uncertainty of both averaged out (MacKay 1992)."""
    first, other = games.first[rows], games.other[rows]
    lead = (fit.rating[first] - fit.rating[other]) * PER_ELO + games.advantage[rows]
    square = (fit.deviation[first] ** 2 + fit.deviation[other] ** 2) * PER_ELO**2
    found: Floats = 1.0 / (1.0 + np.exp(-lead / np.sqrt(1.0 + np.pi * square / 8.0)))
    return found


class Said(NamedTuple):
    """Games, what was scored and expected of each, and the event of each."""

    score: Floats
    official: Floats
    whole: Forecast
    even: Flags
    event: Longs


def judge(forecasts: Said, *, draws: int = DRAWS) -> list[dict[str, Any]]:
    """Judge both over the games both forecast, in groups that have some."""
    known = ~np.isnan(forecasts.official) & ~np.isnan(forecasts.whole.expected)
    groups = {
        ALL: known,
        EVEN: known & forecasts.even,
        HANDICAP: known & ~forecasts.even,
        KNOWN: known & (forecasts.whole.fewest >= KNOWN_FROM),
        NEW: known & (forecasts.whole.fewest < KNOWN_FROM),
    }
    return [{"group": name, **_judge(forecasts, rows, draws)} for name, rows in groups.items() if rows.any()]


def _judge(forecasts: Said, rows: Flags, draws: int) -> dict[str, Any]:
    score = forecasts.score[rows]
    event = np.unique(forecasts.event[rows], return_inverse=True)[1].astype(np.int64)
    base = losses(np.full(score.size, score.mean()), score)
    official, whole = (
        losses(expected[rows], score) for expected in (forecasts.official, forecasts.whole.expected)
    )
    by = differences(np.stack([whole - official]), event, draws=draws)[0]
    events = int(event.max()) + 1
    return {
        "games": int(score.size),
        "events": events,
        "base": float(base.mean()),
        "official": float(official.mean()),
        "whole": float(whole.mean()),
        "difference": list(by),
        "verdict": FEW if events < LEAST_EVENTS else verdict(by),
    }
