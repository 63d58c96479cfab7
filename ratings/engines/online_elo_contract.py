"""Facts and results of the generic Elo of games one by one, in the order they ended.

A stream (`stream_contract.StreamFacts`: G games, N seats) with what its tables may ask for besides: length of
a match, points of both sides, control, class, server, board; age, level and grade of a player.
"""

from dataclasses import dataclass, fields
from typing import Any, NamedTuple

import numpy as np

from ratings.engines.contract import Bytes, Floats, Ints
from ratings.engines.decision_tables import (
    AGE,
    BONUS,
    BY_AGE,
    CAP_ONCE,
    CODE,
    EVENT,
    FIBS,
    FIRST,
    K_MOST,
    KIND,
    MOST_GAMES,
    NO_BONUS,
    RATING,
    SPREAD,
    WHEN,
    OutOfBoundsError,
    Rules,
    leads,
    outside,
)
from ratings.engines.stream_contract import DUEL, StreamFacts

LENGTH, POINTS = (1.0, 1_000.0), (-1_000_000.0, 1_000_000.0)


@dataclass(frozen=True, slots=True)
class OnlineFacts:
    """G games of two, or levels of the office; codes are those of the tables, -1 = none."""

    games: StreamFacts
    length: Floats  # G: of the match; NaN = not known
    control: Bytes  # G
    game_class: Bytes  # G
    online: Bytes  # G: 1 = on a server
    size: Bytes  # G
    seat_points: Floats  # N: of that side; NaN = not known
    seat_age: Floats  # N: years; NaN = not known
    seat_level: Bytes  # N
    seat_grade: Bytes  # N


@dataclass(frozen=True, slots=True)
class OnlineStanding:
    """P players before the first game, or after the last."""

    rating: Floats  # NaN = none
    games: Floats  # rated so far; where matches have lengths, the sum of these
    peak: Floats  # highest rating ever; NaN = none


@dataclass(frozen=True, slots=True)
class OnlineChanges:
    """N seats. A newcomer's `before` is the rating the game was computed from."""

    before: Floats
    after: Floats  # NaN = lost below the floor
    games: Floats  # so far, this one included


@dataclass(frozen=True, slots=True)
class OnlineDetails:
    """N seats: what a change was computed with."""

    k: Floats  # 0 = the game is not rated
    expected: Floats  # in games; NaN of a level, and of a game that is not rated


class OnlineColumns(NamedTuple):
    """`OnlineFacts` as compiled code takes them."""

    kind: Bytes
    edition: Bytes
    seat_start: Ints
    seat_player: Ints
    seat_place: Bytes
    level: Floats
    seat_games: Ints
    length: Floats
    control: Bytes
    game_class: Bytes
    online: Bytes
    size: Bytes
    seat_points: Floats
    seat_age: Floats
    seat_level: Bytes
    seat_grade: Bytes


def online_columns(facts: OnlineFacts) -> OnlineColumns:
    """Hand facts to compiled code; arrays are copied only where they are read-only or not contiguous."""
    both = {field.name: getattr(facts.games, field.name) for field in fields(facts.games)}
    both |= {field.name: getattr(facts, field.name) for field in fields(facts)}
    arrays: Any = (np.require(both[name], requirements=["C", "W"]) for name in OnlineColumns._fields)
    return OnlineColumns(*arrays)


def refuse_out_of_bounds(facts: OnlineFacts, standing: OnlineStanding, rules: Rules) -> None:
    """Raise OutOfBoundsError, with a line a column, for tables or facts no kernel may see."""
    wrong = [*_wrong_rules(rules), *_wrong_shapes(facts)]
    wrong = wrong or _wrong_facts(facts, standing, rules) or _wrong_needs(facts, rules)
    if wrong:
        raise OutOfBoundsError("\n".join(wrong))


def _wrong_rules(rules: Rules) -> list[str]:
    """Return a line for each table that games one by one do not know."""
    constants = rules.constants
    unknown = (
        ("a cap once an event", constants[:, CAP_ONCE] > 0.0),
        ("a limit of K times the games", np.isfinite(constants[:, K_MOST])),
        ("a bonus", constants[:, BONUS] != NO_BONUS),
        ("a first rating from results", constants[:, FIRST] > BY_AGE),
        ("a rounding after events", constants[:, WHEN] == EVENT),
    )
    return [f"games one by one know no such table: {name}" for name, has in unknown if bool(has.any())]


def _wrong_shapes(facts: OnlineFacts) -> list[str]:
    """Return a line for each column of a wrong length, and for seats that do not fit."""
    stream = facts.games
    games, seats = stream.kind.size, stream.seat_player.size
    wrong = [
        f"{field.name} has not {size} rows"
        for record in (stream, facts)
        for field in fields(record)
        if field.name not in ("games", "seat_start")
        for size in [seats if field.name.startswith("seat_") else games]
        if getattr(record, field.name).shape != (size,)
    ]
    return wrong + leads("seat_start", stream.seat_start, games, seats)


def _wrong_facts(facts: OnlineFacts, standing: OnlineStanding, rules: Rules) -> list[str]:
    stream, players = facts.games, standing.rating.size
    wrong = outside("edition", stream.edition, 0, len(rules.constants) - 1)
    wrong += outside("seat_player", stream.seat_player, 0, players - 1)
    wrong += outside("seat_games", stream.seat_games, 0, MOST_GAMES)
    wrong += outside("level", stream.level, *RATING, nan=True) + outside(
        "length", facts.length, *LENGTH, nan=True
    )
    wrong += outside("seat_points", facts.seat_points, *POINTS, nan=True)
    wrong += outside("seat_age", facts.seat_age, *AGE, nan=True) + outside("size", facts.size, 0, 127)
    for name in ("control", "game_class", "seat_level", "seat_grade"):
        wrong += outside(name, getattr(facts, name), -1, CODE[1])
    wrong += outside("online", facts.online, 0, 1) + outside("games", standing.games, 0, MOST_GAMES)
    wrong += outside("rating", standing.rating, *RATING, nan=True) + outside(
        "peak", standing.peak, *RATING, nan=True
    )
    return wrong


def _wrong_needs(facts: OnlineFacts, rules: Rules) -> list[str]:
    """Return a line for each fact that an expectation needs and a game has not."""
    if not np.isin(rules.constants[:, KIND], (FIBS, SPREAD)).any():
        return []
    kind = rules.constants[facts.games.edition, KIND]
    duel = facts.games.kind == DUEL
    wrong = []
    if bool(np.isnan(facts.length[duel & (kind == FIBS)]).any()):
        wrong.append("length is needed of every match")
    of_seat = np.repeat(duel & (kind == SPREAD), np.diff(facts.games.seat_start))
    if bool(np.isnan(facts.seat_points[of_seat]).any()):
        wrong.append("seat_points are needed of both sides")
    return wrong


def no_more(games: StreamFacts) -> OnlineFacts:
    """Return a stream of which nothing is known but who won."""
    count, seats = games.kind.size, games.seat_player.size
    none, unknown = np.full(count, -1, np.int8), np.full(seats, -1, np.int8)
    nothing = np.full(seats, np.nan)
    return OnlineFacts(
        games=games,
        length=np.full(count, np.nan),
        control=none,
        game_class=none,
        online=np.ones(count, np.int8),
        size=np.zeros(count, np.int8),
        seat_points=nothing,
        seat_age=nothing,
        seat_level=unknown,
        seat_grade=unknown,
    )


def unrated(players: int) -> OnlineStanding:
    """Return the standing of players who never played."""
    return OnlineStanding(np.full(players, np.nan), np.zeros(players), np.full(players, np.nan))
