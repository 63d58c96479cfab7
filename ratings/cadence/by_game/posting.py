"""What a replay changed: histories cut into parts and current ratings, arranged and written."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from federation.database import bulk
from federation.database.slicing import slices
from ratings.cadence.by_game import facts as sources
from ratings.cadence.by_game.moments import day_at
from ratings.cadence.by_game.packing import MOST, NEVER, ROW, Parts, Rows, pack
from ratings.cadence.by_game.replay import Rated, Replay, kept
from ratings.cadence.shared.hypothetical_facts import sequence
from ratings.engines.contract import Floats
from ratings.engines.stream_contract import Longs, StreamChanges, StreamFacts
from ratings.models import CurrentRating, GameHistory, RatingSystem
from ratings.rulebook.streams import is_established, stream_edition
from tournaments.models import Seat, Stream, TableGame

Established = Callable[[NDArray[np.integer], Floats], NDArray[np.bool_]]  # (games, deviation)

MANY = 10_000  # games from which fresh statistics are worth their while,
SHARE = 10  # where they are more than one in so many of the stream
_A_TIME = 500
_KEY = ("player_id", "system_id", "part")  # of a row of histories
_PARTS = 1 << 24  # more than any player has


@dataclass(frozen=True, slots=True)
class Posted:
    """Result of a replay for its players."""

    new: int
    moved: int
    same: int
    gone: int


@dataclass(frozen=True, slots=True)
class Before:
    """Past of P players: rows that stay of the part to rewrite, and the data of its head."""

    rows: Rows
    count: Longs  # P: rows that stay
    part: Longs  # P: number of the part they are of
    highest: Floats  # P: NaN = was never established
    played: Longs  # P: end of the last game; NEVER


@dataclass(frozen=True, slots=True)
class After:
    """The parts that are written, and the last row of everybody who has one."""

    player: Longs  # of a part: index of its player
    number: Longs
    parts: Parts
    standing: Longs  # indices of the players who have rows
    last: Rows  # their last rows
    highest: Floats
    played: Longs


def rows_of(facts: StreamFacts, changes: StreamChanges, key: Longs) -> Rows:
    """Arrange the changes as rows of histories, one a seat."""
    rows = np.empty(facts.seat_player.size, ROW)
    seats = np.diff(facts.seat_start)
    rows["key"], rows["moment"] = np.repeat(key, seats), np.repeat(facts.moment, seats)
    for name in ("before", "after", "aged", "deviation", "games"):
        rows[name] = getattr(changes, name)
    return rows


def cut(before: Before, rows: Rows, player: Longs, *, established: Established) -> After:
    """Put new rows (with the index of each one's player) behind those that stay, and cut them into parts."""
    players = before.count.size
    owner = np.concatenate((np.repeat(np.arange(players), before.count), player))
    # Few players are counted into place, many compared.
    order = np.argsort(owner.astype(np.uint16) if players <= 1 << 16 else owner, kind="stable")
    whole = _take_rows(np.concatenate((before.rows, rows)), order)
    count = np.bincount(owner, minlength=players)
    pieces = -(-count // MOST)
    opens = np.append(0, np.cumsum(pieces))
    of_part = np.repeat(np.arange(players), pieces)
    ordinal = np.arange(of_part.size) - opens[of_part]
    start = (np.append(0, np.cumsum(count))[of_part] + MOST * ordinal).astype(np.int64)
    highest, played = before.highest.copy(), before.played.copy()
    heads = _Heads(np.empty(of_part.size), np.empty(of_part.size, np.int64))
    if of_part.size:
        _carry(_Tops(whole, start, established), heads, highest, played, opens=opens)
    stands = np.flatnonzero(count)
    return After(
        player=of_part,
        number=before.part[of_part] + ordinal,
        parts=Parts(whole, np.append(start, whole.size), heads.highest, heads.played),
        standing=stands,
        last=whole[np.cumsum(count)[stands] - 1],
        highest=highest[stands],
        played=played[stands],
    )


def _take_rows(rows: Rows, order: Longs) -> Rows:
    """Return rows in another order; as plain words, which numpy moves many times faster than records."""
    words = rows.view(np.uint32).reshape(-1, ROW.itemsize // 4)
    return np.take(words, order, axis=0).reshape(-1).view(ROW)


@dataclass(frozen=True, slots=True)
class _Heads:
    """What the heads of parts say."""

    highest: Floats
    played: Longs


class _Tops(_Heads):
    """Of each part the highest rating while established, and the end of its last game."""

    def __init__(self, rows: Rows, start: Longs, established: Established) -> None:
        counts = established(rows["games"].astype(np.int64), rows["deviation"].astype(np.float64))
        highest = np.fmax.reduceat(np.where(counts, rows["after"], np.nan), start)
        played = np.maximum.reduceat(np.where(rows["key"] > 0, rows["moment"], NEVER), start)
        super().__init__(highest, played)


def _carry(tops: _Heads, heads: _Heads, highest: Floats, played: Longs, *, opens: Longs) -> None:
    """Write into each part's head the tops of the parts before it; the players get those of all."""
    pieces = np.diff(opens)
    for ordinal in range(int(pieces.max(initial=0))):
        who = np.flatnonzero(pieces > ordinal)
        at = opens[who] + ordinal
        heads.highest[at], heads.played[at] = highest[who], played[who]
        highest[who] = np.fmax(highest[who], tops.highest[at])
        played[who] = np.maximum(played[who], tops.played[at])


def cut_up(replay: Replay, rated: Rated) -> After:
    """Arrange what a replay leaves of its players: rows, cut into parts, and the current state; no query.

    `highest` is the highest rating after a game while the player was established: before, ratings swing.
    """
    assembly, newest = replay.assembly, stream_edition(replay.system, date.max)
    return cut(
        _before(replay),
        rows_of(assembly.facts, rated.changes, assembly.key),
        assembly.facts.seat_player.astype(np.int64),
        established=lambda games, deviation: is_established(newest, games=games, deviation=deviation),
    )


def _before(replay: Replay) -> Before:
    """Return what stays of the players of a replay."""
    players, stretch, size = replay.assembly.players, replay.stretch, replay.assembly.players.size
    stays = kept(stretch, replay.window.since)
    parts = stretch.parts
    of_row = np.repeat(np.arange(stretch.player.size), np.diff(parts.start))
    place = np.arange(parts.rows.size) - parts.start[of_row]
    at = np.searchsorted(players, stretch.player)
    count, number = np.zeros(size, np.int64), np.zeros(size, np.int64)
    highest, played = np.full(size, np.nan), np.full(size, NEVER, np.int64)
    count[at], number[at] = stays, stretch.number
    highest[at], played[at] = parts.highest, parts.played
    return Before(parts.rows[place < stays[of_row]], count, number, highest, played)


def post(replay: Replay, after: After) -> Posted:
    """Write histories and current ratings of the players of a replay; inside a transaction."""
    system, players = replay.system, replay.assembly.players
    _write(system, replay, after)
    gone = np.delete(players, after.standing)
    merged = bulk.merge(
        CurrentRating._meta.db_table,
        _current(system, players[after.standing], after),
        key=("system_id", "player_id"),
    )
    posted = Posted(merged.created, merged.changed, merged.unchanged, _drop(system, gone))
    if _is_much(system, replay.assembly.key.size):
        _gather_statistics()
    return posted


def _is_much(system: RatingSystem, games: int) -> bool:
    """Return whether so many games change what the planner has to know; a second of a server does not."""
    if games <= MANY:
        return False
    whole = Stream.objects.filter(system=system.key).values_list("games", flat=True).first()
    return games * SHARE > (whole or 0)


def _gather_statistics() -> None:
    """Analyze the tables: the planner would look at every game for those of a second."""
    with connection.cursor() as cursor:
        for model in (TableGame, Seat, GameHistory, CurrentRating):
            cursor.execute(f"ANALYZE {model._meta.db_table}")


@dataclass(frozen=True, slots=True)
class _Kept:
    """Rows of histories there are, of parts that a replay may write: their keys, and which each is."""

    key: Longs
    part: Longs  # as _named


def _named(player: Longs, part: Longs) -> Longs:
    """Return one number for a player and one of their parts."""
    return player * _PARTS + part


def _kept_parts(system: RatingSystem, replay: Replay) -> _Kept:
    """Read which parts players have from the one with their last row before the window on."""
    stretch = replay.stretch
    key, player, part = sources.parts_since(system, replay.window.since, players=replay.assembly.players)
    again = stretch.last < replay.window.since
    return _Kept(
        np.concatenate((key, stretch.key[again])),
        np.concatenate(
            (_named(player, part), _named(stretch.player[again], stretch.number[again].astype(np.int64)))
        ),
    )


def _forget(stored: _Kept, written: Longs) -> None:
    """Delete the parts that nothing is written to any more."""
    gone = stored.key[~np.isin(stored.part, written)].tolist()
    for part in slices(gone, _A_TIME):
        rows = GameHistory.objects.filter(pk__in=part)
        rows._raw_delete(rows.db)


def _write(system: RatingSystem, replay: Replay, after: After) -> None:
    """Change in place the parts that differ, add new ones, delete those of which nothing is left.

    A row that is changed stays on its page, which has room for it (migration 0034) and the next
    reader clears it of the version before; deleting and reinserting rows left a table full of dead ones.
    """
    start, rows, players = after.parts.start, after.parts.rows, replay.assembly.players
    data = np.empty(after.player.size, object)
    data[:] = pack(after.parts)
    columns = {
        "system_id": np.full(after.player.size, system.pk),
        "player_id": players[after.player],
        "part": after.number,
        "first": rows["moment"][start[:-1]],
        "last": rows["moment"][start[1:] - 1],
        "games": np.diff(start),
        "data": data,
    }
    if replay.window.only_new and after.player.size <= bulk.AT_ONCE:
        # No player has fewer rows than before: no part goes, and each is changed or added.
        bulk.merge(GameHistory._meta.db_table, {**columns, "data": data.tolist()}, key=_KEY)
        return
    written = _named(columns["player_id"], columns["part"])
    stored = _kept_parts(system, replay)
    _forget(stored, written)
    is_there = np.isin(written, stored.part)
    there, fresh = (
        {name: values[rows] for name, values in columns.items()} for rows in (is_there, ~is_there)
    )
    if is_there.any():
        there["data"] = there["data"].tolist()
        bulk.merge(GameHistory._meta.db_table, there, key=_KEY)
    bulk.write_columns(GameHistory._meta.db_table, {**fresh, "data": fresh["data"].tolist()})


def _current(system: RatingSystem, players: Longs, after: After) -> dict[str, bulk.Column]:
    """Arrange where players stand; the highest of those never established is their rating."""
    last, size = after.last, players.size
    days = last["moment"] // 86_400_000
    epoch = day_at(0)
    places = sequence(epoch) + days * (sequence(day_at(86_400_000)) - sequence(epoch))
    played = np.ma.masked_array(
        (after.played // 86_400_000).astype("datetime64[D]"), mask=after.played == NEVER
    )
    return {
        "system_id": np.full(size, system.pk),
        "player_id": players,
        "rating": last["after"].astype(np.float64),
        "games": last["games"].astype(np.int64),
        "highest_rating": np.where(np.isnan(after.highest), last["after"], after.highest),
        "events": np.zeros(size, np.int64),
        "last_played": played,
        "sequence": places,
        "deviation": last["deviation"].astype(np.float64),
        "moment": last["moment"].astype(np.int64),
    }


def _drop(system: RatingSystem, players: Longs) -> int:
    """Take those out of the current ratings who have no game left; give how many there were."""
    deleted = 0
    for part in slices(players.tolist(), _A_TIME):
        rows = CurrentRating.objects.filter(system=system, player__in=part)
        deleted += rows._raw_delete(rows.db)
    return deleted
