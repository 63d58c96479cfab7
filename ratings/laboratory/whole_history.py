"""Whole-History Rating beside a system's newest list: computed by a job, stored for its page."""

from collections.abc import Callable
from datetime import date
from typing import Any

import numpy as np
from django.utils.translation import gettext_noop

from ratings.cadence.laboratory import laboratory_of
from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.record import Floats, Record
from ratings.laboratory.job_figures import Figures
from ratings.models import RatingSystem, Statistic
from ratings.statistics import lists

WORK = "ratings.whole_history"
FIGURES = Figures(WORK, "whr", layout=1)
GAMES_MOST = 4_000_000  # the newest ones count
ReportProgress = Callable[[float, str], None]


def is_fresh(kept: Statistic, system: RatingSystem) -> bool:
    """Return whether a comparison is of the ratings and the list of now."""
    return (kept.state, kept.newest) == (system.state, lists.state_of_lists(system))


def compute(
    system: RatingSystem, *, report: ReportProgress = lambda _percent, _message: None
) -> dict[str, Any]:
    """Compute and store the comparison of a system; return the stored data."""
    system.refresh_from_db()  # before the facts: what is applied meanwhile makes it stale
    newest = lists.state_of_lists(system)
    report(5, gettext_noop("reading the games"))
    record = laboratory_of(system.key).record(system)
    return FIGURES.keep(system, compare(record, _newest_list(system), report=report), newest=newest)


def _newest_list(system: RatingSystem) -> tuple[date, Longs, Floats] | None:
    """Read the active players of the newest list and the ratings it shows; None: no list."""
    days = lists.newest_of_each_day(system)
    if not days:
        return None
    day = max(days)
    found = lists.listed(day, days[day])
    return day, found.player[found.active], found.rating[found.active]


def compare(
    record: Record,
    listed: tuple[date, Longs, Floats] | None,
    *,
    report: ReportProgress = lambda _percent, _message: None,
) -> dict[str, Any]:
    """Return the comparison of a record with a list: players and forecasts."""
    from ratings.laboratory.figures import whole_history as figures  # here, because pages need no kernels

    sides, pairs = record.sides, record.pairs
    single = np.flatnonzero((sides.first > 0) & (sides.other > 0))
    rows = single[np.argsort(sides.day[single], kind="stable")][-GAMES_MOST:]
    players = np.unique(np.concatenate([sides.first[rows], sides.other[rows]]))
    games = figures.Games(
        np.searchsorted(players, sides.first[rows]).astype(np.int64),
        np.searchsorted(players, sides.other[rows]).astype(np.int64),
        pairs.score[rows],
        sides.day[rows],
        sides.advantage[rows],
    )
    found: dict[str, Any] = {"games": int(rows.size), "left_out": int(single.size - rows.size)}
    if not rows.size:
        return {**found, "day": None, "players": [], "converged": True, "forecasts": []}
    report(10, gettext_noop("calculating"))
    pool = figures.Pool(games, players.size)
    fit = pool.fit(None if listed is None else listed[0].toordinal() + 1)
    found |= {"sweeps": fit.sweeps, "converged": fit.converged, "players": [], "day": None}
    if listed is not None:
        count = np.bincount(np.concatenate([games.first, games.other]), minlength=players.size)
        found |= {"day": listed[0].isoformat(), "players": _players(listed, players, fit, count)}
    whole = figures.forecast(
        games,
        players.size,
        pairs.month[rows],
        report=lambda share: report(20 + 70 * share, gettext_noop("forecasting past games")),
    )
    event = np.where(sides.tournament[rows] > 0, sides.tournament[rows], -sides.day[rows])
    both_forecasts = figures.Said(pairs.score[rows], pairs.expected[rows], whole, pairs.even[rows], event)
    return found | {"forecasts": figures.judge(both_forecasts)}


def _players(listed: tuple[date, Longs, Floats], players: Longs, fit: Any, count: Longs) -> list[list[float]]:
    """Return player, official rating, estimate and its deviation (Elo), rating of that rank, games.

    The rating of that rank is the one the official list gives to the player as high in it as this player is
    in the order of the estimates, among the same players: scales differ, orders can be compared on any.
    """
    _day, player, official = listed
    known = np.isin(player, players)
    player, official = player[known], official[known]
    at = np.searchsorted(players, player)
    known = ~np.isnan(fit.rating[at])
    player, official, at = player[known], official[known], at[known]
    by_estimate = np.lexsort((player, -fit.rating[at]))
    placed = np.empty(player.size)
    placed[by_estimate] = np.sort(official)[::-1]
    order = np.lexsort((player, -official))
    estimate, deviation = np.round(fit.rating[at], 1), np.round(fit.deviation[at], 1)
    columns = (player, official, estimate, deviation, placed, count[at])
    return [list(row) for row in zip(*(column[order].tolist() for column in columns), strict=True)]
