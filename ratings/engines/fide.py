"""The FIDE engine: one rating period from the ratings in force, rounded once.

Source: FIDE Handbook B.02, editions of 2014 to 2025 ("FIDE ratings" 1.2-1.7). Whole numbers throughout, so
the order of events, games and additions cannot show. A row of `rules` is an edition packed in the order of
the names in fide_rules.py.
"""

from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ratings.engines.contract import Ints
from ratings.engines.fide_contract import ListStanding, Longs, PeriodChanges, PeriodFacts, Pool, Sums
from ratings.engines.fide_explaining import TournamentDetail, explained
from ratings.engines.fide_first import fresh_results, kept, rate_newcomers
from ratings.engines.fide_games import rate_games
from ratings.engines.fide_lists import adjusted, k_on_list, rounded
from ratings.engines.fide_robin import Robins, rate_robins
from ratings.engines.fide_rules import FLOOR, K_GAMES_MOST, WINDOW
from ratings.engines.fide_tables import distances


class _Bases(NamedTuple):
    """Where a period starts from."""

    listed: Ints  # P: what changes are added to; 0 = none
    base: Ints  # P: the same, and the ratings others enter with
    own: Ints  # N: rating an entry is computed from


def _bases(facts: PeriodFacts, standing: ListStanding) -> _Bases:
    """Return the ratings changes are added to, as corrected or else as published (1.11), and those in force.

    A player without rating whose own rating in force is given enters with it (rapid and blitz: the standard
    rating); of several the last counts as his base.
    """
    listed = standing.rating
    if facts.base is not None:
        listed = np.where(facts.base > 0, facts.base, standing.rating).astype(np.int32)
    base = listed.copy()
    entering = np.flatnonzero((base[facts.entry_player] == 0) & (facts.entry_own > 0))
    base[facts.entry_player[entering]] = facts.entry_own[entering]
    carried = base[facts.entry_player]
    own = np.where((facts.entry_own > 0) & (carried > 0), facts.entry_own, carried)
    return _Bases(listed, base, own.astype(np.int32))


def _per_player(facts: PeriodFacts, column: NDArray[np.integer], players: int) -> Longs:
    total = np.zeros(players, np.int64)
    np.add.at(total, facts.entry_player, column)
    return total


def _k(facts: PeriodFacts, standing: ListStanding, *, games: Ints, rules: Longs) -> Ints:
    """Return the K of the list before, reduced so that K times the games is at most 700 (8.3.3)."""
    read = k_on_list(standing, month=facts.month - 1, rule=rules[facts.k_edition])
    k = np.where(standing.k > 0, standing.k, read)
    most = rules[facts.list_edition, K_GAMES_MOST] // np.maximum(games, 1)
    applied: NDArray[np.integer] = np.minimum(k, most)
    return applied.astype(np.int32)


def _rated(
    facts: PeriodFacts, standing: ListStanding, *, bases: _Bases, sums: Sums, rules: Longs
) -> PeriodChanges:
    """Rate those who have a rating; nobody else has one afterwards."""
    players = standing.rating.size
    games = _per_player(facts, sums.games, players).astype(np.int32)
    total = _per_player(facts, sums.sum, players)
    rated = (bases.base > 0) & (games > 0)
    k = np.where(rated, _k(facts, standing, games=games, rules=rules), 0).astype(np.int32)
    return PeriodChanges(
        before=bases.base,
        after=bases.base + rounded(k, total),
        k=k,
        sum=np.where(rated, total, 0),
        games=games,
        # Whoever enters with another list's rating gets his first one of this list.
        first=rated & (bases.listed == 0),
        corrected=bases.listed != standing.rating,
        entry_own=bases.own,
        entry_games=sums.games,
        entry_half_points=sums.half_points,
        entry_opponents=sums.opponents,
        entry_sum=sums.sum,
        side_expected=sums.expected,
        side_opponent=sums.opponent,
        side_capped=sums.capped,
    )


def _newcomers(
    facts: PeriodFacts, pool: Pool, *, changes: PeriodChanges, robins: Robins, rules: Longs
) -> tuple[Ints, Pool]:
    """Return first ratings and the pool; of somebody with a rating nothing is pooled any more."""
    waiting = changes.before[pool.player] == 0
    young = pool.month > facts.month - rules[facts.list_edition, WINDOW]
    fresh = fresh_results(facts, robins=robins, changes=changes)
    return rate_newcomers(fresh, old=kept(pool, waiting & young), rules=rules, players=changes.before.size)


class FideEngine:
    """The FIDE rating of one period; `rules` is the packed table of editions, one row per edition."""

    def rate(
        self, facts: PeriodFacts, standing: ListStanding, rules: Longs
    ) -> tuple[PeriodChanges, ListStanding]:
        """Compute a period; give its changes and the standing of the new list, K printed on it included.

        A rating below the floor of the list is none afterwards, and nothing is pooled of it (1.6); the count
        of games stays. The standing given is not changed.
        """
        bases = _bases(facts, standing)
        robins = rate_robins(facts, rules, distances())
        sums = rate_games(facts, seen=robins.seen, own=bases.own, rules=rules)
        rated = _rated(facts, standing, bases=bases, sums=sums, rules=rules)
        found, pool = _newcomers(facts, standing.pool, changes=rated, robins=robins, rules=rules)
        after = adjusted(rated.after + found, facts.one_off)
        moved = (rated.k > 0) | (found > 0) | facts.one_off.is_due
        after[moved & (after < rules[facts.list_edition, FLOOR])] = 0
        changes = replace(rated, after=after, first=(rated.first | (found > 0)) & (after > 0))
        new = ListStanding(
            rating=after,
            k=standing.k,
            games=standing.games + rated.games,
            peak=np.maximum(np.maximum(standing.peak, standing.rating), after),
            birth_year=standing.birth_year,
            pool=pool,
        )
        return changes, replace(new, k=k_on_list(new, month=facts.month, rule=rules[facts.list_edition]))

    def explain(
        self, facts: PeriodFacts, standing: ListStanding, rules: Longs, player: int
    ) -> list[TournamentDetail]:
        """Return one player's period, tournament by tournament and game by game."""
        return explained(facts, self.rate(facts, standing, rules)[0], player)


engine = FideEngine()
