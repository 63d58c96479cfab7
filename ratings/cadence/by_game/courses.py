"""Queries of rating changes of players game by game, shown day by day."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from math import isnan

from django.db.models import QuerySet

from federation.models import Player
from ratings.cadence.by_game.histories import Point, points
from ratings.cadence.by_game.packing import unpack
from ratings.cadence.shared.steps import Courses, Step, UnnamedMove
from ratings.models import GameHistory

DAYS = 20  # of games, in one system, that are news


def courses(keys: Sequence[str], players: Collection[Player]) -> Courses:
    """Read the ratings of some players at the end of their days in some systems; one query."""
    rows = GameHistory.objects.filter(system__key__in=keys, player__in=players)
    return {who: [_step(point) for point in course] for who, course in _points(rows).items()}


def _points(rows: QuerySet[GameHistory]) -> dict[tuple[str, int], list[Point]]:
    pieces: dict[tuple[str, int], list[bytes]] = defaultdict(list)
    ordered = rows.order_by("system__position", "system__key", "part")
    for key, player, data in ordered.values_list("system__key", "player_id", "data"):
        pieces[key, player].append(bytes(data))
    return {who: points(unpack(parts).rows) for who, parts in pieces.items()}


def _step(point: Point) -> Step:
    deviation = None if isnan(point.deviation) else point.deviation
    return Step(point.day, "day", after=point.rating, deviation=deviation)


def unnamed_moves(player: Player) -> Iterator[UnnamedMove]:
    """Yield the last days a player had games in each system; one query."""
    rows = GameHistory.objects.filter(player=player, system__active=True)
    for (key, _player), course in _points(rows).items():
        news = [None, *course][-DAYS - 1 :]
        for earlier, point in pairwise(news):
            if point is not None:
                yield UnnamedMove(point.day, "games", key, earlier.rating if earlier else None, point.rating)
