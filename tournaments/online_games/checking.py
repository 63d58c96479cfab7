"""Checks of games, before their players are looked up: columns in, findings out."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from federation.vocabulary.systems.declaration import GamesTaken
from tournaments.online_games.arrivals import BY_PLACES, Arrivals, Refusal
from tournaments.reports.findings import Finding, Place, error

LONGEST_CODE = 40
LONGEST_HANDLE = 80
AHEAD = 5 * 60_000  # milliseconds a server's clock may be ahead of this one
EARLIEST = 631_152_000_000  # 1 January 1990
MOST_POINTS = 1000.0
_HANDLES = 1 << 15  # whose keys a process remembers: those of a batch are asked for four times
_GROWS = 3  # letters a letter has in small ones at most
# A code stands in an address: letters, digits and signs that mean nothing there.
_CODE = re.compile(rf"[A-Za-z0-9._:@+~-]{{1,{LONGEST_CODE}}}")

Mask = NDArray[np.bool_]
Found = Iterator[tuple[int, Finding]]


@lru_cache(_HANDLES)
def key_of(handle: str) -> str:
    """Return the key of a handle: servers treat "Anna" and "anna" as one."""
    return " ".join(handle.split()).lower()


def is_handle(name: str) -> bool:
    """Return whether a text can be a handle: 1 to 80 visible letters or blanks between them."""
    return bool(name.strip()) and name.isprintable() and max(len(name), len(key_of(name))) <= LONGEST_HANDLE


def _are_handles(names: Sequence[str]) -> bool:
    """Return whether all of some texts are handles beyond doubt: short even if small letters were longer."""
    return (
        "".join(names).isprintable()
        and all(map(str.strip, names))
        and max(map(len, names), default=0) <= LONGEST_HANDLE // _GROWS
    )


def check(games: Arrivals, takes: GamesTaken, *, now: int) -> tuple[Mask, list[Refusal]]:
    """Return which games (G) can be taken, judged by the games alone, and why the others cannot.

    `now`: milliseconds since 1970, UTC.
    """
    findings: defaultdict[int, list[Finding]] = defaultdict(list)
    if len(games):
        for look in (_codes(games), _times(games, now), _tables(games, takes), _players(games)):
            for row, finding in look:
                findings[row].append(finding)
    good = np.ones(len(games), bool)
    good[list(findings)] = False
    return good, [refusal(games, row, findings[row]) for row in sorted(findings)]


def refusal(games: Arrivals, row: int, findings: Iterable[Finding]) -> Refusal:
    """Refuse a game of the columns."""
    return Refusal(int(games.place[row]), games.codes[row], tuple(findings))


def place_of(games: Arrivals, row: int) -> Place:
    """Return the line a game of a file stands on."""
    return Place(int(games.place[row]))


def when(moment: int) -> str:
    """Write a moment as ISO 8601 in UTC; as a plain number where no calendar has it."""
    try:
        return datetime.fromtimestamp(moment / 1000, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    except (OverflowError, ValueError, OSError):
        return str(moment)


def _codes(games: Arrivals) -> Found:
    for row, code in enumerate(games.codes):
        if not _CODE.fullmatch(code):
            yield row, error("odd-game-code", place_of(games, row), text=code[:60], limit=LONGEST_CODE)


def _times(games: Arrivals, now: int) -> Found:
    for row in np.flatnonzero(games.ended > now + AHEAD).tolist():
        yield row, error("game-in-future", place_of(games, row), when=when(int(games.ended[row])))
    for row in np.flatnonzero(games.ended < EARLIEST).tolist():
        yield row, error("game-too-old", place_of(games, row), when=when(int(games.ended[row])))


def _tables(games: Arrivals, takes: GamesTaken) -> Found:
    """Look at how many sit there, in teams or alone, for how many points, and how they finished."""
    sizes = np.diff(games.seat_start)
    teams = games.seat_team[games.seat_start[:-1]] > 0
    fits = (sizes == 4) & teams if takes.teams else (sizes >= 2) & (sizes <= takes.most) & ~teams
    for row in np.flatnonzero(~fits).tolist():
        yield row, _no_game(games, row, takes, seats=int(sizes[row]))
    decided = np.where(games.score == BY_PLACES, ~teams & (sizes > 2), sizes == np.where(teams, 4, 2))
    for row in np.flatnonzero(fits & ~(decided & (games.score <= 2))).tolist():
        yield row, error("no-result", place_of(games, row))
    lowest = np.minimum.reduceat(games.seat_place, games.seat_start[:-1])
    highest = np.maximum.reduceat(games.seat_place, games.seat_start[:-1])
    for row in np.flatnonzero(fits & ((lowest != 1) | (highest > sizes))).tolist():
        yield row, error("odd-places", place_of(games, row), count=int(sizes[row]))
    has_points = ~np.isnan(games.points)
    odd = has_points & ~((games.points > 0) & (games.points <= MOST_POINTS))
    for row in np.flatnonzero(odd if takes.points else has_points).tolist():
        code = "odd-points" if takes.points else "points-not-taken"
        yield row, error(code, place_of(games, row), limit=int(MOST_POINTS))


def _no_game(games: Arrivals, row: int, takes: GamesTaken, *, seats: int) -> Finding:
    place = place_of(games, row)
    if takes.teams:
        return error("wants-teams", place)
    if takes.most == 2:
        return error("wants-two", place, count=seats)
    if games.seat_team[games.seat_start[row]] > 0:
        return error("wants-no-teams", place)
    return error("too-many-seats", place, count=seats, limit=takes.most)


def _players(games: Arrivals) -> Found:
    """Look for texts that are no handles, and for players who sit twice at a table."""
    keys: dict[str, int] = {}
    key = np.array([keys.setdefault(key_of(name), len(keys)) for name in games.names], np.int64)
    bad = np.zeros(len(games.names), bool)
    if not _are_handles(games.names):
        bad[:] = [not is_handle(name) for name in games.names]
    if bad.any():
        game = games.seat_game
        for seat in np.flatnonzero(bad[games.seat_name]).tolist():
            row, name = int(game[seat]), games.names[games.seat_name[seat]]
            yield row, error("odd-handle", place_of(games, row), text=name[:60], limit=LONGEST_HANDLE)
    for row, seat in seated_twice(games, key[games.seat_name]):
        name = games.names[games.seat_name[seat]]
        yield row, error("seated-twice", place_of(games, row), name=name[:LONGEST_HANDLE])


def seated_twice(games: Arrivals, who: NDArray[np.int64]) -> Iterator[tuple[int, int]]:
    """Find games with one person at two seats: (game, one of them). `who` (N): -1 = unknown."""
    if (np.diff(games.seat_start) == 2).all():
        first, second = who[0::2], who[1::2]
        for row in np.flatnonzero((first == second) & (first >= 0)).tolist():
            yield row, 2 * row
        return
    game = games.seat_game
    order = np.lexsort((who, game))
    game, same = game[order], who[order]
    twice = (game[1:] == game[:-1]) & (same[1:] == same[:-1]) & (same[1:] >= 0)
    games_reported: set[int] = set()
    for at in np.flatnonzero(twice).tolist():
        if int(game[at]) not in games_reported:
            games_reported.add(int(game[at]))
            yield int(game[at]), int(order[at])
