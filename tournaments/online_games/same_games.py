"""Games sent again: the same content by its digest, and one game under two codes.

The same players do not finish two games in one second, and a game its two sides report a second apart,
each as White, is one. A clock of minutes proves less: there colours and result have to be the same as well,
so that a quick return game is not refused.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from federation.database import bulk
from tournaments.online_games.arrivals import Arrivals, Longs
from tournaments.online_games.checking import key_of

Words = NDArray[np.uint64]
_TEXTS = 1 << 15  # remembered by a process: the handles of those who play most
_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)

SECOND = 1000  # milliseconds
_MINUTE = 60_000
_MANY = 20  # games that all end on a whole minute: no chance, but a clock without seconds
_INT, _TEXT = np.dtype(np.int64), np.dtype(object)
_NOBODY = np.int64(0)


@dataclass(frozen=True, slots=True)
class _Games:
    """Games as far as they are compared: a number for who they are between, the end, White and the winner."""

    party: Longs
    ended: Longs
    white: Longs  # `NOBODY` at tables
    winner: Longs  # `NOBODY` of a drawn game
    codes: Sequence[str]

    def are_same(self, at: int, other: int) -> bool:
        """Return whether two games between the same people are one."""
        apart = abs(int(self.ended[at]) - int(self.ended[other]))
        is_turned = self.white[at] != self.white[other] and self.winner[at] == self.winner[other]
        return apart < SECOND or (apart == SECOND and bool(is_turned))


def same_games(
    system: str, games: Arrivals, game_digests: Longs, players: Longs
) -> Iterator[tuple[int, str]]:
    """Yield the games (G) that are another one of the system or of the batch: row, and the other's code.

    `players`: of the names, negative for people who are not enrolled yet. Of a batch the game that ended
    first is taken, then the one that came first. One query, two where some sit at tables.
    """
    if not len(games):
        return
    is_coarse = len(games) >= _MANY and bool((games.ended % _MINUTE == 0).all())
    parts = [
        *_stored(system, games, is_coarse=is_coarse),
        _of_batch(games, game_digests, players, is_coarse=is_coarse),
    ]
    held = sum(len(part.codes) for part in parts[:-1])
    met = _joined(parts)
    order = np.lexsort((np.arange(len(met.codes)), met.ended, met.party))
    near = (np.diff(met.party[order]) == 0) & (np.diff(met.ended[order]) <= SECOND)
    for run in np.split(order, np.flatnonzero(~near) + 1) if near.any() else ():
        if len(run) > 1 and int(run.max()) >= held:
            yield from ((at - held, met.codes[other]) for at, other in _same_of_run(met, run.tolist(), held))


def _same_of_run(met: _Games, run: list[int], held: int) -> Iterator[tuple[int, int]]:
    """Yield the games of a batch in a run of near ones, each with the one that stays; stored ones all stay.

    Each is compared with the game before it that stays, so that a game two seconds later is another one.
    """
    others: dict[int, int] = {}
    for direction in (run, run[::-1]):
        last = None
        for at in direction:
            if at < held:
                last = at
            elif last is not None and met.are_same(at, last):
                others.setdefault(at, last)
    last = None
    for at in run:
        if at < held or at in others:
            continue
        if last is not None and met.are_same(at, last):
            others[at] = last
        else:
            last = at
    yield from others.items()


def _of_batch(games: Arrivals, game_digests: Longs, players: Longs, *, is_coarse: bool) -> _Games:
    people = _people(games, players)[games.seat_name]
    first, last = people[games.seat_start[:-1]], people[games.seat_start[1:] - 1]
    return _Games(
        game_digests if is_coarse else _parties(people, games.seat_start[:-1]),
        games.ended,
        np.where(np.diff(games.seat_start) == 2, first, _NOBODY),
        _winners(games.score.astype(np.int64), first, last),
        games.codes,
    )


def _people(games: Arrivals, players: Longs) -> Longs:
    """Return who each name is: the player, else a number of its own for each handle that is new."""
    people = players.copy()
    new: dict[str, int] = {}
    for at in np.flatnonzero(players < 0).tolist():
        people[at] = -2 - new.setdefault(key_of(games.names[at]), len(new))
    return people


def _parties(people: Longs, starts: Longs) -> Longs:
    """Return a number for the people of each game, in any seats."""
    return np.add.reduceat(mixed(people), starts).view(np.int64) if len(starts) else np.empty(0, np.int64)


def _winners(score: Longs, white: Longs, black: Longs) -> Longs:
    return np.where(score == 2, white, np.where(score == 0, black, _NOBODY))


def _joined(parts: Sequence[_Games]) -> _Games:
    return _Games(
        np.concatenate([part.party for part in parts]),
        np.concatenate([part.ended for part in parts]),
        np.concatenate([part.white for part in parts]),
        np.concatenate([part.winner for part in parts]),
        [code for part in parts for code in part.codes],
    )


def _stored(system: str, games: Arrivals, *, is_coarse: bool) -> Iterator[_Games]:
    """Read the games of the system that ended near those of a batch."""
    seconds = np.unique(games.ended // SECOND).tolist()
    sizes = np.diff(games.seat_start)
    if (sizes == 2).any():
        yield _stored_duels(system, seconds, is_coarse=is_coarse)
    if (sizes > 2).any():
        yield _stored_tables(system, seconds, is_coarse=is_coarse)


_NEAR_BY = (
    "FROM {source} CROSS JOIN tournaments_tablegame AS g{seats} WHERE g.system = %s AND g.withdrawn IS NULL"
    f" AND g.ended BETWEEN (v.value - 1) * {SECOND} AND (v.value + 2) * {SECOND} - 1"
)


def _stored_duels(system: str, seconds: list[int], *, is_coarse: bool) -> _Games:
    source, value = bulk.listed_keys(seconds)
    codes, ended, game_digests, white, black, score = bulk.read_columns(
        "SELECT g.code, g.ended, g.told, g.white_id, g.black_id, g.score "
        f"{_NEAR_BY.format(source=source, seats='')} AND g.white_id IS NOT NULL",
        [value, system],
        [_TEXT, _INT, _INT, _INT, _INT, _INT],
    )
    people = np.stack([white, black], axis=1).reshape(-1)
    party = game_digests if is_coarse else _parties(people, np.arange(0, len(people), 2))
    return _Games(party, ended, white, _winners(score, white, black), codes.tolist())


def _stored_tables(system: str, seconds: list[int], *, is_coarse: bool) -> _Games:
    source, value = bulk.listed_keys(seconds)
    games, codes, ended, game_digests, people, _seat = bulk.read_columns(
        "SELECT DISTINCT g.id, g.code, g.ended, g.told, s.player_id, s.number "
        f"{_NEAR_BY.format(source=source, seats=' CROSS JOIN tournaments_seat AS s')}"
        " AND s.game_id = g.id ORDER BY g.id",
        [value, system],
        [_INT, _TEXT, _INT, _INT, _INT, _INT],
    )
    _, first = np.unique(games, return_index=True)
    party = game_digests[first] if is_coarse else _parties(people, first)
    nobody = np.zeros(len(first), np.int64)
    return _Games(party, ended[first], nobody, nobody, codes[first].tolist())


def digests(system: str, games: Arrivals) -> Longs:
    """Return the digest of each game (G): system, end, score, points, and every seat with place and team.

    By it a game sent again is recognised: same content, same number. It is stored in `TableGame.told`, so it
    never changes.
    """
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
    """Mix a word into each state by the finaliser of SplitMix64 (Steele, Lea, Flood 2014)."""
    mixed = (state ^ word) + _STEP
    mixed = (mixed ^ (mixed >> np.uint64(30))) * _FIRST
    mixed = (mixed ^ (mixed >> np.uint64(27))) * _SECOND
    return mixed ^ (mixed >> np.uint64(31))
