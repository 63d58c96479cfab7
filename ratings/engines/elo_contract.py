"""Facts and results of the generic Elo: spans of events in, a row an entry out.

All arrays are one-dimensional and C-contiguous unless a shape is given. A *span* is rated at once: one event
(by event), or every event of a period. The events of span i are rows `span_start[i] : span_start[i + 1]`, the
entries and games of event j rows `entry_start[j] : entry_start[j + 1]` and `game_start[j] : ...`. A player
has at most one entry in an event.
"""

from dataclasses import dataclass, fields
from typing import Any, NamedTuple

import numpy as np

from ratings.engines.contract import Bytes, Floats, Ints
from ratings.engines.decision_tables import (
    AGE,
    CODE,
    COUNT,
    FIBS,
    MOST_GAMES,
    RATING,
    SPREAD,
    OutOfBoundsError,
    Rules,
    leads,
    outside,
)


@dataclass(frozen=True, slots=True)
class EloFacts:
    """S spans, E events, N entries, G games; codes are those of the tables, -1 = none."""

    span_start: Ints  # S + 1
    span_edition: Bytes  # S: row of the rules
    entry_start: Ints  # E + 1
    game_start: Ints  # E + 1
    event_control: Bytes  # E: code of the time control
    event_class: Bytes  # E: code of the class
    event_online: Bytes  # E: 1 = on a server
    entry_player: Ints  # N: index into the standing
    entry_age: Floats  # N: years; NaN = not known
    entry_level: Bytes  # N: code
    entry_grade: Bytes  # N: code
    game_white: Ints  # G: entry row
    game_black: Ints  # G
    game_score: Bytes  # G: White's half points 0, 1, 2
    game_size: Bytes  # G: size of the board


@dataclass(frozen=True, slots=True)
class EloStanding:
    """P players; the pool holds what a newcomer played before the first rating."""

    rating: Floats  # NaN = none
    games: Floats  # rated so far, those of the pool included
    peak: Floats  # highest rating ever; NaN = none
    pool_games: Floats
    pool_half_points: Floats
    pool_opponents: Floats  # sum of their ratings


@dataclass(frozen=True, slots=True)
class EloChanges:
    """N entries, the values of a span repeated for each entry of its player."""

    before: Floats  # rating carried in; NaN = none
    start: Floats  # rating the games were computed from; NaN = none
    after: Floats  # after the span; NaN = still none
    k: Floats  # K applied in this event; 0 = nothing was
    games: Floats  # of this event, for this side
    score: Floats  # half points in them
    expected: Floats  # in games
    bonus: Floats  # of the span


class EloColumns(NamedTuple):
    """`EloFacts` as compiled code takes them; its fields in order."""

    span_start: Ints
    span_edition: Bytes
    entry_start: Ints
    game_start: Ints
    event_control: Bytes
    event_class: Bytes
    event_online: Bytes
    entry_player: Ints
    entry_age: Floats
    entry_level: Bytes
    entry_grade: Bytes
    game_white: Ints
    game_black: Ints
    game_score: Bytes
    game_size: Bytes


class Work(NamedTuple):
    """Room for the largest span: n entries, m games, P players."""

    slot: Ints  # P: place among the players of the span; -1 = none
    player: Ints  # n: player of a slot
    entry_slot: Ints  # n
    entry: Floats  # (n, columns of an entry)
    slots: Floats  # (n, columns of a slot)
    weight: Floats  # m
    widest: Ints  # n: the one game of an entry whose difference is capped; -1 = none


class Span(NamedTuple):
    """One span: its edition, events, entries and games, each from the first to before the end."""

    edition: int
    event: int
    last_event: int
    entry: int
    last_entry: int
    game: int
    last_game: int


def columns_of(facts: EloFacts) -> EloColumns:
    """Hand facts to compiled code; arrays are copied only where they are read-only or not contiguous."""
    arrays: Any = (np.require(getattr(facts, field.name), requirements=["C", "W"]) for field in fields(facts))
    return EloColumns(*arrays)


def people_of(standing: EloStanding) -> Floats:
    """Copy a standing as rows of people, (P, 6), a row a player."""
    columns = [getattr(standing, field.name) for field in fields(standing)]
    return np.ascontiguousarray(np.stack(columns, axis=1, dtype=np.float64))


def standing_of(people: Floats) -> EloStanding:
    """Return rows of people back as a standing."""
    return EloStanding(*(people[:, place].copy() for place in range(people.shape[1])))


def newcomers(players: int) -> EloStanding:
    """Return the standing of players who never played."""
    nothing, zero = np.full(players, np.nan), np.zeros(players)
    return EloStanding(nothing, zero, nothing.copy(), zero.copy(), zero.copy(), zero.copy())


def refuse_out_of_bounds(facts: EloFacts, standing: EloStanding, rules: Rules) -> None:
    """Raise OutOfBoundsError, with a line a column, for facts no kernel may see."""
    wrong = [*_wrong_shapes(facts)]
    if not wrong:
        wrong = [*_wrong_facts(facts, standing, rules), *_wrong_people(standing)]
    if wrong:
        raise OutOfBoundsError("\n".join(wrong))


def _wrong_shapes(facts: EloFacts) -> list[str]:
    """Return a line for each column whose length or starts do not fit the others."""
    spans, events = facts.span_edition.size, facts.event_class.size
    entries, games = facts.entry_player.size, facts.game_white.size
    starts = (
        ("span_start", facts.span_start, spans, events),
        ("entry_start", facts.entry_start, events, entries),
        ("game_start", facts.game_start, events, games),
    )
    wrong = [line for start in starts for line in leads(*start)]
    sizes = {"event": events, "entry": entries, "game": games}
    return wrong + [
        f"{field.name} has not {sizes[kind]} rows"
        for field in fields(facts)
        for kind in [field.name.partition("_")[0]]
        if kind in sizes
        and not field.name.endswith("_start")
        and getattr(facts, field.name).shape != (sizes[kind],)
    ]


def _wrong_facts(facts: EloFacts, standing: EloStanding, rules: Rules) -> list[str]:
    editions, players = len(rules.constants), standing.rating.size
    wrong = outside("span_edition", facts.span_edition, 0, editions - 1)
    wrong += outside("entry_player", facts.entry_player, 0, players - 1)
    wrong += outside("entry_age", facts.entry_age, *AGE, nan=True)
    for name in ("event_control", "event_class", "entry_level", "entry_grade"):
        wrong += outside(name, getattr(facts, name), -1, CODE[1])
    wrong += outside("event_online", facts.event_online, 0, 1)
    wrong += outside("game_score", facts.game_score, 0, 2) + outside("game_size", facts.game_size, 0, 127)
    if np.isin(rules.constants[:, 0], (FIBS, SPREAD)).any():
        wrong.append("expectations of lengths and margins are those of games one by one")
    return wrong


def _wrong_people(standing: EloStanding) -> list[str]:
    """Return a line for each column of a standing with a number out of its bounds."""
    wrong = [
        line
        for name in ("rating", "peak")
        for line in outside(name, getattr(standing, name), *RATING, nan=True)
    ]
    wrong += outside("games", standing.games, 0, MOST_GAMES)
    for name in ("pool_games", "pool_half_points"):
        wrong += outside(name, getattr(standing, name), *COUNT)
    most = RATING[1] * COUNT[1]
    return wrong + outside("pool_opponents", standing.pool_opponents, -most, most)
