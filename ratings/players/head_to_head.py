"""Queries of two players against each other: ratings, courses, the games between them and their results."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

import numpy as np

from federation.models import Player
from federation.vocabulary.disciplines.catalogue import DISCIPLINES
from ratings.cadence.by_game import histories
from ratings.cadence.by_game.packing import Rows
from ratings.cadence.pages import PAGES, pages_of
from ratings.cadence.shared import steps
from ratings.cadence.traits import by_cadence
from ratings.models import CurrentRating, ListEntry, RatingSystem
from ratings.players.histories import newest_lists
from ratings.players.online_games import Played, Sat, played
from ratings.rulebook.editions import Edition
from ratings.rulebook.expected_score import Strength, expected_score
from ratings.rulebook.systems import SYSTEMS, Choice, edition_of
from tournaments.models import Entry, Game
from tournaments.models.stages import Stage
from tournaments.reports.outcomes import Outcome, is_rateable, scores

Pair = tuple[Player, Player]


@dataclass(frozen=True, slots=True)
class Ratings:
    """What both had in one system when they met, and what the first was expected to score."""

    system: str
    own: Strength
    other: Strength
    expected: float | None  # None: a game with a handicap, or one the system has no curve for


@dataclass(frozen=True, slots=True)
class Encounter:
    """One game between the two, seen by the first."""

    day: date
    game: str  # key of the discipline or of the stream it counts for together
    name: str
    address: str
    score: float  # 1, 0.5, 0
    colour: str  # "w", "b"; "" unknown
    handicap: int = 0
    places: tuple[int, int] | None = None  # at a table of several
    moment: int = 0  # end of a game of a stream, milliseconds since 1970, UTC
    ratings: Sequence[Ratings] = ()


@dataclass(frozen=True, slots=True)
class Comparison:
    """Both in one system now: as listed, or live where games move ratings one by one."""

    system: str
    own: Strength
    other: Strength
    day: date | None  # of the list; None: live
    edition: Edition | None
    choice: Choice  # of the rules


def comparisons(pair: Pair, moment: datetime) -> list[Comparison]:
    """Compare both in every system that knows both, in the order of the site; three queries.

    Ratings that move with every game are those of the moment, their deviations aged to it.
    """
    rows = ListEntry.objects.filter(player__in=pair, list__in=newest_lists().values())
    entries = {(row.list.system, row.player_id): row for row in rows.select_related("list__system")}
    now = CurrentRating.objects.filter(player__in=pair, system__active=True).select_related("system")
    live = {(row.system, row.player_id): row for row in now}
    systems = {system for system, _player in (*entries, *live)}
    systems_compared = []
    for system in sorted(systems, key=lambda system: (system.position, system.key)):
        own, other = (
            pages_of(system.key).standing_now(
                entries.get((system, player.pk)), live.get((system, player.pk)), moment
            )
            for player in pair
        )
        if own and other:
            edition = edition_of(system, moment.date())
            systems_compared.append(
                Comparison(system.key, own.strength, other.strength, own.day, edition, system)
            )
    return systems_compared


def between(pair: Pair, systems: Sequence[str]) -> list[Encounter]:
    """Read every game between the two, newest first; `systems`: the streams that know both.

    Two queries for each of these, and two for every 500 of their games.
    """
    played = [*in_tournaments(pair), *_in_streams(pair, systems)]
    return sorted(played, key=lambda game: game.day, reverse=True)


def _in_streams(pair: Pair, systems: Sequence[str]) -> list[Encounter]:
    """Read the games of streams at which both sat, against each other; newest first."""
    rated = RatingSystem.objects.filter(key__in=systems) if systems else ()
    common = {system: _common(system, pair) for system in rated}
    games = played(int(key) for rows in common.values() for key in rows[0]["key"])
    encounters = []
    for system, (own, other) in common.items():
        for mine, theirs in zip(own[::-1], other[::-1], strict=True):
            game = games.get(int(mine["key"]))
            score = game.score(pair[0].pk, pair[1].pk) if game else None
            if game is not None and score is not None:
                encounters.append(_at_table(pair, system, game, (mine, theirs)))
    return sorted(encounters, key=lambda encounter: encounter.moment, reverse=True)


def _common(system: RatingSystem, pair: Pair) -> tuple[Rows, Rows]:
    """Return both players' rows of the games at which both sat, in the same order."""
    own, other = (rows[rows["key"] > 0] for rows in (histories.of_player(system, player) for player in pair))
    keys, mine, theirs = np.intersect1d(own["key"], other["key"], assume_unique=True, return_indices=True)
    order = np.lexsort((keys, own["moment"][mine]))
    return own[mine[order]], other[theirs[order]]


def _colour(system: RatingSystem, game: Played, own: Sat) -> str:
    """Return the colour of a game of two in a discipline; a table has none."""
    if SYSTEMS[system.key].game not in DISCIPLINES or len(game.seats) > 2:
        return ""
    return "w" if own is game.seats[0] else "b"


def _at_table(pair: Pair, system: RatingSystem, game: Played, rows: tuple[Rows, Rows]) -> Encounter:
    own, other = (
        Strength(float(row["before"]), 0.0 if np.isnan(row["aged"]) else float(row["aged"])) for row in rows
    )
    sat = tuple(game.of(player.pk) for player in pair)
    return Encounter(
        day=game.ended.date(),
        game=system.key,
        name="",
        address=game.address,
        score=game.score(pair[0].pk, pair[1].pk) or 0.0,
        colour=_colour(system, game, sat[0]),
        places=(sat[0].place, sat[1].place) if game.is_table else None,
        moment=game.game.ended,
        ratings=[_compare_strengths(system, own, other, on=game.ended.date())],
    )


def in_tournaments(pair: Pair) -> list[Encounter]:
    """Read the games of approved tournaments between the two, newest first; at most four queries."""
    rows = Entry.objects.filter(player__in=pair, tournament__stage=Stage.APPROVED)
    entries: dict[int, dict[int, int]] = defaultdict(dict)
    for tournament, player, entry in rows.values_list("tournament_id", "player_id", "pk"):
        entries[tournament][player] = entry
    both = {tournament: by_player for tournament, by_player in entries.items() if len(by_player) == 2}
    if not both:
        return []
    keys = [entry for by_player in both.values() for entry in by_player.values()]
    games = list(
        Game.objects.filter(tournament__in=both, white__in=keys, black__in=keys)
        .select_related("tournament")
        .order_by("-tournament__start", "-tournament__number", "-round")
    )
    ratings = _ratings_then(pair, games)
    return [
        _encounter(game, own=both[game.tournament_id][pair[0].pk], ratings=ratings)
        for game in games
        if is_rateable(Outcome(game.outcome), by_default=game.by_default)
    ]


def _encounter(
    game: Game, *, own: int, ratings: Mapping[int, Sequence[tuple[RatingSystem, Any, Any]]]
) -> Encounter:
    event = game.tournament
    is_white = game.white_id == own
    white, black = scores(Outcome(game.outcome))
    return Encounter(
        day=event.start,
        game=event.discipline,
        name=event.name,
        address=event.get_absolute_url(),
        score=(white if is_white else black) / 2,
        colour=("w" if is_white else "b") if game.colour_known else "",
        handicap=game.handicap,
        ratings=[
            _compare_strengths(
                system, Strength(own), Strength(theirs), on=event.start, handicap=game.handicap
            )
            for system, own, theirs in ratings.get(event.pk, ())
        ],
    )


def _compare_strengths(
    system: RatingSystem, own: Strength, other: Strength, *, on: date, handicap: int = 0
) -> Ratings:
    edition = None if handicap else edition_of(system, on)
    return Ratings(system.key, own, other, expected_score(edition, own, other) if edition else None)


def _ratings_then(pair: Pair, games: Sequence[Game]) -> Mapping[int, list[tuple[RatingSystem, float, float]]]:
    """Return for each tournament what both came with, in every system that knew both."""
    tournaments = list({game.tournament_id: game.tournament for game in games}.values())
    by_tournament: dict[int, list[tuple[RatingSystem, float, float]]] = defaultdict(list)
    for pages in PAGES.values():
        for tournament, rows in pages.came_with([player.pk for player in pair], tournaments).items():
            known = ((system, each.get(pair[0].pk), each.get(pair[1].pk)) for system, each in rows)
            by_tournament[tournament] += [
                (system, own, other) for system, own, other in known if own is not None and other is not None
            ]
    return by_tournament


@dataclass(frozen=True, slots=True)
class Score:
    """Games of one kind between the two: how they ended, seen by the first."""

    game: str
    won: int
    drawn: int
    lost: int

    @property
    def points(self) -> tuple[float, float]:
        """The score of both."""
        return self.won + self.drawn / 2, self.lost + self.drawn / 2


def scores_of(games: Sequence[Encounter]) -> list[Score]:
    """Add the games up, each kind for itself, in the order they are first met."""
    kinds = dict.fromkeys(game.game for game in games)
    scores = {kind: [game.score for game in games if game.game == kind] for kind in kinds}
    return [Score(kind, each.count(1.0), each.count(0.5), each.count(0.0)) for kind, each in scores.items()]


@dataclass(frozen=True, slots=True)
class Step:
    """State of a player from a day on."""

    day: int  # proleptic ordinal
    value: float
    name: str  # of the event; "" a list, a day of single games
    active: bool = True  # False: a list that has the player inactive
    declared: str = ""  # grade declared by then, of an event


Courses = tuple[Sequence[Step], Sequence[Step]]


def courses(pair: Pair, systems: Sequence[str]) -> dict[str, Courses]:
    """Read both players' courses in some systems, oldest first, in the order given; one query a cadence."""
    points = {
        who: [_point(step) for step in steps if step.after is not None]
        for cadence, keys in by_cadence(systems).items()
        for who, steps in PAGES[cadence].courses(keys, pair).items()
    }
    own, other = pair
    return {key: (points.get((key, own.pk), ()), points.get((key, other.pk), ())) for key in systems}


def _point(step: steps.Step) -> Step:
    return Step(step.day.toordinal(), float(step.after or 0.0), step.name, step.active, step.declared)
