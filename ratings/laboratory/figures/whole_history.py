"""Whole-History Rating of a pool: likeliest ratings on every day at once, and forecasts by it. Pure.

Source: R. Coulom (2008), see `whole_history_kernel`. A comparison beside official ratings, never one of them.
A draw is half a won and half a lost game. A handicap is an advantage in log odds.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.record import Flags, Floats
from ratings.laboratory.figures import whole_history_kernel as kernel
from ratings.laboratory.figures.codes import DRAWS, FEW
from ratings.laboratory.figures.forecasting import LEAST_EVENTS, verdict
from ratings.laboratory.figures.pool_ties import numbered
from ratings.statistics.adjustments import differences
from ratings.statistics.forecasts import losses

PER_ELO = math.log(10.0) / 400.0
DRIFT = 14.0  # Elo squared a day; Coulom (2008), 4.2, found it best on a Go server
PRECISION = 0.1  # Elo
SWEEPS_MOST = 2000
_LOOK_BACK = 5  # sweeps over which the speed of convergence is measured
_SLOWEST = 0.999
_SAFE = 0.25  # the speed is an estimate
FITS_MOST = 120  # of a history: of a longer one several months are forecast from one fit
FORECAST_PRECISION = 1.0  # Elo, of these fits
ALL, EVEN, HANDICAP, KNOWN, NEW = "all", "even", "handicap", "known", "new"
KNOWN_FROM = 30  # games of both before


@dataclass(frozen=True, slots=True)
class Games:
    """G games between P players; players are 0 to P - 1."""

    first: Longs
    other: Longs
    score: Floats  # of the first side: 0, 0.5, 1
    day: Longs
    advantage: Floats  # of the first side, log odds: what a handicap adds to its rating


@dataclass(frozen=True, slots=True)
class Fit:
    """Where players stand after the last of their days that counted; NaN: no game."""

    rating: Floats  # P: Elo, 0 is the level of the prior
    deviation: Floats  # P: Elo, as of the day asked for
    last: Longs  # P: day; -1: none
    sweeps: int
    converged: bool


class Pool:
    """A pool's history, laid out for the kernels; each fit starts from the ratings of the last."""

    def __init__(self, games: Games, players: int, *, drift: float = DRIFT) -> None:
        self.players = players
        both, days = np.concatenate([games.first, games.other]), np.concatenate([games.day, games.day])
        epoch = int(days.min(initial=0))
        width = int(days.max(initial=0)) - epoch + 1
        nodes, place = np.unique(both * width + (days - epoch), return_inverse=True)
        node = place.astype(np.int64)
        order, half = np.argsort(node, kind="stable"), games.first.size
        owner, everybody = nodes // width, np.arange(players)
        first = np.searchsorted(owner, everybody).astype(np.int64)
        self.end = np.searchsorted(owner, everybody, side="right").astype(np.int64)
        self.history = kernel.History(
            rating=np.zeros(nodes.size),
            first=first,
            stop=first.copy(),
            day=(nodes % width + epoch).astype(np.int64),
            start=np.searchsorted(node[order], np.arange(nodes.size + 1)).astype(np.int64),
            other=np.concatenate([node[half:], node[:half]])[order],
            score=np.concatenate([games.score, 1.0 - games.score])[order],
            advantage=np.concatenate([games.advantage, -games.advantage])[order],
            component=numbered(games.first, games.other, players),
            drift=drift * PER_ELO**2,
        )

    def fit(
        self,
        before: int | None = None,
        *,
        precision: float = PRECISION,
        report: Callable[[float], None] = lambda _share: None,
    ) -> Fit:
        """Return the ratings from the games before a day, from all of them without one.

        `precision` (Elo) is what the ratings are still away from the most likely ones, as far as the speed of
        the last sweeps shows, and where parts of the pool that hardly met still move against each other: of
        that a sweep makes good as much as the priors are of all that holds a player. What an earlier fit
        found is where this one begins.
        """
        self._extend(before)
        moves: list[float] = []
        converged, share = False, 0.0
        while not converged and len(moves) < SWEEPS_MOST:
            most = max(kernel.sweep(self.history), kernel.shift(self.history))
            moves.append(most / PER_ELO)
            if _left(moves) < _SAFE * precision:
                share = share or kernel.prior_share(self.history)
                converged = moves[-1] <= share * _SAFE * precision
            report(len(moves) / SWEEPS_MOST)
        return self._standing(before, len(moves), converged=converged)

    def _extend(self, before: int | None) -> None:
        """Let more days count; a new one begins with the player's last rating."""
        rating, first, old = self.history.rating, self.history.first, self.history.stop
        stop = self.end if before is None else self._until(before)
        for player in np.flatnonzero(stop > old).tolist():
            known = int(old[player])
            rating[known : stop[player]] = rating[known - 1] if known > first[player] else 0.0
        old[:] = stop

    def _until(self, before: int) -> Longs:
        counts = np.concatenate([[0], np.cumsum(self.history.day < before)])
        found: Longs = self.history.first + counts[self.end] - counts[self.history.first]
        return found

    def _standing(self, before: int | None, sweeps: int, *, converged: bool) -> Fit:
        history = self.history
        variance = kernel.variances(history, 0.0)
        played = np.flatnonzero(history.stop > history.first)
        at = history.stop[played] - 1
        last = np.full(self.players, -1, np.int64)
        rating, deviation = np.full(self.players, np.nan), np.full(self.players, np.nan)
        last[played] = history.day[at]
        rating[played] = history.rating[at] / PER_ELO
        today = int(history.day.max(initial=0)) if before is None else before
        deviation[played] = np.sqrt(variance[at] + history.drift * (today - last[played])) / PER_ELO
        return Fit(rating, deviation, last, sweeps, converged)

    def course(self, player: int, *, damping: float = 0.0) -> tuple[Longs, Floats, Floats]:
        """Return days, ratings and deviations (Elo) of a player as the last fit left them."""
        history = self.history
        rows = slice(int(history.first[player]), int(history.stop[player]))
        variance = kernel.variances(history, damping)[rows]
        return history.day[rows], history.rating[rows] / PER_ELO, np.sqrt(variance) / PER_ELO


def _left(moves: list[float]) -> float:
    """Return how far the ratings still are from where they are going, the sweeps shrinking geometrically."""
    if moves[-1] == 0.0:
        return 0.0
    if len(moves) <= _LOOK_BACK:
        return math.inf
    ratio = min((moves[-1] / moves[-1 - _LOOK_BACK]) ** (1.0 / _LOOK_BACK), _SLOWEST)
    return float(moves[-1] * ratio / (1.0 - ratio))


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
            fit = pool.fit(before=start, precision=FORECAST_PRECISION)
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
    """Judge this method and the system over the games both forecast, in groups that have some."""
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
