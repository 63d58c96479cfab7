"""The games of a FIDE period: expectations, the 400 rule in its four phases, sums per entry (1.2, 1.3)."""

from typing import NamedTuple

import numpy as np
from numba import njit

from ratings.engines.contract import Bytes, Ints
from ratings.engines.fide_contract import GAME, NOT_RATED, Longs, PeriodFacts, Sums
from ratings.engines.fide_rules import (
    CAP,
    CAP_ONCE,
    CAP_ONCE_LOWER,
    EXEMPT_FROM,
    EXPECTATION,
    GAP,
    GAP_ABOVE,
)
from ratings.engines.fide_tables import curves


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
    """Return whether the 400 rule speaks of a difference (8.3.1; from 2650 not since October 2025)."""
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


def rate_games(facts: PeriodFacts, *, seen: Ints, own: Ints, rules: Longs) -> Sums:
    """Compute every side of every game, from the ratings opponents meet and those of one's own side (N)."""
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
        seen=seen,
        own=own,
    )
    _rate_games(games_played, done, rules, curves())
    return done
