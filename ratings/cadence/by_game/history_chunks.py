"""Result of a replay for each player: rows, cut into parts, and the current state. Pure.

`highest` is the highest rating after a game while the player was established: before, ratings swing.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ratings.cadence.by_game.packing import MOST, NEVER, ROW, Parts, Rows
from ratings.engines.contract import Floats
from ratings.engines.stream_contract import Longs, StreamChanges, StreamFacts

Established = Callable[[NDArray[np.integer], Floats], NDArray[np.bool_]]  # (games, deviation)


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
