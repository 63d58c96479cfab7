"""Reads: the performances (Rp) of the players of tournaments of chess, from the ratings in force for them.

An opponent counts with the rating the tournament is rated with: that of the list in force on its first day
(of a long one in the month of the game), in rapid and blitz else the standard rating. The queries do not grow
with players or tournaments: games, and ratings once a system.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ratings.cadence.by_period import standings
from ratings.cadence.by_period.assemble import Counted, Held, counted
from ratings.cadence.by_period.counting import KEYS
from ratings.cadence.by_period.facts import days_of
from ratings.models import RatingSystem
from ratings.rulebook.fide_performance import Performance, performance
from ratings.rulebook.systems import SYSTEMS, played, takes
from tournaments.models import Game, Tournament
from tournaments.reports.outcomes import Outcome

RATEABLE = (Outcome.BLACK_WINS, Outcome.DRAW, Outcome.WHITE_WINS)  # the value is White's half points


class _Game(NamedTuple):
    """A game as one side saw it."""

    tournament: int  # primary key
    in_force: int  # list whose ratings count, as a month number
    player: int
    opponent: int
    half_points: int


@dataclass(frozen=True, slots=True)
class Performances:
    """The performances of players in tournaments, by the keys of both; who met nobody rated has none."""

    whole: Mapping[tuple[int, int], Performance]  # tournament, player
    by_part: Mapping[tuple[int, int, int], Performance]  # tournament, list in force (a month), player


def performances(
    tournaments: Iterable[Tournament],
    *,
    system: RatingSystem | None = None,
    players: Collection[int] | None = None,
) -> Performances:
    """Read the performances in tournaments; three queries, five with rapid and blitz, none without chess.

    `system`: of the tournaments that count in it alone, else in any active one; `players`: of these alone.
    """
    parts = _parts_by_system(tournaments, system)
    whole: defaultdict[tuple[int, int], _Met] = defaultdict(_Met)
    by_part: defaultdict[tuple[int, int, int], _Met] = defaultdict(_Met)
    games = _games([part for each in parts.values() for part in each], players)
    for each, rated_parts in parts.items():
        own = {part.key for part in rated_parts}
        here = [game for game in games if game.tournament in own]
        ratings = _ratings(each.key, rated_parts, {game.opponent for game in here})
        for game in here:
            rating = ratings.get((game.in_force, game.opponent), 0)
            if rating:
                whole[game.tournament, game.player].add(rating, game.half_points)
                by_part[game.tournament, game.in_force, game.player].add(rating, game.half_points)
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


def _parts_by_system(
    tournaments: Iterable[Tournament], system: RatingSystem | None
) -> dict[RatingSystem, list[Counted]]:
    """Return the parts of tournaments by the system they count in, those of late reports too."""
    games = {SYSTEMS[key].game for key in KEYS}
    chosen = [one for one in tournaments if one.discipline in games]
    if not chosen:
        return {}
    systems = [system] if system else RatingSystem.objects.filter(active=True, key__in=KEYS)
    parts = {
        each: [part for one in chosen if takes(each, played(one)) for part in _parts(one)] for each in systems
    }
    return {each: found for each, found in parts.items() if found}


def _parts(tournament: Tournament) -> Iterator[Counted]:
    """Return the parts of a tournament, whenever its report came in."""
    days = days_of(tournament.round_dates)
    held = Held(tournament.pk, tournament.number, tournament.start, tournament.end, round_dates=days)
    return counted(held, lists=0)


def _games(parts: Sequence[Counted], players: Collection[int] | None) -> list[_Game]:
    """Read the games that can be rated between players of the register, each side of those asked for."""
    if not parts:
        return []
    of_round = {(part.key, number): part.in_force for part in parts for number in part.rounds}
    whole = {part.key: part.in_force for part in parts if not part.rounds}
    rows = Game.objects.filter(
        tournament__in={part.key for part in parts},
        outcome__in=RATEABLE,
        by_default=False,
        white__player__isnull=False,
        black__player__isnull=False,
    )
    columns = ("tournament_id", "round", "white__player_id", "black__player_id", "outcome")
    found = []
    for tournament, round_, white, black, score in rows.values_list(*columns):
        month = whole.get(tournament) or of_round.get((tournament, round_))
        if month is not None:
            found.append(_Game(tournament, month, white, black, score))
            found.append(_Game(tournament, month, black, white, 2 - score))
    return found if players is None else [game for game in found if game.player in players]


def _ratings(key: str, parts: Sequence[Counted], players: Collection[int]) -> dict[tuple[int, int], int]:
    """Read the ratings of players on the lists in force for some parts, by list and player; 0 = none."""
    months = sorted({part.in_force for part in parts})
    found = standings.on_lists(key, months, players)
    seed = SYSTEMS[key].seeds_from
    if not seed:
        return found
    entered = standings.on_lists(
        seed, months, {one for one in players if not all(found.get((m, one)) for m in months)}
    )
    return {**entered, **{place: rating for place, rating in found.items() if rating}}
