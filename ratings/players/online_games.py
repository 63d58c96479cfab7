# ruff: noqa: S608 - the names are this file's own, every value is bound
"""Queries of games that came one by one, as a page shows them: seats, results, rating moves."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from django.urls import reverse

from federation.database import bulk
from federation.database.joined_rows import Part, columns, cut, made
from federation.database.slicing import slices
from federation.models import Player
from ratings.cadence.by_game.packing import Rows
from ratings.players.opponents import Somebody
from tournaments.models import GameServer, TableGame

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_A_TIME = 5000  # keys a query
_GAME = (Part(TableGame, "g"), Part(GameServer, "s"))
Told = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Sat:
    """A seat at a game and how its player finished; ties share a place, a team shares its own."""

    player: int
    place: int
    team: int = 0


@dataclass(frozen=True, slots=True)
class Played:
    """A game with its seats in their order."""

    game: TableGame
    seats: Sequence[Sat]

    @property
    def ended(self) -> datetime:
        """When it ended."""
        return moment(self.game.ended)

    @property
    def address(self) -> str:
        """The address of its page."""
        return reverse("table-game", args=[self.game.system, self.game.server.key, self.game.code])

    @property
    def is_table(self) -> bool:
        """Return whether more than two played, each for themselves."""
        return len(self.seats) > 2 and not any(seat.team for seat in self.seats)

    def of(self, player: int) -> Sat:
        """Return the seat of a player; StopIteration where they did not play."""
        return next(seat for seat in self.seats if seat.player == player)

    def opponents(self, player: int) -> list[Sat]:
        """Return those they played against: everybody else, or the other team."""
        own = self.of(player)
        return [seat for seat in self.seats if seat is not own and (not own.team or seat.team != own.team)]

    def score(self, player: int, other: int) -> float | None:
        """Return 1, 0.5 or 0 of one player against another; None for two of one team."""
        own, his = self.of(player), self.of(other)
        if own.team and own.team == his.team:
            return None
        return 0.5 + 0.5 * ((own.place < his.place) - (own.place > his.place))


@dataclass(frozen=True, slots=True)
class Line:
    """A game of one player, as their page lists it."""

    played: Played
    own: Sat
    opponents: Sequence[Somebody]
    before: float
    after: float
    deviation: float  # after it; NaN: the system has none
    first: bool = field(default=False)

    @property
    def change(self) -> float:
        """Points won or lost."""
        return self.after - self.before

    @property
    def score(self) -> float:
        """1, 0.5 or 0 of a game with one result."""
        return self.played.score(self.own.player, self.opponents[0].pk) or 0.0


def moment(milliseconds: int) -> datetime:
    """Return a moment of a stream."""
    return _EPOCH + timedelta(milliseconds=int(milliseconds))


def played(keys: Iterable[int]) -> dict[int, Played]:
    """Read games with their seats; one query for every 5000."""
    return laid_out(read(keys))


def read(keys: Iterable[int]) -> list[Told]:
    """Read games as columns: those of the game, of its server, of a seat: a row a seat, one a duel."""
    rows: list[Told] = []
    for wanted in slices(list(keys), _A_TIME):
        rows += bulk.rows(_statement().format(", ".join(["%s"] * len(wanted))), wanted)
    return rows


def laid_out(game_rows: Iterable[Told]) -> dict[int, Played]:
    """Make games of such columns."""
    games: dict[int, TableGame] = {}
    sat: dict[int, list[Sat]] = defaultdict(list)
    for row in game_rows:
        game = games.get(row[0]) or _game(row)
        games[game.pk] = game
        if row[-3] is not None:
            sat[game.pk].append(Sat(*row[-3:]))
    return {key: Played(game, sat.get(key) or _duel(game)) for key, game in games.items()}


@cache
def _statement() -> str:
    """Write out what reads games, with a gap for their keys: a row a seat, a duel has one."""
    return (
        f"SELECT {columns(*_GAME)}, seat.player_id, seat.place, seat.team FROM tournaments_tablegame g"
        " JOIN tournaments_gameserver s ON s.id = g.server_id"
        " LEFT JOIN tournaments_seat seat ON seat.game_id = g.id"
        " WHERE g.id IN ({}) ORDER BY g.id, seat.number"
    )


def _game(row: Sequence[Any]) -> TableGame:
    game, server = cut(_GAME)
    table_game = made(_GAME[0], row[game])
    table_game.server = made(_GAME[1], row[server])
    return table_game


def _duel(game: TableGame) -> list[Sat]:
    """Return the two of a duel: White's half points decide who finished first."""
    score = game.score if game.score is not None else 1
    return [Sat(game.white_id or 0, 2 if score == 0 else 1), Sat(game.black_id or 0, 2 if score == 2 else 1)]


def opponents(player: Player, games: Iterable[Played]) -> set[int]:
    """Return all players a player met in some of their games."""
    return {seat.player for game in games for seat in game.opponents(player.pk)}


def lines(
    player: Player,
    histories: Mapping[str, Rows],
    found: Mapping[int, Played],
    people: Mapping[int, Somebody],
) -> dict[str, list[Line]]:
    """Arrange some rows of a player's histories, newest first, by system.

    `found` are their games, `people` whom they met in them. Decisions of the office among the rows (negative
    keys) are left out.
    """
    return {
        system: [
            _line(player, found[int(row["key"])], row, people) for row in rows[::-1] if row["key"] in found
        ]
        for system, rows in histories.items()
    }


def _line(player: Player, game: Played, row: Rows, people: Mapping[int, Somebody]) -> Line:
    return Line(
        game,
        game.of(player.pk),
        [people[seat.player] for seat in game.opponents(player.pk)],
        float(row["before"]),
        float(row["after"]),
        float(row["deviation"]),
        first=int(row["games"]) == 1,
    )
