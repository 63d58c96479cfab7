"""The performances (Rp) of the players of tournaments of chess, from the ratings in force for them."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ratings.cadence.by_period.event_games import EventGames, event_games
from ratings.models import RatingSystem
from ratings.rulebook.fide_performance import Performance, performance
from tournaments.models import Tournament


class _Side(NamedTuple):
    """A game as one side saw it."""

    tournament: int  # primary key
    in_force: int  # list whose ratings count, as a month number
    player: int
    opponent: int
    half_points: int


@dataclass(frozen=True, slots=True)
class Performances:
    """Performances of players in tournaments, by both keys; none without a rated opponent."""

    whole: Mapping[tuple[int, int], Performance]  # tournament, player
    by_part: Mapping[tuple[int, int, int], Performance]  # tournament, list in force (a month), player


def performances(
    tournaments: Iterable[Tournament],
    *,
    system: RatingSystem | None = None,
    players: Collection[int] | None = None,
) -> Performances:
    """Read the performances in tournaments, of some players alone where they are named."""
    return performances_in(event_games(tournaments, system=system, players=players), players)


def performances_in(games: Sequence[EventGames], players: Collection[int] | None = None) -> Performances:
    """Return the performances in games that were read; no query."""
    whole: defaultdict[tuple[int, int], _Met] = defaultdict(_Met)
    by_part: defaultdict[tuple[int, int, int], _Met] = defaultdict(_Met)
    for each in games:
        for side in _sides(each):
            rating = 0
            if players is None or side.player in players:
                rating = each.in_force(side.in_force, side.opponent)
            if rating:
                whole[side.tournament, side.player].add(rating, side.half_points)
                by_part[side.tournament, side.in_force, side.player].add(rating, side.half_points)
    return Performances(
        {key: met.performance for key, met in whole.items()},
        {key: met.performance for key, met in by_part.items()},
    )


class _Met:
    """The rated opponents of a player, and the score against them."""

    __slots__ = ("half_points", "opponents")

    def __init__(self) -> None:
        self.opponents: list[int] = []
        self.half_points = 0

    def add(self, rating: int, half_points: int) -> None:
        """Count a game."""
        self.opponents.append(rating)
        self.half_points += half_points

    @property
    def performance(self) -> Performance:
        """Return what the games make."""
        return performance(self.opponents, self.half_points)


def _sides(read: EventGames) -> Iterator[_Side]:
    """Yield both sides of the games that can be rated and lie in a part of their tournament."""
    of_round = {(part.key, number): part.in_force for part in read.whole for number in part.rounds}
    whole = {part.key: part.in_force for part in read.whole if not part.rounds}
    rows = read.rows.only(read.rows.rateable)
    columns = (rows.games.tournament, rows.games.round, rows.white, rows.black, rows.games.score)
    for tournament, number, white, black, score in zip(*(column.tolist() for column in columns), strict=True):
        month = whole.get(tournament) or of_round.get((tournament, number))
        if month is not None:
            yield _Side(tournament, month, white, black, score)
            yield _Side(tournament, month, black, white, 2 - score)
