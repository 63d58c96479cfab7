"""Reads of games that came one by one, as a page shows them: who sat there, how it ended, what it did."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from django.urls import reverse

from federation.models import Player
from ratings.streams.packing import Rows
from tournaments.models import Seat, TableGame

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_A_TIME = 500  # keys a query


@dataclass(frozen=True, slots=True)
class Sat:
    """Somebody at a game and how he finished; who tied shares a place, a team shares its own."""

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
        """Say whether more than two played, each for himself."""
        return len(self.seats) > 2 and not any(one.team for one in self.seats)

    def of(self, player: int) -> Sat:
        """Give the seat of a player; StopIteration where he did not play."""
        return next(one for one in self.seats if one.player == player)

    def opponents(self, player: int) -> list[Sat]:
        """Give those he played against: everybody else, or the other team."""
        own = self.of(player)
        return [one for one in self.seats if one is not own and (not own.team or one.team != own.team)]

    def score(self, player: int, other: int) -> float | None:
        """Give 1, 0.5 or 0 of one player against another; None for two of one team."""
        own, his = self.of(player), self.of(other)
        if own.team and own.team == his.team:
            return None
        return 0.5 + 0.5 * ((own.place < his.place) - (own.place > his.place))


@dataclass(frozen=True, slots=True)
class Line:
    """A game of one player, as his page lists it."""

    played: Played
    own: Sat
    opponents: Sequence[Player]
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
    """Give a moment of a stream."""
    return _EPOCH + timedelta(milliseconds=int(milliseconds))


def played(keys: Iterable[int]) -> dict[int, Played]:
    """Read games with their seats; two queries for every 500."""
    every = list(keys)
    made: dict[int, Played] = {}
    for start in range(0, len(every), _A_TIME):
        wanted = every[start : start + _A_TIME]
        games = TableGame.objects.filter(pk__in=wanted).select_related("server")
        sat: dict[int, list[Sat]] = defaultdict(list)
        seats = Seat.objects.filter(game__in=wanted).order_by("game_id", "number")
        for key, player, place, team in seats.values_list("game_id", "player_id", "place", "team"):
            sat[key].append(Sat(player, place, team))
        made |= {game.pk: Played(game, sat.get(game.pk) or _duel(game)) for game in games}
    return made


def _duel(game: TableGame) -> list[Sat]:
    """Give the two of a duel: White's half points tell who finished first."""
    score = game.score if game.score is not None else 1
    return [Sat(game.white_id or 0, 2 if score == 0 else 1), Sat(game.black_id or 0, 2 if score == 2 else 1)]


def lines(player: Player, histories: Mapping[str, Rows]) -> dict[str, list[Line]]:
    """Lay out some rows of a player's histories, newest first, by system; three queries for all of them.

    Decisions of the office among the rows (negative keys) are left out.
    """
    found = played(int(key) for rows in histories.values() for key in rows["key"] if key > 0)
    opponents = {one.player for each in found.values() for one in each.opponents(player.pk)}
    people = Player.objects.in_bulk(sorted(opponents)) if opponents else {}
    return {
        system: [
            _line(player, found[int(row["key"])], row, people) for row in rows[::-1] if row["key"] in found
        ]
        for system, rows in histories.items()
    }


def _line(player: Player, game: Played, row: Rows, people: Mapping[int, Player]) -> Line:
    return Line(
        game,
        game.of(player.pk),
        [people[one.player] for one in game.opponents(player.pk)],
        float(row["before"]),
        float(row["after"]),
        float(row["deviation"]),
        first=int(row["games"]) == 1,
    )
