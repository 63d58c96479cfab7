"""Queries of a stream for pages: a player's games and course, seats of a game, its calculation."""

from dataclasses import dataclass
from datetime import date

import numpy as np
from django.db.models import QuerySet

from federation.models import Player
from ratings.cadence.by_game.engine import engine_of
from ratings.cadence.by_game.facts import day_at
from ratings.cadence.by_game.packing import MOST, ROW, Rows, unpack
from ratings.cadence.by_game.replay import nobody, one_game, stream_policy
from ratings.engines.stream_contract import DuelDetail, StreamFacts
from ratings.models import GameHistory, RatingSystem
from tournaments.models import TableGame

POINTS = 400  # of a course, at most


@dataclass(frozen=True, slots=True)
class Point:
    """State of a player at the end of a day."""

    day: date
    rating: float
    deviation: float  # NaN: the system has none


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One seat of a game: who, how they finished, and what the game did to them."""

    player: int
    place: int  # 1 = first; who tied shares one
    team: int  # 1 and 2; 0 = alone
    before: float
    after: float
    aged: float  # RD just before the game; NaN: the system has none
    deviation: float  # RD after it
    games: int  # rated games so far, this one included

    @property
    def change(self) -> float:
        """Points won or lost."""
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class Explanation:
    """The sums of a game with the players behind their seats: `player[detail.seat]`."""

    player: list[int]
    facts: StreamFacts
    details: list[DuelDetail]


def of_player(system: RatingSystem, player: Player | int, *, last: int | None = None) -> Rows:
    """Read a player's rows (packing.ROW), oldest first: all, or the last so many."""
    parts = _parts(system, player)
    pieces = 1 + -(-last // MOST) if last is not None else None
    rows = _rows(parts.order_by("-part")[:pieces])
    return rows if last is None else rows[max(rows.size - last, 0) :]


def points(rows: Rows, *, most: int = POINTS) -> list[Point]:
    """Return the last of a player's rows of each day; of many days some, with both ends."""
    days = rows["moment"] // 86_400_000
    ends = np.flatnonzero(np.append(days[1:] != days[:-1], True)) if rows.size else np.zeros(0, np.int64)
    if ends.size > most:
        ends = ends[np.unique(np.linspace(0, ends.size - 1, most).round().astype(np.int64))]
    return [
        Point(day_at(int(row["moment"])), float(row["after"]), float(row["deviation"])) for row in rows[ends]
    ]


def game(system: RatingSystem, found: TableGame) -> list[SeatRow]:
    """Return every seat of a game in the order of the seats, with what it did; empty: not rated yet."""
    sat = _sat(found)
    rows = _of_game(system, found, [player for player, _, _ in sat])
    return [_seat(seat, rows[seat[0]][0]) for seat in sat if seat[0] in rows]


def _sat(table_game: TableGame) -> list[tuple[int, int, int]]:
    """Return player, place and team of each seat as reported."""
    if table_game.white_id is None or table_game.black_id is None:
        return list(table_game.seats.order_by("number").values_list("player_id", "place", "team"))
    return [
        (table_game.white_id, 2 if table_game.score == 0 else 1, 0),
        (table_game.black_id, 2 if table_game.score == 2 else 1, 0),
    ]


def _seat(sat: tuple[int, int, int], row: Rows) -> SeatRow:
    player, place, team = sat
    before, after, aged, deviation = (float(row[name]) for name in ("before", "after", "aged", "deviation"))
    return SeatRow(player, place, team, before, after, aged, deviation, int(row["games"]))


def explain(system: RatingSystem, found: TableGame) -> Explanation | None:
    """Return the sums of a game from its players' histories; None: it is not rated (any more)."""
    assembly = one_game(system, found.pk)
    players = assembly.players.tolist()
    rows = _of_game(system, found, players)
    if len(rows) < len(players):
        return None
    standing = nobody(len(players))
    for index, player in enumerate(players):
        before = rows[player][1]
        if before is not None:
            standing.rating[index], standing.deviation[index] = before["after"], before["deviation"]
            standing.games[index], standing.moment[index] = before["games"], before["moment"]
    engine = engine_of(system.key)
    details = engine.explain(assembly.facts, standing, stream_policy(system).parameters, 0)
    sat = [players[index] for index in assembly.facts.seat_player.tolist()]
    return Explanation(sat, assembly.facts, details)


def _of_game(
    system: RatingSystem, table_game: TableGame, players: list[int]
) -> dict[int, tuple[Rows, Rows | None]]:
    """Find the row of a game in each player's history, and the one before it."""
    near = GameHistory.objects.filter(
        system=system, player__in=players, first__lte=table_game.ended, last__gte=table_game.ended
    )
    by_player: dict[int, tuple[Rows, Rows | None]] = {}
    for player, part, data in near.values_list("player_id", "part", "data"):
        rows = unpack([bytes(data)]).rows
        for place in np.flatnonzero(rows["key"] == table_game.pk).tolist():
            before = rows[place - 1] if place else _last_of(system, player, part - 1)
            by_player[player] = (rows[place], before)
    return by_player


def _last_of(system: RatingSystem, player: int, part: int) -> Rows | None:
    rows = _rows(_parts(system, player).filter(part=part))
    return rows[-1] if rows.size else None


def _parts(system: RatingSystem, player: Player | int) -> QuerySet[GameHistory]:
    return GameHistory.objects.filter(
        system=system, player=player.pk if isinstance(player, Player) else player
    )


def _rows(parts: QuerySet[GameHistory]) -> Rows:
    """Read the rows of some parts of one player, oldest first."""
    pieces = sorted(parts.values_list("part", "data"))
    return unpack([bytes(data) for _, data in pieces]).rows if pieces else np.zeros(0, ROW)
