"""First ratings of FIDE: results against rated opponents, pooled over events and periods (1.5)."""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from ratings.engines.contract import Bytes, Ints
from ratings.engines.fide_contract import Longs, PeriodChanges, PeriodFacts, Pool
from ratings.engines.fide_robin import Robins, percent
from ratings.engines.fide_rules import (
    DRAWS,
    DRAWS_AGAINST,
    FIRST_GAMES,
    FIRST_MOST,
    FIRST_NEEDS,
    FLOOR,
    HALF_POINT_VALUE,
    NEEDS_UNTIL_MET,
    POOLING,
)
from ratings.engines.fide_tables import distances

CARRIED = -1  # edition of a row that an earlier period left


class _Rows(NamedTuple):
    """A pool being judged."""

    player: Ints
    month: Ints
    games: Ints
    opponents: Longs
    half_points: Ints
    edition: Bytes  # row of the rules of the event; CARRIED = judged before
    kept: NDArray[np.bool_]


@njit(cache=True)
def performance(opponents: int, games: int, half_points: int, unit: int, rule: Longs, dp: Longs) -> int:
    """Return Ru in units of so many hundredths, half up; `opponents` is a sum in hundredths."""
    n = games + rule[DRAWS]
    top = opponents + 100 * rule[DRAWS] * rule[DRAWS_AGAINST]
    points = half_points + rule[DRAWS]
    if rule[DRAWS] == 0 and points > n:
        top += n * rule[HALF_POINT_VALUE] * (points - n)
    else:  # half the points: dp is 0 and Ru = Ra
        top += 100 * n * dp[percent(points, n)]
    return int((2 * top + n * unit) // (2 * n * unit))


@njit(cache=True)
def _admit(rows: _Rows, first: int, end: int, rules: Longs) -> int:
    """Disregard the first events without the half points needed; give the edition of the last new event."""
    begun, met, edition = False, False, CARRIED
    for row in range(first, end):
        if rows.edition[row] == CARRIED:
            begun, met = True, met or rows.games[row] > 0
            continue
        edition = rows.edition[row]
        rule = rules[edition]
        needed = not met if rule[NEEDS_UNTIL_MET] > 0 else not begun
        begun = True
        if needed and rows.half_points[row] < rule[FIRST_NEEDS]:
            # The row stays as the mark that there was a first event.
            rows.games[row], rows.opponents[row], rows.half_points[row] = 0, 0, 0
        else:
            met = True
    return edition


@njit(cache=True)
def _pooled(rows: _Rows, first: int, end: int, games: int, rule: Longs, dp: Longs) -> int:
    """Return Ru of one player's rows, as one performance or as the mean of the events' weighted by games."""
    if rule[POOLING] > 0:
        total = 0
        for row in range(first, end):
            n = int(rows.games[row])
            if n > 0:
                scored = int(rows.half_points[row])
                total += n * performance(rows.opponents[row], n, scored, 1, rule, dp)
        return int((2 * total + 100 * games) // (2 * 100 * games))
    opponents, points = 0, 0
    for row in range(first, end):
        opponents += rows.opponents[row]
        points += int(rows.half_points[row])
    return performance(opponents, games, points, 100, rule, dp)


@njit(cache=True)
def _judge(rows: _Rows, found: Ints, rules: Longs, dp: Longs) -> None:
    """Rate every player whose rows (neighbours) are enough; those rows are then used up."""
    first, size = 0, rows.player.size
    while first < size:
        player, end = rows.player[first], first
        while end < size and rows.player[end] == player:
            end += 1
        edition = _admit(rows, first, end, rules)
        if edition != CARRIED:
            rule, games = rules[edition], 0
            for row in range(first, end):
                games += int(rows.games[row])
            if games > 0 and games >= rule[FIRST_GAMES]:
                rating = _pooled(rows, first, end, games, rule, dp)
                if rule[FIRST_MOST] > 0:
                    rating = min(rating, rule[FIRST_MOST])
                if rating >= rule[FLOOR]:
                    found[player] = rating
                    rows.kept[first:end] = False
        first = end


class Fresh(NamedTuple):
    """Results of one period of players without rating, in order of play."""

    pool: Pool
    edition: Bytes  # R: row of the rules of the event


def kept(pool: Pool, mask: NDArray[np.bool_]) -> Pool:
    """Return the rows of a pool under a mask."""
    return Pool(
        player=pool.player[mask],
        month=pool.month[mask],
        games=pool.games[mask],
        opponents=pool.opponents[mask],
        half_points=pool.half_points[mask],
    )


def rate_newcomers(fresh: Fresh, *, old: Pool, rules: Longs, players: int) -> tuple[Ints, Pool]:
    """Return first ratings (P, 0 = none) and the pool that is carried on.

    An event is admitted by the rules of its own first day, a rating is made by those of the last event.
    """
    player = np.concatenate((old.player, fresh.pool.player))
    order = np.argsort(player, kind="stable")
    pool = Pool(
        player=player[order],
        month=np.concatenate((old.month, fresh.pool.month))[order],
        games=np.concatenate((old.games, fresh.pool.games))[order],
        opponents=np.concatenate((old.opponents, fresh.pool.opponents))[order],
        half_points=np.concatenate((old.half_points, fresh.pool.half_points))[order],
    )
    edition = np.concatenate((np.full(old.player.size, CARRIED, np.int8), fresh.edition))[order]
    rows = _Rows(*pool, edition, np.ones(player.size, np.bool_))
    found = np.zeros(players, np.int32)
    _judge(rows, found, rules, distances())
    return found, kept(pool, rows.kept)


def fresh_results(facts: PeriodFacts, *, robins: Robins, changes: PeriodChanges) -> Fresh:
    """Gather what players without rating did this period, one row per event."""
    event = np.repeat(np.arange(facts.event_edition.size), np.diff(facts.entry_start))
    in_robin = robins.average > 0
    n = np.where(in_robin, robins.games, changes.entry_games)
    rows = np.flatnonzero((changes.entry_own == 0) & (n > 0))
    pool = Pool(
        player=facts.entry_player[rows],
        month=np.full(rows.size, facts.month, np.int32),
        games=n[rows].astype(np.int32),
        opponents=np.where(in_robin, robins.average * n, changes.entry_opponents * 100)[rows],
        half_points=np.where(in_robin, robins.half_points, changes.entry_half_points)[rows].astype(np.int32),
    )
    return Fresh(pool, facts.event_edition[event[rows]])
