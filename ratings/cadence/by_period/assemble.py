"""Arrange columns of rows as the facts of every period. Pure; `facts` reads the rows.

A *part* is a tournament, or one month of a long one, as it counts for one list. Players are indices into the
players of a replay. Nothing here depends on the order or the keys under which rows were entered.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np
from numpy.typing import NDArray

from ratings.engines.contract import Bytes, Ints
from ratings.engines.fide_contract import Longs
from ratings.rulebook.fide_periods import (
    Part,
    closes_for,
    is_rated_for,
    last_list_for,
    lasts_too_long,
    month_of,
    parts_of,
)
from ratings.rulebook.fide_robin import is_round_robin

Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Held:
    """A tournament as far as it decides for which list it counts."""

    key: int
    number: int
    start: date
    end: date
    official: bool = False
    reported: date | None = None
    round_dates: tuple[date | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Counted:
    """A part of a tournament and the list it counts for; `rounds` is empty where it is the whole."""

    key: int
    number: int
    first: date
    in_force: int  # list whose ratings it is computed from
    month: int  # list it counts for
    rounds: frozenset[int] = frozenset()


def counted(held: Held, *, lists: int) -> Iterator[Counted]:
    """Yield the parts of a tournament that count; its report may wait `lists` lists (FIDE B.02, 7.1.3, 9.1).

    The wait is counted from the end of the whole, for every part. A long tournament that does not say when
    its rounds were played is rated whole, by its last day.
    """
    last = last_list_for(held.end, lists=lists)
    dated = len(held.round_dates) > 0 and all(held.round_dates)
    if not (lasts_too_long(held.start, held.end) and dated):
        whole = Part(held.start, held.end, month_of(held.start), closes_for(held.end, official=held.official))
        month = is_rated_for(held.end, due=whole.period, reported=held.reported, last=last)
        if month is not None:
            yield Counted(held.key, held.number, held.start, whole.in_force, month)
        return
    for part in parts_of(held.start, held.end):
        rounds = frozenset(
            number
            for number, day in enumerate(held.round_dates, start=1)
            if day is not None and part.first <= min(max(day, held.start), held.end) <= part.last
        )
        month = is_rated_for(part.last, due=part.period, reported=held.reported, last=last)
        if rounds and month is not None:
            yield Counted(held.key, held.number, part.first, part.in_force, month, rounds)


@dataclass(frozen=True, slots=True)
class GameColumns:
    """G games between entries, those not played too: a complete round robin has none of them."""

    tournament: Longs
    round: Ints
    white: Longs  # key of the entry
    black: Longs
    score: Bytes  # White's half points, above 2: none
    by_default: Flags


@dataclass(frozen=True, slots=True)
class Played:
    """The parts of a replay and their rated games, in order: by list, first day, number, round, players."""

    parts: tuple[Counted, ...]
    month: Ints  # of each part
    part: Ints  # G
    round: Ints  # G
    white: Ints  # G: player
    black: Ints  # G
    score: Bytes  # G: half points
    whole: Flags  # of each part: every pairing of it was played


def played(
    parts: Sequence[Counted], games: GameColumns, *, entry: Longs, player: Longs, players: Longs
) -> Played:
    """Order parts and games; `entry` and `player` are the keys of the entries, `players` rising keys."""
    return played_rows(parts, games, entry=entry, player=player, players=players)[0]


def played_rows(
    parts: Sequence[Counted], games: GameColumns, *, entry: Longs, player: Longs, players: Longs
) -> tuple[Played, Longs]:
    """Return the same and the row of `games` each rated game comes from."""
    parts = tuple(sorted(parts, key=lambda one: (one.month, one.first, one.number)))
    of_game = _parts_of_games(parts, games)
    rateable = (games.score <= 2) & ~games.by_default
    whole = np.ones(len(parts), np.bool_)
    whole[of_game[(of_game >= 0) & ~rateable]] = False
    order = np.argsort(entry)
    sides = []
    known = np.flatnonzero((of_game >= 0) & rateable)
    for seat in (games.white[known], games.black[known]):
        at = np.minimum(np.searchsorted(entry[order], seat), max(entry.size - 1, 0))
        met = entry[order][at] == seat if entry.size else np.zeros(seat.size, np.bool_)
        sides.append(np.where(met, np.searchsorted(players, player[order][at]), -1) if entry.size else seat)
    fits = np.flatnonzero((sides[0] >= 0) & (sides[1] >= 0))
    rows, white, black = known[fits], sides[0][fits], sides[1][fits]
    final = np.lexsort((black, white, games.round[rows], of_game[rows]))
    found = Played(
        parts=parts,
        month=np.array([one.month for one in parts], np.int32),
        part=of_game[rows][final].astype(np.int32),
        round=games.round[rows][final].astype(np.int32),
        white=white[final].astype(np.int32),
        black=black[final].astype(np.int32),
        score=games.score[rows][final].astype(np.int8),
        whole=whole,
    )
    return found, rows[final]


def _parts_of_games(parts: Sequence[Counted], games: GameColumns) -> Longs:
    """Return the part of every game; -1: it counts in none of them."""
    found = np.full(games.tournament.size, -1, np.int64)
    keys = np.array([one.key for one in parts if not one.rounds], np.int64)
    places = np.array([place for place, one in enumerate(parts) if not one.rounds], np.int64)
    if keys.size:
        order = np.argsort(keys)
        at = np.minimum(np.searchsorted(keys[order], games.tournament), keys.size - 1)
        met = keys[order][at] == games.tournament
        found[met] = places[order][at[met]]
    for place, one in enumerate(parts):
        if one.rounds:
            mine = (games.tournament == one.key) & np.isin(games.round, list(one.rounds))
            found[mine] = place
    return found


@dataclass(frozen=True, slots=True)
class Month:
    """One period as columns; rows as in engines.fide_contract.PeriodFacts."""

    parts: tuple[Counted, ...]
    entry_start: Ints
    game_start: Ints
    entry_player: Ints
    entry_event: Ints
    game_white: Ints
    game_black: Ints
    game_score: Bytes
    game_round: Ints
    whole: Flags


def month_columns(found: Played, month: int) -> Month:
    """Arrange the parts that count for a list: an entry is a player with a rated game in a part."""
    first, end = np.searchsorted(found.month, [month, month + 1]).tolist()
    games = slice(*np.searchsorted(found.part, [first, end]).tolist())
    event = found.part[games].astype(np.int64) - first
    width = 1 + max(found.white[games].max(initial=0), found.black[games].max(initial=0))
    sides = np.concatenate([event * width + found.white[games], event * width + found.black[games]])
    keys, row = np.unique(sides, return_inverse=True)
    events = np.arange(end - first + 1)
    return Month(
        parts=found.parts[first:end],
        entry_start=np.searchsorted(keys, events * width).astype(np.int32),
        game_start=np.searchsorted(event, events).astype(np.int32),
        entry_player=(keys % width).astype(np.int32),
        entry_event=(keys // width).astype(np.int32),
        game_white=row[: event.size].astype(np.int32),
        game_black=row[event.size :].astype(np.int32),
        game_score=found.score[games].copy(),
        game_round=found.round[games],
        whole=found.whole[first:end],
    )


def robins(columns: Month, seen: Ints, *, admitted: Flags) -> Bytes:
    """Mark the complete round robins somebody plays without rating, among events whose rules know them."""
    marks = np.zeros(len(columns.parts), np.int8)
    if not admitted.any():
        return marks
    unrated = np.unique(columns.entry_event[seen == 0])
    entries, games = np.diff(columns.entry_start), np.diff(columns.game_start)
    all_pairs = entries * (entries - 1) // 2
    unrated = unrated[((games == all_pairs) | (games == 2 * all_pairs))[unrated]]  # no other is complete
    for event in unrated[admitted[unrated] & columns.whole[unrated]].tolist():
        own = slice(int(columns.game_start[event]), int(columns.game_start[event + 1]))
        pairs = zip(columns.game_white[own].tolist(), columns.game_black[own].tolist(), strict=True)
        rows = range(int(columns.entry_start[event]), int(columns.entry_start[event + 1]))
        marks[event] = is_round_robin(pairs, rated={row for row in rows if seen[row] > 0})
    return marks
