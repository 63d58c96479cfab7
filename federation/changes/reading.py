"""Lines of the journal as the changes they say in public, read page by page behind a cursor.

The cursor is a place in the journal's chain, with its line's digest. Places are given by the sealing, one at
a time, to lines that are committed: no line can come in behind a place already read, in any order of
transactions and numbers. The digest detects a database restored to an earlier state: there the place has
another line, or none.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Min
from django.utils import translation

from federation.journal import acts, hash_chain, journal
from federation.journal.acts import PublicEvent, Report
from federation.models import JournalEntry
from federation.models.display_name import public_view

SPAN = 20_000  # places looked through for one page
_LETTERS = 12  # of a digest
_CURSOR = re.compile(rf"(\d{{1,18}})-([0-9a-f]{{{_LETTERS}}})", re.ASCII)


class UnknownCursor(Exception):
    """The journal has no such place, or it has another line."""


@dataclass(frozen=True, slots=True)
class Change:
    """A line with a public event."""

    place: int
    at: datetime
    told: PublicEvent

    @property
    def id(self) -> str:
        """Return what both webhooks and readers of changes know it by."""
        return f"evt_{self.place}"


def reported() -> dict[str, Report]:
    """Return how the acts with public events are reported, by their keys."""
    return {act.key: act.report for act in acts.known() if act.report}


def tell(lines: Iterable[JournalEntry]) -> list[Change]:
    """Return what sealed lines say, in their order; a query or two for each kind among them."""
    reports = reported()
    public_lines = [line for line in lines if line.act in reports and line.place is not None]
    groups: dict[Callable[..., Mapping[int, PublicEvent]], list[JournalEntry]] = {}
    for line in public_lines:
        groups.setdefault(reports[line.act].make, []).append(line)
    public_events: dict[int, PublicEvent] = {}
    with public_view(), translation.override("en"):
        for make, some in groups.items():
            public_events.update(make(some))
    return [
        Change(line.place or 0, line.at, public_events[line.pk])
        for line in public_lines
        if line.pk in public_events
    ]


@dataclass(frozen=True, slots=True)
class Page:
    """Changes in the order of the journal, the cursor behind them, and whether there may be more."""

    changes: list[Change]
    cursor: str
    more: bool


def cursor_at(place: int) -> str:
    """Return the cursor behind the line at a place."""
    digest = journal.digest_at(place) if place else hash_chain.BEGINNING
    return f"{place}-{digest[:_LETTERS]}"


def end() -> str:
    """Return the cursor behind everything sealed so far."""
    return cursor_at(journal.head().place)


def place_of(cursor: str) -> int:
    """Return the place a cursor means; UnknownCursor."""
    match = _CURSOR.fullmatch(cursor)
    if not match or cursor_at(int(match[1])) != cursor:
        raise UnknownCursor(cursor)
    return int(match[1])


def place_before(moment: datetime) -> int:
    """Return the last place before everything that happened at a moment or later."""
    first = JournalEntry.objects.filter(at__gte=moment, place__isnull=False).aggregate(at=Min("place"))["at"]
    return journal.head().place if first is None else first - 1


def read(place: int, *, limit: int, types: Collection[str] = ()) -> Page:
    """Return at most `limit` changes behind a place; of some types only, where any are named."""
    last = journal.head().place
    until = min(last, place + SPAN)
    lines = JournalEntry.objects.filter(place__gt=place, place__lte=until, act__in=reported())
    entries = list(lines.order_by("place")[:limit])
    if len(entries) == limit:
        until = entries[-1].place or until
    changes = [change for change in tell(entries) if not types or change.told.type in types]
    return Page(changes, cursor_at(until), until < last)
