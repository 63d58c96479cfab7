"""Games of tournaments of chess, the ratings they are rated from, and the performances (Rp) by these.

An opponent counts with the rating the tournament is rated with: that of the list in force on its first day
(of a long one in the month of the game), in rapid and blitz else the standard rating. The queries do not grow
with players or tournaments: systems, games, and ratings once a system.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from federation.vocabulary.systems.catalogue import disciplines_of, keys_of
from federation.vocabulary.systems.declaration import Cadence
from ratings.cadence.by_period import standings
from ratings.cadence.by_period.assemble import Counted, Flags, GameColumns, Held, counted
from ratings.cadence.by_period.counting import parts_of
from ratings.cadence.by_period.facts import days_of, sides
from ratings.cadence.by_period.policy import PeriodPolicy, period_policy_of
from ratings.cadence.by_period.standings import NOWHERE, Listed
from ratings.cadence.shared.columns import Longs
from ratings.engines.fide_rules import ROUND_ROBIN
from ratings.models import RatingSystem
from ratings.rulebook.fide_performance import Performance, performance
from ratings.rulebook.systems import SYSTEMS, played, takes
from tournaments.models import Tournament
from tournaments.reports.outcomes import Outcome

RATEABLE = (Outcome.BLACK_WINS, Outcome.DRAW, Outcome.WHITE_WINS)  # the value is White's half points


@dataclass(frozen=True, slots=True)
class GameRows:
    """The pairings of tournaments, with the players of both sides; -1: an entrant who is no player."""

    games: GameColumns
    white: Longs
    black: Longs

    @property
    def rateable(self) -> Flags:
        """Mark what can be rated: games that were played between players of the register."""
        known = (self.white >= 0) & (self.black >= 0)
        return np.isin(self.games.score, RATEABLE) & ~self.games.by_default & known

    def only(self, rows: Flags) -> "GameRows":
        """Return some of the rows."""
        names = ("tournament", "round", "white", "black", "score", "by_default")
        columns = (getattr(self.games, name)[rows] for name in names)
        return GameRows(GameColumns(*columns), self.white[rows], self.black[rows])

    @property
    def players(self) -> list[int]:
        """Return who plays in them."""
        seats = np.concatenate([self.white, self.black])
        return [int(player) for player in np.unique(seats[seats >= 0])]


@dataclass(frozen=True, slots=True)
class EventGames:
    """The tournaments that count in one system, their games, and what lists say of those who met."""

    system: RatingSystem
    policy: PeriodPolicy
    whole: Sequence[Counted]  # their parts, whenever the report came in
    parts: Sequence[Counted]  # those that count for a list
    rows: GameRows
    listed: Mapping[tuple[int, int], Listed]  # list (a month), player
    entered: Mapping[tuple[int, int], Listed]  # the same in the system newcomers enter from

    @property
    def parts_in_order(self) -> list[Counted]:
        """Return the parts that count, in the order in which they are rated."""
        return sorted(self.parts, key=lambda part: (part.first, part.number))

    def in_force(self, month: int, player: int) -> int:
        """Return the rating a player is met with on a list; 0 = none."""
        place = month, player
        return self.listed.get(place, NOWHERE).rating or self.entered.get(place, NOWHERE).rating


def event_games(
    tournaments: Iterable[Tournament],
    *,
    system: RatingSystem | None = None,
    players: Collection[int] | None = None,
) -> list[EventGames]:
    """Read the games of tournaments; three queries, five with rapid and blitz, none without chess.

    `system`: of the tournaments that count in it alone, else in any active one; `players`: the games of these
    alone, where the rules do not ask for all of them.
    """
    by_system = _by_system(tournaments, system)
    if not by_system:
        return []
    everything = [tournament for chosen in by_system.values() for tournament in chosen]
    policies = {
        each: period_policy_of(each.key, edition=each.edition, parameters=each.parameters)
        for each in by_system
    }
    robins = {
        tournament.pk
        for each, chosen in by_system.items()
        for tournament in chosen
        if _may_be_robin(policies[each], tournament)
    }
    rows = GameRows(*sides({tournament.pk for tournament in everything}, players, robins))
    return [
        _of_system(each, policies[each], chosen, rows.only(_of_tournaments(rows, chosen)), players)
        for each, chosen in by_system.items()
    ]


def _by_system(
    tournaments: Iterable[Tournament], system: RatingSystem | None
) -> dict[RatingSystem, list[Tournament]]:
    games = disciplines_of(Cadence.BY_PERIOD)
    chosen = [tournament for tournament in tournaments if tournament.discipline in games]
    if not chosen:
        return {}
    systems = (
        [system] if system else RatingSystem.objects.filter(active=True, key__in=keys_of(Cadence.BY_PERIOD))
    )
    taken = {
        each: [tournament for tournament in chosen if takes(each, played(tournament))] for each in systems
    }
    return {each: some for each, some in taken.items() if some}


def _may_be_robin(policy: PeriodPolicy, tournament: Tournament) -> bool:
    """Return whether its rules rate the unrated of a round robin, which takes all its games."""
    return bool(policy.rules[policy.reading_on(tournament.start), ROUND_ROBIN] > 0)


def _of_system(
    system: RatingSystem,
    policy: PeriodPolicy,
    tournaments: Sequence[Tournament],
    rows: GameRows,
    players: Collection[int] | None,
) -> EventGames:
    whole = [part for tournament in tournaments for part in _whole(tournament)]
    parts = [part for tournament in tournaments for part in parts_of(policy, tournament)]
    places = _places_of(rows, [*whole, *parts], players)
    listed = standings.on_lists(system.key, places)
    seed = SYSTEMS[system.key].seeds_from
    unrated = {place for place in places if not listed.get(place, NOWHERE).rating} if seed else set()
    entered = standings.on_lists(seed, unrated)
    return EventGames(system, policy, whole, parts, rows, listed, entered)


def _places_of(
    rows: GameRows, parts: Sequence[Counted], players: Collection[int] | None
) -> set[tuple[int, int]]:
    """Return the lists (months) whose ratings count, by player: in force, and before those asked for."""
    known = rows.only(rows.rateable)
    seats = zip(known.games.tournament.tolist(), known.white.tolist(), known.black.tolist(), strict=True)
    of_tournament: defaultdict[int, set[int]] = defaultdict(set)
    for tournament, white, black in seats:
        of_tournament[tournament] |= {white, black}
    places = {(part.in_force, player) for part in parts for player in of_tournament[part.key]}
    return places | {
        (part.month - 1, player)
        for part in parts
        for player in (of_tournament[part.key] if players is None else players)
    }


def _whole(tournament: Tournament) -> Iterator[Counted]:
    """Yield the parts of a tournament, whenever its report came in."""
    days = days_of(tournament.round_dates)
    held = Held(tournament.pk, tournament.number, tournament.start, tournament.end, round_dates=days)
    return counted(held, lists=0)


def _of_tournaments(rows: GameRows, tournaments: Sequence[Tournament]) -> Flags:
    return np.isin(rows.games.tournament, [tournament.pk for tournament in tournaments])


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
