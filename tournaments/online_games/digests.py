"""Digests of games, so that a game sent again is recognised: same content, same number.

Mixed by the finaliser of SplitMix64 (Steele, Lea, Flood 2014); stored in `TableGame.told`: it never changes.
"""

from functools import lru_cache
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from tournaments.online_games.arrivals import Arrivals, Longs
from tournaments.online_games.checking import key_of

Words = NDArray[np.uint64]
_TEXTS = 1 << 15  # remembered by a process: the handles of those who play most
_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)


def digests(system: str, games: Arrivals) -> Longs:
    """Return the digest of each game (G): system, end, score, points, and every seat with place and team."""
    sizes = np.diff(games.seat_start)
    state = np.full(len(games), _of_text(system), np.uint64)
    for column in (games.ended, games.score.astype(np.int64), games.points.view(np.int64), sizes):
        state = _mix(state, column.astype(np.int64).view(np.uint64))
    people = np.array([_of_text(key_of(name)) for name in games.names], np.uint64)
    for seat in range(int(sizes.max(initial=0))):
        rows = np.flatnonzero(sizes > seat)
        at = games.seat_start[rows] + seat
        finish = games.seat_place[at].astype(np.uint64) * np.uint64(256) + games.seat_team[at].astype(
            np.uint64
        )
        state[rows] = _mix(_mix(state[rows], people[games.seat_name[at]]), finish)
    return state.view(np.int64)


def mixed(numbers: Longs) -> Words:
    """Return each number (N) scattered over all there are; those of several may be added up."""
    return _mix(np.zeros(len(numbers), np.uint64), numbers.astype(np.int64).view(np.uint64))


@lru_cache(_TEXTS)
def _of_text(text: str) -> int:
    # what no database could hold is refused elsewhere, but has a digest too
    return int.from_bytes(blake2b(text.encode("utf-8", "replace"), digest_size=8).digest(), "little")


def _mix(state: Words, word: Words) -> Words:
    """Mix a word into each state."""
    mixed = (state ^ word) + _STEP
    mixed = (mixed ^ (mixed >> np.uint64(30))) * _FIRST
    mixed = (mixed ^ (mixed >> np.uint64(27))) * _SECOND
    return mixed ^ (mixed >> np.uint64(31))
