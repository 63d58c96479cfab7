"""FIDE's round robins with unrated players, until 2021 (1.8): a rating for each before the games count.

The ratings found do not enter the formula they come from, so one pass is already stable.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from ratings.engines.contract import Bytes, Ints
from ratings.engines.fide_contract import Longs, PeriodFacts
from ratings.engines.fide_rules import FLOOR, HALF_POINT_VALUE, ROBIN_SCALED, ROUND_ROBIN


class Robins(NamedTuple):
    """What the round robins of a period say."""

    seen: Ints  # N: ratings the opponents meet, those found here included
    average: Longs  # N: of unrated players in round robins what dp is added to, hundredths; 0 = of all others
    games: Ints  # N: all games, of entries in round robins
    half_points: Ints  # N


class _Columns(NamedTuple):
    event_edition: Bytes
    event_robin: Bytes
    entry_start: Ints
    game_start: Ints
    game_white: Ints
    game_black: Ints
    game_score: Bytes


@njit(cache=True)
def percent(half_points: int, games: int) -> int:
    """Return the share of the points in whole percent, half up (our reading, 1.5)."""
    return (100 * half_points + games) // (2 * games)


@njit(cache=True)
def _count(facts: _Columns, event: int, done: Robins) -> None:
    for row in range(facts.game_start[event], facts.game_start[event + 1]):
        white, black, score = facts.game_white[row], facts.game_black[row], int(facts.game_score[row])
        done.games[white] += 1
        done.games[black] += 1
        done.half_points[white] += score
        done.half_points[black] += 2 - score


@njit(cache=True)
def _average(first: int, end: int, done: Robins, dp: Longs) -> int:
    """Return Ra = Rar - dpa n/(n + 1) in hundredths, half up, as the worked example prints it (step 1)."""
    ratings, distances, rated, n = 0, 0, 0, end - first - 1
    for entry in range(first, end):
        if done.seen[entry] > 0 and done.games[entry] > 0:
            ratings += int(done.seen[entry])
            distances += dp[percent(int(done.half_points[entry]), int(done.games[entry]))]
            rated += 1
    if rated == 0 or n < 1:
        return 0
    over = rated * (n + 1)
    return int((2 * 100 * (ratings * (n + 1) - distances * n) + over) // (2 * over))


@njit(cache=True)
def _own_average(average: int, percentage: int, n: int, rule: Longs, dp: Longs) -> int:
    """Return what a player's full dp is added to: below 50 % so that Ra + dp n/(n + 1) is left (step 3)."""
    if percentage >= 50 or rule[ROBIN_SCALED] == 0:
        return average
    over = n + 1
    return int((2 * (average * over - 100 * dp[percentage]) + over) // (2 * over))


@njit(cache=True)
def _rate_event(facts: _Columns, event: int, done: Robins, rule: Longs, dp: Longs) -> None:
    """Rate the unrated of one event (steps 2 and 3), whole points, half up."""
    first, end = facts.entry_start[event], facts.entry_start[event + 1]
    _count(facts, event, done)
    average = _average(first, end, done, dp)
    for entry in range(first, end):
        games, half_points = int(done.games[entry]), int(done.half_points[entry])
        if average <= 0 or done.seen[entry] > 0 or games == 0:
            continue
        percentage = percent(half_points, games)
        own = _own_average(average, percentage, end - first - 1, rule, dp)
        if half_points >= games:
            found = (own + rule[HALF_POINT_VALUE] * (half_points - games) + 50) // 100
        else:
            found = (own + 100 * dp[percentage] + 50) // 100
        done.average[entry] = own
        if found >= rule[FLOOR]:
            done.seen[entry] = found


@njit(cache=True)
def _rate_robins(facts: _Columns, done: Robins, rules: Longs, dp: Longs) -> None:
    for event in range(facts.event_robin.size):
        rule = rules[facts.event_edition[event]]
        if facts.event_robin[event] > 0 and rule[ROUND_ROBIN] > 0:
            _rate_event(facts, event, done, rule, dp)


def rate_robins(facts: PeriodFacts, rules: Longs, dp: Longs) -> Robins:
    """Find a rating for the unrated players of every round robin an edition has the method for.

    One below the floor is none: his games do not count for the others.
    """
    entries = facts.entry_player.size
    done = Robins(
        seen=facts.entry_seen.astype(np.int32),  # a copy
        average=np.zeros(entries, np.int64),
        games=np.zeros(entries, np.int32),
        half_points=np.zeros(entries, np.int32),
    )
    columns = _Columns(*(getattr(facts, name) for name in _Columns._fields))
    _rate_robins(columns, done, rules, dp)
    return done
