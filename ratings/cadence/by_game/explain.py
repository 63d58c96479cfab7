"""Queries of one game of a stream for pages: its seats, what it did to them, its calculation."""

from dataclasses import dataclass

import numpy as np

from ratings.cadence.by_game.histories import parts_of, rows_of
from ratings.cadence.by_game.packing import Rows, unpack
from ratings.cadence.by_game.replay import engine_of, nobody, one_game, stream_policy
from ratings.engines.stream_contract import DuelDetail, StreamFacts
from ratings.models import GameHistory, RatingSystem
from tournaments.models import TableGame


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


def seats_of(system: RatingSystem, found: TableGame) -> list[SeatRow]:
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
    rows = rows_of(parts_of(system, player).filter(part=part))
    return rows[-1] if rows.size else None
