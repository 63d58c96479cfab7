"""Reads of what happened to one player lately, for his feed: events, lists that moved him, days of games."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from federation.models import Player
from ratings.cadence.by_game import histories as streams
from ratings.models import CurrentRating
from ratings.players import fide_history, histories
from ratings.rulebook.systems import has_streams

DAYS = 20  # of games, in one system


@dataclass(frozen=True, slots=True)
class Change:
    """What became of a rating; `before` is None for a first one, `after` for one that ended."""

    system: str
    before: float | None
    after: float | None


@dataclass(frozen=True, slots=True)
class Happening:
    """A day something moved a player: an event by its name, or a list or the games of a day, without."""

    day: date
    kind: str  # event, list, games
    name: str
    tournament: int | None
    changes: tuple[Change, ...]


def happenings(player: Player, *, most: int) -> list[Happening]:
    """Read what happened to a player, the newest first; the queries do not grow with his games."""
    newest = histories.newest_lists()
    found = [*_events(player), *_lists(player, newest), *_days(player)]
    return sorted(found, key=lambda one: one.day, reverse=True)[:most]


def _events(player: Player) -> Iterator[Happening]:
    for event in histories.events(player):
        changes = tuple(Change(move.system, move.before, move.after) for move in event.moves)
        yield Happening(event.day, "event", event.name, event.tournament, changes)


def _lists(player: Player, newest: Mapping[str, int]) -> Iterator[Happening]:
    """Yield the lists of period systems on which a rating is new or has moved."""
    for course in fide_history.courses(player, newest):
        for line in course.lines:
            if line.change is None or line.change:
                before = None if line.change is None else float(line.rating - line.change)
                yield Happening(
                    line.day, "list", "", None, (Change(course.system, before, float(line.rating)),)
                )


def _days(player: Player) -> Iterator[Happening]:
    """Yield the last days a player had games that come one by one."""
    rows = CurrentRating.objects.filter(player=player, system__active=True).select_related("system")
    for row in rows:
        if not has_streams(row.system.key):
            continue
        points = streams.course(row.system, player)
        for earlier, point in zip([None, *points[:-1]], points, strict=True):
            if point in points[-DAYS:]:
                before = None if earlier is None else earlier.rating
                yield Happening(point.day, "games", "", None, (Change(row.system.key, before, point.rating),))
