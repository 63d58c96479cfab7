"""Facts an engine replays, in its order, from columns of games, seats and decisions. Pure.

The order is moment, decisions of the office before games, server, the game's own code: the order of
arrival plays no part in it.
"""

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from ratings.engines.contract import Bytes, Floats, Ints
from ratings.engines.stream_contract import DUEL, LEVEL, PLACES, TEAMS, Longs, StreamFacts

Some = TypeVar("Some", bound=np.generic)
NOBODY = -1  # instead of White of a game whose players sit in rows of their own


@dataclass(frozen=True, slots=True)
class Games:
    """Games as their rows have them, in any order; `tie` orders codes of one server and moment."""

    key: Longs
    server: Longs
    moment: Longs
    white: Longs
    black: Longs
    score: Bytes  # White's half points
    points: Floats
    tie: Longs


@dataclass(frozen=True, slots=True)
class Seats:
    """Seats of games of more than two, in any order."""

    game: Longs
    number: Ints
    player: Longs
    place: Bytes
    team: Bytes


@dataclass(frozen=True, slots=True)
class Levels:
    """Decisions of the office, in any order."""

    key: Longs
    moment: Longs
    player: Longs
    rating: Floats
    deviation: Floats
    games: Ints


_NO_KEYS, _NO_NUMBERS = np.zeros(0, np.int64), np.zeros(0, np.float64)
_NO_PLACES = np.zeros(0, np.int8)
NO_SEATS = Seats(_NO_KEYS, np.zeros(0, np.int32), _NO_KEYS, _NO_PLACES, _NO_PLACES)
NO_LEVELS = Levels(_NO_KEYS, _NO_KEYS, _NO_KEYS, _NO_NUMBERS, _NO_NUMBERS, np.zeros(0, np.int32))


@dataclass(frozen=True, slots=True)
class Assembly:
    """Facts with the keys behind their indices."""

    facts: StreamFacts
    players: Longs  # P, rising: of those with a seat, and of others who were asked for
    key: Longs  # G: game; a decision of the office: its key, negative


@dataclass(frozen=True, slots=True)
class _Order:
    """Where each fact goes: games first as given, then levels."""

    place: Longs
    start: Longs  # of its seats, by place


def tied(games: Games) -> NDArray[np.bool_]:
    """Return which games ended at one moment on one server with another, so that their codes decide."""
    order = np.lexsort((games.server, games.moment))
    moment, server = games.moment[order], games.server[order]
    same = (moment[1:] == moment[:-1]) & (server[1:] == server[:-1])
    ties = np.zeros(order.size, np.bool_)
    ties[order[1:]] |= same
    ties[order[:-1]] |= same
    return ties


def assemble(games: Games, seats: Seats, levels: Levels, *, effective: Longs, also: Longs) -> Assembly:
    """Arrange facts as an engine takes them; `effective`: moments from which editions hold, rising.

    `also`: players without a seat who shall have an index.
    """
    at = _seat_games(games, seats)
    count = np.concatenate((np.full(games.key.size, 2, np.int64), np.ones(levels.key.size, np.int64)))
    tables = games.white == NOBODY
    count[np.flatnonzero(tables)] = np.bincount(at, minlength=games.key.size)[tables]
    order = _order(games, levels, count)
    moment = np.concatenate((games.moment, levels.moment))
    kind = np.concatenate((_kinds(games, seats, at), np.full(levels.key.size, LEVEL, np.int8)))
    player, place, seat_games = _seats(games, seats, levels, order=order, at=at)
    players = np.unique(np.concatenate((player, also)))
    numbers = np.full(games.key.size, np.nan)
    facts = StreamFacts(
        kind=_in_order(kind, order),
        edition=np.maximum(np.searchsorted(effective, _in_order(moment, order), side="right") - 1, 0).astype(
            np.int8
        ),
        moment=_in_order(moment, order),
        points=_in_order(np.concatenate((games.points, np.full(levels.key.size, np.nan))), order),
        level=_in_order(np.concatenate((numbers, levels.rating)), order),
        deviation=_in_order(np.concatenate((numbers, levels.deviation)), order),
        seat_start=order.start.astype(np.int32),
        seat_player=np.searchsorted(players, player).astype(np.int32),
        seat_place=place,
        seat_games=seat_games,
    )
    return Assembly(facts, players, _in_order(np.concatenate((games.key, -levels.key)), order))


def _seat_games(games: Games, seats: Seats) -> Longs:
    """Return each seat's game as its row of `games`."""
    by_key = np.argsort(games.key)
    return by_key[np.searchsorted(games.key[by_key], seats.game)]


def _order(games: Games, levels: Levels, count: Longs) -> _Order:
    nothing = np.zeros(levels.key.size, np.int64)
    columns = (
        np.concatenate((games.tie, levels.key)),
        np.concatenate((games.server, nothing)),
        np.concatenate((np.ones(games.key.size, np.int64), nothing)),
        np.concatenate((games.moment, levels.moment)),
    )
    order = np.lexsort(columns)
    place = np.empty_like(order)
    place[order] = np.arange(order.size)
    return _Order(place, np.append(0, np.cumsum(count[order])))


def _kinds(games: Games, seats: Seats, at: Longs) -> Bytes:
    kind = np.where(games.white == NOBODY, PLACES, DUEL).astype(np.int8)
    kind[at[seats.team > 0]] = TEAMS
    return kind


def _seats(
    games: Games, seats: Seats, levels: Levels, *, order: _Order, at: Longs
) -> tuple[Longs, Bytes, Ints]:
    """Return player, place and games to count from of every seat in the order of the replay."""
    player = np.zeros(order.start[-1], np.int64)
    place = np.ones(player.size, np.int8)
    seat_games = np.zeros(player.size, np.int32)
    first = order.start[order.place]
    duels = np.flatnonzero(games.white != NOBODY)
    player[first[duels]], player[first[duels] + 1] = games.white[duels], games.black[duels]
    place[first[duels]] = np.where(games.score[duels] == 0, 2, 1)
    place[first[duels] + 1] = np.where(games.score[duels] == 2, 2, 1)
    alone = first[games.key.size :]
    player[alone], seat_games[alone] = levels.player, levels.games
    # Neighbours at a table: by team, then as reported.
    by_seat = np.lexsort((seats.number, seats.team, at))
    opens = np.searchsorted(at[by_seat], at[by_seat])
    row = first[at[by_seat]] + np.arange(by_seat.size) - opens
    player[row], place[row] = seats.player[by_seat], seats.place[by_seat]
    return player, place, seat_games


def _in_order(column: NDArray[Some], order: _Order) -> NDArray[Some]:
    placed = np.empty_like(column)
    placed[order.place] = column
    return placed
