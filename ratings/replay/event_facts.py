"""Facts by event in replay order, from columns of events, entries and games in any order. Pure.

Nothing here depends on the order or the keys under which rows were entered.
"""

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from ratings.engines.contract import ADJUST, TOURNAMENT, Bytes, Facts, Floats, Ints
from ratings.engines.stream_contract import Longs


@dataclass(frozen=True, slots=True)
class Events:
    """E events in any order: tournaments and manual events."""

    sequence: Longs  # replay order
    tournament: Longs  # primary key, 0 for a manual event
    manual: Longs  # primary key, 0 for a tournament
    kind: Bytes
    edition: Bytes
    weight: Floats
    factor: Floats
    offset: Floats
    size: Bytes  # board size of a tournament
    player: Longs  # of a manual event for one player, else 0
    value: Floats  # of a manual event


@dataclass(frozen=True, slots=True)
class Entries:
    """N rows of tournaments that may count or not."""

    id: Longs
    tournament: Longs
    number: Ints
    player: Longs
    value: Floats  # start rating of the declared grade, NaN: none


@dataclass(frozen=True, slots=True)
class Games:
    """G rateable games between entries that may count or not."""

    white: Longs  # primary key of the entry
    black: Longs
    round: Ints
    score: Bytes  # White's half points
    handicap: Bytes


@dataclass(frozen=True, slots=True)
class Assembly:
    """Facts in replay order, and what their rows are called in the tables."""

    facts: Facts
    events: Events
    players: Longs  # P: player index -> primary key, rising
    round: Ints  # G: round as written (facts may hold a further one)


def assemble(events: Events, entries: Entries, games: Games, *, others: Longs, rated: Longs) -> Assembly:
    """Order the events, give every entry its row and every game its rows.

    `others` are players that must have an index too; `rated` have a rating before the first event, so that a
    global adjustment takes them. Both are rising keys.
    """
    events = take(events, np.argsort(events.sequence))
    row_event, number, player, value, entry_id = _rows(events, entries, rated)
    players = np.union1d(player, others)
    order = np.lexsort((entry_id, number, row_event))
    row_event, entry_id = row_event[order], entry_id[order]
    white, black, place = _sides(games, entry_id)
    round_, final = _order_games(games.round[place], white, row_event[white], black)
    white, black, place, written = white[final], black[final], place[final], games.round[place][final]
    of_game = row_event[white]
    rows = np.arange(events.sequence.size + 1)
    facts = Facts(
        event_kind=events.kind,
        event_edition=events.edition,
        event_weight=events.weight,
        event_factor=events.factor,
        event_offset=events.offset,
        entry_start=np.searchsorted(row_event, rows).astype(np.int32),
        game_start=np.searchsorted(of_game, rows).astype(np.int32),
        entry_player=np.searchsorted(players, player[order]).astype(np.int32),
        entry_value=value[order],
        entry_seed=np.full(order.size, np.nan),
        game_round=round_[final],
        game_white=white.astype(np.int32),
        game_black=black.astype(np.int32),
        game_score=games.score[place],
        game_handicap=games.handicap[place],
        game_size=events.size[of_game],
    )
    return Assembly(facts, events, players, written.astype(np.int32))


def event_of_entry(facts: Facts) -> Longs:
    """Return the event of each entry (N)."""
    return np.repeat(np.arange(facts.event_kind.size), np.diff(facts.entry_start))


def take(columns: Events, rows: Longs) -> Events:
    """Pick rows of every column."""
    return Events(*(getattr(columns, field.name)[rows] for field in fields(columns)))


def _rows(events: Events, entries: Entries, rated: Longs) -> tuple[Longs, Longs, Longs, Floats, Longs]:
    """Return event, number, player, value and entry key of every row: tournaments, then manual events."""
    event, known = lookup(entries.tournament, events.tournament, among=events.kind == TOURNAMENT)
    single = np.flatnonzero(events.player)
    parts = [
        (event[known], entries.number[known], entries.player[known], entries.value[known], entries.id[known]),
        (single, single * 0, events.player[single], events.value[single], single * 0),
    ]
    seen_event = np.concatenate([part[0] for part in parts])
    seen_player = np.concatenate([part[2] for part in parts])
    for adjustment in np.flatnonzero(events.kind == ADJUST):
        known_then = np.union1d(rated, seen_player[seen_event < adjustment])
        nothing = known_then * 0
        parts.append((nothing + adjustment, nothing, known_then, np.full(known_then.size, np.nan), nothing))
    columns = [np.concatenate(column) for column in zip(*parts, strict=True)]
    return columns[0], columns[1], columns[2], columns[3], columns[4]


def lookup(wanted: Longs, keys: Longs, *, among: NDArray[np.bool_]) -> tuple[Longs, NDArray[np.bool_]]:
    """Return the place of each wanted key in `keys[among]` as an index into `keys`, and which were found."""
    candidates = np.flatnonzero(among)
    if not candidates.size:
        return np.zeros(wanted.size, np.int64), np.zeros(wanted.size, np.bool_)
    candidates = candidates[np.argsort(keys[candidates], kind="stable")]
    rising = keys[candidates]
    place = np.minimum(np.searchsorted(rising, wanted), rising.size - 1)
    return candidates[place], rising[place] == wanted


def _sides(games: Games, entry_id: Longs) -> tuple[Longs, Longs, Longs]:
    """Return the entry rows of White and Black, and the places in `games` of those whose both sides count."""
    real = entry_id > 0
    white, has_white = lookup(games.white, entry_id, among=real)
    black, has_black = lookup(games.black, entry_id, among=real)
    place = np.flatnonzero(has_white & has_black)
    return white[place], black[place], place


def _order_games(round_: Ints, white: Longs, event: Longs, black: Longs) -> tuple[Ints, Longs]:
    """Return the round of every game and the order of replay: by event, round, then the entries' rows.

    FFG ladder rules 1.7: nobody plays twice in a round, extra games go to a further round. Further rounds lie
    between the written ones, so rounds are counted in steps of `STEP`.
    """
    rounds = round_.astype(np.int32) * STEP
    width = int(rounds.max(initial=0)) + STEP
    of_white, of_black = white * width + rounds, black * width + rounds
    sides = np.sort(np.concatenate([of_white, of_black]))
    twice = sides[1:][sides[1:] == sides[:-1]]
    order = np.lexsort((black, white, rounds, event))
    if twice.size:
        crowded = order[np.isin(of_white[order], twice) | np.isin(of_black[order], twice)]
        rounds[crowded] += _waits(rounds[crowded], white[crowded], black[crowded])
        order = np.lexsort((black, white, rounds, event))
    return rounds, order


STEP = 64  # more games than anybody plays in one round


def _waits(rounds: Ints, white: Longs, black: Longs) -> Ints:
    """Return how many further rounds each game waits until both sides are free; games in replay order."""
    taken: set[tuple[int, int, int]] = set()
    waits = np.zeros(rounds.size, np.int32)
    for game, (number, one, other) in enumerate(
        zip(rounds.tolist(), white.tolist(), black.tolist(), strict=True)
    ):
        wait = 0
        while (one, number, wait) in taken or (other, number, wait) in taken:
            wait += 1
        taken.update(((one, number, wait), (other, number, wait)))
        waits[game] = min(wait, STEP - 1)
    return waits
