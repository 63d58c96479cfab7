"""The FIDE engine: one rating period from the ratings in force, rounded once.

Source: FIDE Handbook B.02, editions of 2014 to 2025 ("FIDE ratings" 1.2-1.7). Whole numbers throughout, so
the order of events, games and additions cannot show. A row of `rules` is an edition packed in the order of
the names in fide_rules.py.
"""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from ratings.engines.contract import Bytes, Ints
from ratings.engines.fide_contract import (
    GAME,
    NOT_RATED,
    ListStanding,
    Longs,
    OneOff,
    PeriodChanges,
    PeriodFacts,
    Sums,
)
from ratings.engines.fide_explaining import TournamentDetail, explained
from ratings.engines.fide_first import fresh_results, kept, rate_newcomers
from ratings.engines.fide_robin import Robins, rate_robins
from ratings.engines.fide_rules import (
    CAP,
    CAP_ONCE,
    CAP_ONCE_LOWER,
    EXEMPT_FROM,
    EXPECTATION,
    FLOOR,
    GAP,
    GAP_ABOVE,
    JUNIOR_AGE,
    JUNIOR_BELOW,
    K_GAMES_MOST,
    K_JUNIOR,
    K_NEW,
    K_TOP,
    NEW_BELOW_GAMES,
    TOP_FROM,
    WINDOW,
    K,
)
from ratings.engines.fide_tables import curves, distances


class _Games(NamedTuple):
    """The games of a period as compiled code takes them."""

    event_edition: Bytes
    entry_start: Ints
    game_start: Ints
    game_white: Ints
    game_black: Ints
    game_score: Bytes
    seen: Ints  # N: ratings as the opponents meet them
    own: Ints  # N: ratings as their owners are computed; 0 = none


@njit(cache=True)
def _exceeds(difference: int, own: int, rule: Longs) -> bool:
    """Say whether the 400 rule speaks of a difference (8.3.1; from 2650 it does not since October 2025)."""
    exempt = rule[EXEMPT_FROM] > 0 and own >= rule[EXEMPT_FROM]
    return bool(rule[CAP] > 0 and abs(difference) > rule[CAP] and not exempt)


@njit(cache=True)
def _find_widest(games: _Games, event: int, done: Sums, rule: Longs) -> None:
    """Choose the one game of each player that is capped (2022): the largest difference, his benefit first."""
    for row in range(games.game_start[event], games.game_start[event + 1]):
        for side in range(2):
            entry = games.game_black[row] if side else games.game_white[row]
            other = games.game_white[row] if side else games.game_black[row]
            own = games.own[entry]
            if own == 0 or games.seen[other] == 0:
                continue
            wide = own - games.seen[other]
            if not _exceeds(wide, own, rule) or (wide < 0 and rule[CAP_ONCE_LOWER] == 0):
                continue
            kept = done.widest[entry]
            if kept >= 0:
                rival = games.game_black[kept] if games.game_white[kept] == entry else games.game_white[kept]
                held = own - games.seen[rival]
                if 2 * abs(wide) + (wide > 0) <= 2 * abs(held) + (held > 0):
                    continue
            done.widest[entry] = row


@njit(cache=True)
def _rate_event(games: _Games, event: int, done: Sums, rule: Longs, curve: Longs) -> None:
    """Add both sides of every game of an event, where the opponent is rated and the gap not too wide."""
    # Locals, because reading an array out of a record counts its references each time.
    owns, seen, widest = games.own, games.seen, done.widest
    whites, blacks, scores = games.game_white, games.game_black, games.game_score
    counts, points, opponents, sums = done.games, done.half_points, done.opponents, done.sum
    expectations, used, capped = done.expected, done.opponent, done.capped
    gap, gap_above, cap, last = rule[GAP], rule[GAP_ABOVE], rule[CAP], curve.size - 1
    for row in range(games.game_start[event], games.game_start[event + 1]):
        for side in range(2):
            entry, other = (blacks[row], whites[row]) if side else (whites[row], blacks[row])
            own, rating = int(owns[entry]), int(seen[other])
            if rating == 0:
                continue
            score = int(2 - scores[row] if side else scores[row])
            difference = own - rating
            if own > 0:
                if gap > 0 and abs(difference) >= gap and max(own, rating) > gap_above:
                    continue
                if _exceeds(difference, own, rule):
                    once = rule[CAP_ONCE] > 0 and (difference > 0 or rule[CAP_ONCE_LOWER] > 0)
                    if not once or widest[entry] == row:
                        difference = cap if difference > 0 else -cap
                        capped[row, side] = 1
                stronger = curve[min(abs(difference), last)]
                expected = stronger if difference >= 0 else GAME - stronger
                expectations[row, side] = expected
                sums[entry] += score * (GAME // 2) - expected
                rating = own - difference
            used[row, side] = rating
            opponents[entry] += rating
            points[entry] += score
            counts[entry] += 1


@njit(cache=True)
def _rate_games(games: _Games, done: Sums, rules: Longs, both_curves: Longs) -> None:
    for event in range(games.event_edition.size):
        rule = rules[games.event_edition[event]]
        if rule[CAP_ONCE] > 0:
            _find_widest(games, event, done, rule)
        _rate_event(games, event, done, rule, both_curves[rule[EXPECTATION]])


def k_on_list(standing: ListStanding, *, month: int, rule: Longs) -> Ints:
    """Read K of every player from the rules (1.4): once at the top, else junior, else new, else the rest."""
    peak = np.maximum(standing.peak, standing.rating)
    known = standing.birth_year > 0
    junior = known & (month // 12 - standing.birth_year <= rule[JUNIOR_AGE]) & (peak < rule[JUNIOR_BELOW])
    found: NDArray[np.integer] = np.select(
        [peak >= rule[TOP_FROM], junior, standing.games < rule[NEW_BELOW_GAMES]],
        [rule[K_TOP], rule[K_JUNIOR], rule[K_NEW]],
        default=rule[K],
    )
    return found.astype(np.int32)


def rounded(k: Ints, sums: Longs) -> Ints:
    """Round K times the sums (millionths) to whole points, a half away from zero (8.3.4)."""
    change = k.astype(np.int64) * sums
    whole: Longs = np.sign(change) * ((2 * np.abs(change) + GAME) // (2 * GAME))
    return whole.astype(np.int32)


def adjusted(rating: Ints, one_off: OneOff) -> Ints:
    """Apply a dated adjustment to a whole list (1.7), nearest whole point."""
    found = rating.astype(np.int32)
    low = (found > 0) & (found < one_off.lift_below)
    lifted = (100 * found + one_off.lift_percent * (one_off.lift_below - found) + 50) // 100
    found = np.where(low, lifted, found).astype(np.int32)
    if one_off.standard is not None and one_off.standard_gap > 0:
        behind = (found > 0) & (one_off.standard - found > one_off.standard_gap)
        found = np.where(behind, one_off.standard - one_off.standard_gap, found).astype(np.int32)
    return found


def _listed(facts: PeriodFacts, standing: ListStanding) -> Ints:
    """Give the ratings changes are added to: as corrected, else as published (1.11)."""
    if facts.base is None:
        return standing.rating
    return np.where(facts.base > 0, facts.base, standing.rating).astype(np.int32)


def _bases(facts: PeriodFacts, listed: Ints) -> tuple[Ints, Ints]:
    """Give the base of every player and the rating each entry is computed from.

    A player without base whose own rating in force is given enters with it (rapid and blitz: the standard
    rating); of several the last counts as his base.
    """
    base = listed.copy()
    entering = np.flatnonzero((base[facts.entry_player] == 0) & (facts.entry_own > 0))
    base[facts.entry_player[entering]] = facts.entry_own[entering]
    carried = base[facts.entry_player]
    return base, np.where((facts.entry_own > 0) & (carried > 0), facts.entry_own, carried).astype(np.int32)


def _sums(facts: PeriodFacts, robins: Robins, own: Ints, rules: Longs) -> Sums:
    entries, games = facts.entry_player.size, facts.game_white.size
    done = Sums(
        games=np.zeros(entries, np.int32),
        half_points=np.zeros(entries, np.int32),
        opponents=np.zeros(entries, np.int64),
        sum=np.zeros(entries, np.int64),
        expected=np.full((games, 2), NOT_RATED, np.int32),
        opponent=np.zeros((games, 2), np.int32),
        capped=np.zeros((games, 2), np.int8),
        widest=np.full(entries, -1, np.int32),
    )
    games_played = _Games(
        event_edition=facts.event_edition,
        entry_start=facts.entry_start,
        game_start=facts.game_start,
        game_white=facts.game_white,
        game_black=facts.game_black,
        game_score=facts.game_score,
        seen=robins.seen,
        own=own,
    )
    _rate_games(games_played, done, rules, curves())
    return done


def _per_player(facts: PeriodFacts, column: NDArray[np.integer], players: int) -> Longs:
    total = np.zeros(players, np.int64)
    np.add.at(total, facts.entry_player, column)
    return total


class FideEngine:
    """The FIDE rating of one period; `rules` is the packed table of editions, one row per edition."""

    def rate(
        self, facts: PeriodFacts, standing: ListStanding, rules: Longs
    ) -> tuple[PeriodChanges, ListStanding]:
        """Compute a period; give its changes and the standing of the new list, K printed on it included.

        A rating below the floor of the list is none afterwards, and nothing is pooled of it (1.6); the count
        of games stays. The standing given is not changed.
        """
        players = standing.rating.size
        listed = _listed(facts, standing)
        base, own = _bases(facts, listed)
        robins = rate_robins(facts, rules, distances())
        done = _sums(facts, robins, own, rules)
        games = _per_player(facts, done.games, players).astype(np.int32)
        sums = _per_player(facts, done.sum, players)
        rated = (base > 0) & (games > 0)
        k = self._k(facts, standing, games, rules)
        after = base + np.where(rated, rounded(k, sums), 0).astype(np.int32)

        # Of somebody with a rating nothing is pooled any more.
        waiting = base[standing.pool.player] == 0
        young = standing.pool.month > facts.month - rules[facts.list_edition, WINDOW]
        found, pool = rate_newcomers(
            fresh_results(facts, robins=robins, own=own, sums=done),
            old=kept(standing.pool, waiting & young),
            rules=rules,
            players=players,
        )
        # Whoever enters with another list's rating gets his first one of this list as well.
        first = (found > 0) | (rated & (listed == 0))
        after = adjusted(np.where(base == 0, found, after).astype(np.int32), facts.one_off)
        fallen = (after < rules[facts.list_edition, FLOOR]) & (rated | first | facts.one_off.is_due)
        after[fallen] = 0
        changes = PeriodChanges(
            before=base,
            after=after,
            k=np.where(rated, k, 0).astype(np.int32),
            sum=np.where(rated, sums, 0),
            games=games,
            first=first & ~fallen,
            corrected=listed != standing.rating,
            entry_own=own,
            entry_games=done.games,
            entry_half_points=done.half_points,
            entry_opponents=done.opponents,
            entry_sum=done.sum,
            side_expected=done.expected,
            side_opponent=done.opponent,
            side_capped=done.capped,
        )
        new = ListStanding(
            rating=after,
            k=np.zeros(players, np.int32),
            games=(standing.games + games).astype(np.int32),
            peak=np.maximum(np.maximum(standing.peak, standing.rating), after).astype(np.int32),
            birth_year=standing.birth_year,
            pool=pool,
        )
        new.k[:] = k_on_list(new, month=facts.month, rule=rules[facts.list_edition])
        return changes, new

    def explain(
        self, facts: PeriodFacts, standing: ListStanding, rules: Longs, player: int
    ) -> list[TournamentDetail]:
        """Give one player's period, tournament by tournament and game by game."""
        return explained(facts, self.rate(facts, standing, rules)[0], player)

    def k_printed(self, standing: ListStanding, *, month: int, rule: Longs) -> Ints:
        """Read K of every player on a list from the rules (1.4)."""
        return k_on_list(standing, month=month, rule=rule)

    def _k(self, facts: PeriodFacts, standing: ListStanding, games: Ints, rules: Longs) -> Ints:
        """Give the K of the list before, reduced so that K times the games is at most 700 (8.3.3)."""
        read = k_on_list(standing, month=facts.month - 1, rule=rules[facts.k_edition])
        k = np.where(standing.k > 0, standing.k, read)
        most = rules[facts.list_edition, K_GAMES_MOST] // np.maximum(games, 1)
        applied: NDArray[np.integer] = np.minimum(k, most)
        return applied.astype(np.int32)


engine = FideEngine()
