"""How the facts of a stream reach compiled code, and how what it found comes back."""

from dataclasses import fields, replace
from typing import Any, NamedTuple

import numpy as np

from ratings.engines.contract import Bytes, Floats, Ints
from ratings.engines.stream_contract import (
    KIND_WORDS,
    Longs,
    StreamChanges,
    StreamFacts,
    StreamStanding,
)

# Columns of the people of a stream: one row a player, so that a player is one line of the cache.
RATING, DEVIATION, GAMES, MOMENT = range(4)


class StreamColumns(NamedTuple):
    """`StreamFacts` as compiled code takes them; the fields of the contract in their order."""

    kind: Bytes
    edition: Bytes
    moment: Longs
    points: Floats
    level: Floats
    deviation: Floats
    seat_start: Ints
    seat_player: Ints
    seat_place: Bytes
    seat_games: Ints


class StreamOutput(NamedTuple):
    """The columns of `StreamChanges` while a replay fills them; an engine writes every row it computes."""

    before: Floats
    after: Floats
    aged: Floats
    deviation: Floats
    games: Ints


def stream_columns(facts: StreamFacts) -> StreamColumns:
    """Hand facts to compiled code; arrays are copied only where they are read-only or not contiguous."""
    arrays: Any = (np.require(getattr(facts, field.name), requirements=["C", "W"]) for field in fields(facts))
    return StreamColumns(*arrays)


def people_of(standing: StreamStanding) -> Floats:
    """Copy a standing as rows of people, (P, 4); milliseconds and games are exact as floats."""
    columns = (standing.rating, standing.deviation, standing.games, standing.moment)
    return np.ascontiguousarray(np.stack(columns, axis=1, dtype=np.float64))


def standing_of(people: Floats) -> StreamStanding:
    """Return rows of people back as a standing."""
    return StreamStanding(
        rating=people[:, RATING].copy(),
        deviation=people[:, DEVIATION].copy(),
        games=people[:, GAMES].astype(np.int32),
        moment=people[:, MOMENT].astype(np.int64),
    )


def stream_output(facts: StreamFacts) -> StreamOutput:
    """Make room for the changes of a replay."""
    seats = facts.seat_player.size
    before, after, aged, deviation = (np.empty(seats) for _ in range(4))
    return StreamOutput(before, after, aged, deviation, np.empty(seats, np.int32))


def finished(
    done: StreamOutput, people: Floats, *, refused: int, facts: StreamFacts
) -> tuple[StreamChanges, StreamStanding]:
    """Return what a replay found.

    Raises ValueError naming the game a replay stopped at, where one did (`refused` is not negative).
    """
    if refused >= 0:
        kind = KIND_WORDS.get(int(facts.kind[refused]), "unknown")
        seats = int(facts.seat_start[refused + 1] - facts.seat_start[refused])
        raise ValueError(f"game {refused} of {seats} seats ({kind}) is none these rules know")
    return StreamChanges(*done), standing_of(people)


def games_between(facts: StreamFacts, first: int, end: int) -> StreamFacts:
    """Cut the games first..end-1 out of a replay; seats count from 0 again, players keep their places."""
    seats = slice(int(facts.seat_start[first]), int(facts.seat_start[end]))
    games = slice(first, end)
    return StreamFacts(
        kind=facts.kind[games],
        edition=facts.edition[games],
        moment=facts.moment[games],
        points=facts.points[games],
        level=facts.level[games],
        deviation=facts.deviation[games],
        seat_start=facts.seat_start[first : end + 1] - np.int32(seats.start),
        seat_player=facts.seat_player[seats],
        seat_place=facts.seat_place[seats],
        seat_games=facts.seat_games[seats],
    )


def seats_alone(game: StreamFacts, standing: StreamStanding) -> tuple[StreamFacts, StreamStanding]:
    """Return one game with a standing of nobody but its players, in the order of its seats.

    To explain a game a whole population need not be copied.
    """
    players = game.seat_player
    own = replace(game, seat_player=np.arange(players.size, dtype=np.int32))
    return own, StreamStanding(
        standing.rating[players],
        standing.deviation[players],
        standing.games[players],
        standing.moment[players],
    )
