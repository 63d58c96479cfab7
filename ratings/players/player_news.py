"""Queries of a player's recent news for their feed: events, lists that moved them, days of games."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from django.utils.timezone import localdate

from federation.models import Player
from ratings.cadence.table import CADENCES, cadence_of
from ratings.players import histories
from ratings.players.header import head
from ratings.rulebook.active_span import ActiveSpan


@dataclass(frozen=True, slots=True)
class Change:
    """Change of a rating; `before` is None for a first one, `after` for one that ended."""

    system: str
    before: float | None
    after: float | None


@dataclass(frozen=True, slots=True)
class Happening:
    """A day something moved a player: an event by its name, or a list or the games of a day, without.

    Or the day they became inactive (`activity`), or a month before, with what the newest list shows of that.
    """

    day: date
    kind: str  # event, list, games, activity
    name: str
    tournament: int | None
    changes: tuple[Change, ...]
    system: str = ""  # of an activity
    span: ActiveSpan | None = None


def happenings(player: Player, *, most: int) -> list[Happening]:
    """Read what happened to a player, the newest first; the queries do not grow with their games."""
    events = [*_events(player), *_beside_events(player), *_activity(player, localdate())]
    return sorted(events, key=lambda event: event.day, reverse=True)[:most]


def _events(player: Player) -> Iterator[Happening]:
    for event in histories.events(player):
        changes = tuple(Change(move.system, move.before_shown, move.after_shown) for move in event.moves)
        yield Happening(event.day, "event", event.name, event.tournament, changes)


def _beside_events(player: Player) -> Iterator[Happening]:
    """Yield the lists that moved a player, and the last days they had games that come one by one."""
    for cadence in CADENCES.values():
        for move in cadence.unnamed_moves(player):
            yield Happening(move.day, move.kind, "", None, (Change(move.system, move.before, move.after),))


def _activity(player: Player, today: date) -> Iterator[Happening]:
    """Yield, for each newest list, since when the player is inactive, or that they will be within a month."""
    for key, entry in head(player).entries.items():
        span = cadence_of(key).active_span(entry, None)
        day = span.warned if span.active else span.ends
        is_due = day is not None and day <= today and (not span.active or span.is_near(today))
        if day is not None and is_due and not entry.provisional:
            yield Happening(day, "activity", "", None, (), key, span)
