"""Rows of the ledger from what a period system computed: of a list, and of what the office decided there."""

from dataclasses import fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ratings.cadence.by_period.decisions import Decisions, place_of
from ratings.cadence.by_period.policy import PeriodPolicy
from ratings.cadence.shared.comparison import Rows
from ratings.engines.contract import Floats, Ints
from ratings.engines.fide_contract import ListStanding, PeriodChanges
from ratings.rulebook.fide_periods import list_date


def list_rows(
    before: ListStanding,
    changes: PeriodChanges,
    *,
    after: ListStanding,
    printed: Ints,
    month: int,
    policy: PeriodPolicy,
) -> Rows:
    """Make the rows of a list: of who played, moved, was corrected, or has results that wait."""
    pooled = np.flatnonzero(after.pool.month == month)
    waits = np.zeros(before.rating.size, np.bool_)
    waits[after.pool.player[pooled]] = True
    moved = (changes.games > 0) | (after.rating != before.rating) | changes.corrected | waits
    player = np.flatnonzero(moved)
    seat = np.searchsorted(player, after.pool.player[pooled])
    results = [_scatter(player.size, seat, column[pooled]) for column in after.pool[2:]]
    nothing = np.zeros(player.size, np.int64)
    rated = changes.k[player] > 0
    return Rows(
        sequence=np.full(player.size, place_of(month), np.int64),
        player=player,
        tournament=nothing,
        manual=nothing,
        before=_or_none(before.rating[player]),
        start=_or_none(changes.before[player]),
        after=_or_none(after.rating[player]),
        games=changes.games[player],
        total_games=after.games[player],
        highest=np.full(player.size, np.nan),
        passes=np.zeros(player.size, np.int32),
        edition=np.full(player.size, policy.edition[policy.reading_on(list_date(month))], np.int32),
        k=_or_none(np.where(after.rating[player] > 0, printed[player], 0)),
        hundredths=np.where(rated, np.rint(changes.sum[player] / 10_000), np.nan),
        peak=_or_none(after.peak[player]),
        pooled=results[0],
        pooled_opponents=results[1],
        pooled_points=results[2],
    )


def _scatter(size: int, seat: NDArray[np.int64], values: NDArray[Any]) -> Floats:
    column = np.full(size, np.nan)
    column[seat] = values
    return column


def _or_none(values: NDArray[np.integer[Any]]) -> Floats:
    return np.where(values > 0, values, np.nan).astype(np.float64)


def decided_rows(
    decisions: Decisions,
    rows: NDArray[np.int64],
    *,
    before: ListStanding,
    after: ListStanding,
    k: Ints,
    month: int,
) -> Rows:
    player, nothing = decisions.player[rows], np.zeros(rows.size, np.int64)
    zeros, nowhere = np.zeros(rows.size, np.int32), np.full(rows.size, np.nan)
    return Rows(
        sequence=place_of(month) + decisions.key[rows],
        player=player,
        tournament=nothing,
        manual=decisions.key[rows],
        before=_or_none(before.rating[player]),
        start=_or_none(after.rating[player]),
        after=_or_none(after.rating[player]),
        games=zeros,
        total_games=after.games[player],
        highest=nowhere,
        passes=zeros,
        edition=zeros,
        k=_or_none(k[player]),
        hundredths=nowhere,
        peak=_or_none(after.peak[player]),
        pooled=nowhere,
        pooled_opponents=nowhere,
        pooled_points=nowhere,
    )


_TYPES = (
    {field.name: np.dtype("f8") for field in fields(Rows)}
    | dict.fromkeys(("sequence", "player", "tournament", "manual"), np.dtype("i8"))
    | dict.fromkeys(("games", "total_games", "passes", "edition"), np.dtype("i4"))
)


def joined(made: list[Rows]) -> Rows:
    """Put the rows of all lists together; of none, columns without rows."""
    columns: dict[str, Any] = {
        name: np.concatenate([np.zeros(0, kind), *(getattr(one, name) for one in made)]).astype(kind)
        for name, kind in _TYPES.items()
    }
    return Rows(**columns)
