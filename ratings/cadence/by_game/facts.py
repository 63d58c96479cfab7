# ruff: noqa: S608 - the names are this file's own, every value is bound
"""Facts of a stream, read by SQL as columns: games, seats, decisions, histories."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from federation.database import bulk, reading
from ratings.cadence.by_game.assemble import NO_SEATS, NOBODY, Games, Levels, Seats, tied
from ratings.cadence.by_game.moments import MS_A_DAY, moment_of
from ratings.cadence.by_game.packing import Parts, unpack
from ratings.cadence.shared.columns import I1, I4, I8, Values
from ratings.engines.contract import Ints
from ratings.engines.stream_contract import Longs
from ratings.models import ManualEvent, RatingSystem
from ratings.rulebook.systems import SYSTEMS

F8, TEXT, DATA = np.dtype("f8"), np.dtype("O"), np.dtype("S")
BEGINNING = -(1 << 62)  # before every moment
END = 1 << 62
LEVELS = (ManualEvent.Kind.INITIAL.value, ManualEvent.Kind.BASE.value)


@dataclass(frozen=True, slots=True)
class Window:
    """The facts that are read: from a moment on, before another, of games up to a key; or one game."""

    since: int = BEGINNING
    before: int = END
    last_key: int = END
    # Nothing that is rated has moved, games only came: a player with rows in the window has games in it.
    only_new: bool = False
    only: int = 0  # one game alone
    decision: ManualEvent | None = None  # supposed besides those that were entered; unsaved


@dataclass(frozen=True, slots=True)
class Fresh:
    """Games that arrived behind a key."""

    last_key: int
    earliest: int  # END: none of them stands


def fresh(system: RatingSystem, behind: int) -> Fresh:
    """Look for games with a key above one."""
    key, moment = bulk.read_columns(
        "SELECT id, CASE WHEN withdrawn IS NULL THEN ended END FROM tournaments_tablegame"
        " WHERE id > %s AND system = %s",
        [behind, system.key],
        [I8, F8],
    )
    moment = moment[~np.isnan(moment)]
    return Fresh(int(key.max(initial=behind)), int(moment.min()) if moment.size else END)


def games(system: RatingSystem, window: Window) -> Games:
    """Read the games of a window that stand."""
    condition, values = _condition(system, window)
    key, server, moment, white, black, score, points = bulk.read_columns(
        "SELECT g.id, g.server_id, g.ended, g.white_id, g.black_id, g.score, g.max_points"
        f" FROM tournaments_tablegame g WHERE {condition}",
        values,
        [I8, I8, I8, I8, I8, I1, F8],
    )
    window_games = Games(key, server, moment, white, black, score, points, np.zeros_like(key))
    equal = tied(window_games)
    if equal.any():
        window_games.tie[equal] = _ranks(key[equal], moment[equal], system=system)
    return window_games


def _ranks(key: Longs, moment: Longs, *, system: RatingSystem) -> Longs:
    """Rank games by their codes as texts, regardless of a database's collation."""
    at = [int(moment.min()), int(moment.max())]
    known, code = bulk.read_columns(
        "SELECT id, code FROM tournaments_tablegame WHERE system = %s AND ended IN (SELECT ended"
        " FROM tournaments_tablegame WHERE system = %s AND ended BETWEEN %s AND %s AND withdrawn IS NULL"
        " GROUP BY ended HAVING COUNT(*) > 1)",
        [system.key, system.key, *at],
        [I8, TEXT],
    )
    ranks = np.empty(known.size, np.int64)
    ranks[sorted(range(known.size), key=code.tolist().__getitem__)] = np.arange(known.size)
    order = np.argsort(known)
    return ranks[order[np.searchsorted(known[order], key)]]


def spans(system: RatingSystem, window: Window, *, games: int) -> list[Window]:
    """Cut a window into some of about so many games that stand, at 00:00 UTC of days; one query."""
    condition, values = _condition(system, window)
    day, count = bulk.read_columns(
        f"SELECT g.ended / 86400000, COUNT(*) FROM tournaments_tablegame g WHERE {condition}"
        " GROUP BY 1 ORDER BY 1",
        values,
        [I8, I8],
    )
    piece = (np.cumsum(count) - count) // games
    opens = day[1:][piece[1:] != piece[:-1]] * MS_A_DAY
    edges = [window.since, *opens.tolist(), window.before]
    return [replace(window, since=first, before=end) for first, end in pairwise(edges)]


def games_and_seats(system: RatingSystem, window: Window) -> tuple[Games, Seats]:
    """Read the games of a window that stand, and the seats of those that have more than two."""
    window_games = games(system, window)
    return window_games, seats(system, window) if (window_games.white == NOBODY).any() else NO_SEATS


def seats(system: RatingSystem, window: Window) -> Seats:
    """Read the seats of the games of a window that have more than two."""
    condition, values = _condition(system, window)
    return Seats(
        *bulk.read_columns(
            "SELECT s.game_id, s.number, s.player_id, s.place, s.team FROM tournaments_seat s"
            f" JOIN tournaments_tablegame g ON g.id = s.game_id WHERE g.white_id IS NULL AND {condition}",
            values,
            [I8, I4, I8, I1, I1],
        )
    )


def _condition(system: RatingSystem, window: Window) -> tuple[str, Values]:
    if window.only:
        return "g.system = %s AND g.id = %s", [system.key, window.only]
    return (
        "g.system = %s AND g.ended >= %s AND g.ended < %s AND g.id <= %s AND g.withdrawn IS NULL",
        [system.key, window.since, window.before, window.last_key],
    )


def levels(system: RatingSystem, window: Window) -> Levels:
    """Read the decisions of a window; each holds from 00:00 UTC of its day."""
    events = ManualEvent.objects.filter(system=system, withdrawn=None, kind__in=LEVELS, player__isnull=False)
    names = ("pk", "date", "player_id", "value", "deviation", "games")
    decided = list(events.values_list(*names))
    supposed = window.decision
    if supposed and supposed.kind in LEVELS and supposed.player_id:
        decided.append(tuple(getattr(supposed, name) for name in names))
    rows = [
        (key, moment_of(day), player, value, np.nan if deviation is None else deviation, number)
        for key, day, player, value, deviation, number in decided
        if window.since <= moment_of(day) < window.before
    ]
    columns = list(zip(*rows, strict=True)) or [()] * 6
    key, moment, player, rating, deviation, number = columns
    assumed = SYSTEMS[system.key].games_when_rated
    counted = [assumed if count is None else count for count in number]
    return Levels(
        key=np.array(key, np.int64),
        moment=np.array(moment, np.int64),
        player=np.array(player, np.int64),
        rating=np.array(rating, np.float64),
        deviation=np.array(deviation, np.float64),
        games=np.array(counted, np.int32),
    )


def touched(system: RatingSystem, since: int) -> Longs:
    """Return the players, rising, whose history has rows from a moment on: whose last row stands there."""
    (players,) = bulk.read_columns(
        "SELECT player_id FROM ratings_currentrating WHERE system_id = %s AND moment >= %s",
        [system.pk, since],
        [I8],
    )
    players.sort()
    return players


@dataclass(frozen=True, slots=True)
class Stretch:
    """The part of each player's history that holds the last row before a moment, by rising player."""

    key: Longs  # of GameHistory
    player: Longs
    number: Ints  # 0..
    last: Longs
    parts: Parts


_LAST_PART = (
    "SELECT p.id, p.player_id, p.part, p.last, p.data FROM ratings_gamehistory p WHERE p.system_id = %s"
    " AND p.player_id = v.value AND p.first < %s ORDER BY p.part DESC LIMIT 1"
)


def stretch_before(system: RatingSystem, moment: int, *, players: Longs) -> Stretch:
    """Read the part in which each of some players has the last row before a moment.

    Each player is looked up by himself: of a plain join PostgreSQL reads every history of the stream
    instead, each time a second of games is rated. SQLite knows no LATERAL, and looks rows up anyway.
    """
    source, value = bulk.listed_keys(players.tolist())
    columns = "h.id, h.player_id, h.part, h.last, h.data"
    if reading.connection.vendor == "postgresql":
        sql = f"SELECT {columns} FROM {source} CROSS JOIN LATERAL ({_LAST_PART}) AS h"
        values: Values = [value, system.pk, moment]
    else:
        subquery = _LAST_PART.replace("p.id, p.player_id, p.part, p.last, p.data", "p.id")
        sql = f"SELECT {columns} FROM {source} CROSS JOIN ratings_gamehistory h WHERE h.id = ({subquery})"
        values = [value, system.pk, moment]
    key, player, number, last, data = bulk.read_columns(sql, values, [I8, I8, I4, I8, DATA])
    order = np.argsort(player)
    pieces: Sequence[bytes] = data[order].tolist()
    return Stretch(key[order], player[order], number[order], last[order], unpack(pieces))


def parts_since(system: RatingSystem, moment: int, *, players: Longs) -> tuple[Longs, Longs, Longs]:
    """Read the parts of some players with rows from a moment on: their keys, players and numbers."""
    source, value = bulk.listed_keys(players.tolist())
    key, player, part = bulk.read_columns(
        f"SELECT h.id, h.player_id, h.part FROM {source} CROSS JOIN ratings_gamehistory h"
        " WHERE h.player_id = v.value AND h.system_id = %s AND h.last >= %s",
        [value, system.pk, moment],
        [I8, I8, I8],
    )
    return key, player, part


def games_rated(system: RatingSystem, *, last_key: int) -> int:
    """Count the games up to a key that stand: those of the stream but what came behind, in one statement."""
    (counts,) = bulk.read_columns(
        "SELECT s.games - (SELECT COUNT(*) FROM tournaments_tablegame WHERE id > %s AND system = %s"
        " AND withdrawn IS NULL) FROM tournaments_stream s WHERE s.system = %s",
        [last_key, system.key, system.key],
        [I8],
    )
    return int(counts.sum())


def waits(system: RatingSystem, *, behind: int, before: int) -> bool:
    """Return whether a game that ended before a moment has a key above one."""
    return _any(
        "SELECT EXISTS (SELECT 1 FROM tournaments_tablegame WHERE id > %s AND system = %s AND ended < %s"
        " AND withdrawn IS NULL)",
        [behind, system.key, before],
    )


def _any(query: str, values: Sequence[Any]) -> bool:
    (answers,) = bulk.read_columns(query, values, [np.dtype(bool)])
    return bool(answers[0])
