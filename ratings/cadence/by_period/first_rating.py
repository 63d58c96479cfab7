"""Steps of a player to a first rating, complete or not: the results, and what they give.

Source: FIDE Handbook B.02, 7.1.4 and 8.2 (rapid and blitz: 6.1.4 and 7.2), from the engine's own rows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from typing import cast

import numpy as np

from ratings.cadence.by_period.policy import PeriodPolicy
from ratings.cadence.by_period.replay import Period
from ratings.engines import fide_rules
from ratings.engines.fide_contract import Longs, Pool
from ratings.engines.fide_first import Fresh, fresh_results, kept, performance, rate_newcomers
from ratings.engines.fide_robin import percent, rate_robins
from ratings.engines.fide_tables import distance_of, distances
from ratings.rulebook.fide import FideEdition, pack_rules
from ratings.rulebook.fide_clauses import FirstRatingClauses, first_rating_clauses
from ratings.rulebook.fide_periods import list_date
from ratings.rulebook.systems import SYSTEMS

_CENT = Decimal("0.01")
_OUT_OF_REACH = 1_000_000  # a floor no first rating reaches


@dataclass(frozen=True, slots=True)
class PooledResult:
    """What a player did against rated opponents in one event, or in all events of an earlier list."""

    list_date: date  # of the list it counted for
    until: date  # the last list it can count for
    part: int | None  # event of the period explained; None: of an earlier list
    games: int
    average: Decimal | None  # of the opponents; None: not stored
    points: Decimal
    disregarded: bool  # a first event without a score


@dataclass(frozen=True, slots=True)
class Reckoning:
    """From results to a rating, step by step; the names are those of the Handbook."""

    average: Decimal  # Ra of the opponents met
    draws: int  # supposed draws added to the results
    draws_against: int
    whole_average: Decimal  # Ra with them
    share: int  # p in percent, with them
    distance: int | None  # dp; None: a value for each half point instead
    half_points: int  # above 50 %
    half_point_value: Decimal
    performance: int  # Ru
    most: int  # limit of a first rating; 0 = none
    is_weighted: bool  # a mean of the events' performances, by an office's constant

    @property
    def bonus(self) -> Decimal:
        """Return what the half points above 50 % are worth together."""
        return self.half_points * self.half_point_value


@dataclass(frozen=True, slots=True)
class FirstRating:
    """A player without a rating behind a period: results so far, what is missing, what it gave."""

    results: tuple[PooledResult, ...]
    games: int
    points: Decimal
    needed: int
    window: int  # lists whose results are added up
    floor: int
    reckoning: Reckoning | None  # None: games are missing
    rating: int | None  # None: games are missing, or below the floor; before an adjustment of the whole list
    waits: bool  # the results go on counting
    clauses: FirstRatingClauses

    @property
    def missing(self) -> int:
        """Return how many games are missing."""
        return max(0, self.needed - self.games)

    @property
    def earliest_end(self) -> date | None:
        """Return the last list for which everything that counts now still counts."""
        return min((result.until for result in self.results if not result.disregarded), default=None)


def first_rating(period: Period, seat: int, *, policy: PeriodPolicy) -> FirstRating | None:
    """Return how a player without rating stands after a period; None for others, or without a result."""
    if period.changes.before[seat] > 0:
        return None
    fresh, events = _fresh_of(period, seat, policy.rules)
    if not fresh.edition.size:
        return None
    window = int(policy.rules[period.facts.list_edition, fide_rules.WINDOW])
    old = kept(period.pool, (period.pool.player == seat) & (period.pool.month > period.month - window))
    admitted = _admit_results(fresh, old, rules=policy.rules, players=period.before.size)
    rule = policy.rules[int(fresh.edition[-1])]
    games, points = int(admitted.games.sum()), int(admitted.half_points.sum())
    needed, floor = int(rule[fide_rules.FIRST_GAMES]), int(rule[fide_rules.FLOOR])
    reckoning = _reckon(admitted, rule) if games and games >= needed else None
    rating = 0 if reckoning is None else _limit_performance(reckoning)
    waits = rating < floor
    if not waits and period.changes.after[seat] == 0:  # enough by the rules of the event, not by the list's
        floor = int(policy.rules[period.facts.list_edition, fide_rules.FLOOR])
    return FirstRating(
        results=_results(admitted, fresh, events=events, window=window),
        games=games,
        points=Decimal(points) / 2,
        needed=needed,
        window=window,
        floor=floor,
        reckoning=reckoning,
        rating=rating if rating and not waits and period.changes.after[seat] > 0 else None,
        waits=waits,
        clauses=first_rating_clauses(policy.key, policy.names[policy.edition[int(fresh.edition[-1])]]),
    )


def printed_performance(system_key: str, opponents: Sequence[int], points: Decimal) -> int:
    """Return Rp as FIDE's page prints it beside a newcomer: the first rating by the rule of 2022 (1.5)."""
    rule = _printed_rule(system_key)
    return performance(100 * sum(opponents), len(opponents), int(2 * points), 100, rule, distances())


@cache
def _printed_rule(system_key: str) -> Longs:
    """Return the newest rule without supposed draws: FIDE prints by it to this day (1.5)."""
    editions = cast(Sequence[FideEdition], SYSTEMS[system_key].editions)
    newest = [edition for edition in editions if not edition.draws] or editions
    return np.array(pack_rules(newest[-1]), np.int64)


def _fresh_of(period: Period, seat: int, rules: Longs) -> tuple[Fresh, list[int]]:
    """Return a player's results of the period, and the event of each."""
    facts, changes = period.facts, period.changes
    robins = rate_robins(facts, rules, distances())
    fresh = fresh_results(facts, robins=robins, changes=changes)
    his = fresh.pool.player == seat
    event = np.repeat(np.arange(facts.event_edition.size), np.diff(facts.entry_start))
    played = np.where(robins.average > 0, robins.games, changes.entry_games) > 0
    events = event[(facts.entry_player == seat) & played].tolist()
    return Fresh(kept(fresh.pool, his), fresh.edition[his]), events


def _admit_results(fresh: Fresh, old: Pool, *, rules: Longs, players: int) -> Pool:
    """Return the pool as the engine admits it, before it rates players and uses up their rows."""
    out_of_reach = rules.copy()
    out_of_reach[:, fide_rules.FLOOR] = _OUT_OF_REACH
    return rate_newcomers(fresh, old=old, rules=out_of_reach, players=players)[1]


def _results(admitted: Pool, fresh: Fresh, *, events: list[int], window: int) -> tuple[PooledResult, ...]:
    """Put what is carried over before what the period added; `admitted` has its rows in that order."""
    carried = admitted.player.size - len(events)
    results = []
    for row in range(admitted.player.size):
        new, counts = row - carried, int(admitted.games[row])
        source, at = (admitted, row) if new < 0 else (fresh.pool, new)
        games, month = int(source.games[at]), int(source.month[at])
        results.append(
            PooledResult(
                list_date=list_date(month),
                until=list_date(month + window - 1),
                part=events[new] if new >= 0 else None,
                games=games,
                average=_mean(int(source.opponents[at]), games) if games else None,
                points=Decimal(int(source.half_points[at])) / 2,
                disregarded=counts == 0,
            )
        )
    return tuple(results)


def _reckon(pool: Pool, rule: Longs) -> Reckoning:
    games, points, opponents = int(pool.games.sum()), int(pool.half_points.sum()), int(pool.opponents.sum())
    draws, against = int(rule[fide_rules.DRAWS]), int(rule[fide_rules.DRAWS_AGAINST])
    share = percent(points + draws, games + draws)
    by_half_points = draws == 0 and points > games
    is_weighted = bool(rule[fide_rules.POOLING] > 0)
    return Reckoning(
        average=_mean(opponents, games),
        draws=draws,
        draws_against=against,
        whole_average=_mean(opponents + 100 * draws * against, games + draws),
        share=share,
        distance=None if by_half_points else distance_of(share),
        half_points=points - games,
        half_point_value=Decimal(int(rule[fide_rules.HALF_POINT_VALUE])) / 100,
        performance=_weighted_mean(pool, rule)
        if is_weighted
        else performance(opponents, games, points, 100, rule, distances()),
        most=int(rule[fide_rules.FIRST_MOST]),
        is_weighted=is_weighted,
    )


def _weighted_mean(pool: Pool, rule: Longs) -> int:
    """Return the mean of the rows' performances weighted by games, half up."""
    counted = zip(pool.games.tolist(), pool.opponents.tolist(), pool.half_points.tolist(), strict=True)
    rows = [row for row in counted if row[0]]
    games = sum(row[0] for row in rows)
    total = sum(n * performance(opponents, n, points, 1, rule, distances()) for n, opponents, points in rows)
    return int((2 * total + 100 * games) // (200 * games))


def _limit_performance(reckoning: Reckoning) -> int:
    return min(reckoning.performance, reckoning.most) if reckoning.most else reckoning.performance


def _mean(hundredths: int, games: int) -> Decimal:
    """Return a mean to the hundredth, half up."""
    return (Decimal(hundredths) / (100 * games)).quantize(_CENT, ROUND_HALF_UP)
