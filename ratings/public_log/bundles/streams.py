"""The facts of a list of games that come one by one, as rows of its bundle."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from ratings.cadence.by_game import facts as sources
from ratings.cadence.by_game.assemble import Games, Seats
from ratings.cadence.by_game.facts import Window
from ratings.cadence.by_game.moments import end_of
from ratings.list_proof.table_files import Rows
from ratings.models import ManualEvent, PublishedList, RatingSystem
from ratings.rulebook.systems import SYSTEMS

_BASE = ManualEvent.Kind.BASE.value


def rows(published: PublishedList, system: RatingSystem) -> dict[str, Rows]:
    """Read the rows of every table but the list itself, in the order of the bundle.

    `system` has the rules the list was made by.
    """
    window = Window(before=end_of(published.date))
    games = sources.games(system, window)
    order = np.lexsort((games.tie, games.server, games.moment))
    number = dict(zip(games.key[order].tolist(), range(1, order.size + 1), strict=True))
    decided = list(_decisions(published))
    return {
        "games": _games(games, order),
        "seats": _seats(sources.seats(system, window), number),
        "decisions": [row for row in decided if row[1] != _BASE],
        "base_levels": [row for row in decided if row[1] == _BASE],
    }


def _games(games: Games, order: Any) -> Iterator[tuple[Any, ...]]:
    names = ("moment", "server", "white", "black", "score", "points")
    columns = (getattr(games, name)[order].tolist() for name in names)
    for number, row in enumerate(zip(*columns, strict=True), start=1):
        moment, server, white, black, score, points = row
        alone = white > 0
        stake = points if points == points else None
        yield (
            number,
            moment,
            server,
            white if alone else None,
            black if alone else None,
            score if alone else None,
            stake,
        )


def _seats(seats: Seats, number: dict[int, int]) -> list[tuple[int, ...]]:
    columns = (seats.game, seats.team, seats.number, seats.player, seats.place)
    listed = zip(*(column.tolist() for column in columns), strict=True)
    rows = sorted((number[game], team, seat, player, place) for game, team, seat, player, place in listed)
    return [(game, seat, player, place, team) for game, team, seat, player, place in rows]


def _decisions(published: PublishedList) -> Iterator[list[Any]]:
    names = ("pk", "kind", "date", "player", "value", "deviation", "games")
    decisions = ManualEvent.objects.filter(
        system=published.system,
        withdrawn=None,
        kind__in=sources.LEVELS,
        player__isnull=False,
        date__lte=published.date,
    ).order_by("date", "pk")
    assumed = SYSTEMS[published.system.key].games_when_rated
    for *decision, games in decisions.values_list(*names):
        yield [*decision, assumed if games is None else games]
