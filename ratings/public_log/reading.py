"""Queries of the log: bundles of entries, entries as pages show them, the entry of a list."""

import json
from dataclasses import dataclass
from datetime import date, datetime

from django.core.paginator import Page, Paginator

from ratings.merkle_log.tiles import WIDTH, Tile, bundle
from ratings.models import LogEntry, LogHead, PublishedList
from ratings.public_log import tree

A_PAGE = 50


@dataclass(frozen=True, slots=True)
class Line:
    """An entry as a page shows it; empty where it has nothing of the kind."""

    place: int
    act: str
    at: datetime
    system: str
    day: date | None
    revision: int
    kind: str
    player: int | None
    digest: str


def head() -> LogHead | None:
    """Return the end of the log; None before it was opened."""
    return LogHead.objects.filter(size__gt=0).first()


def tile(wanted: Tile) -> bytes | None:
    """Return a tile of the tree, or of entries; None where the log is not that long."""
    if wanted.level is not None:
        return tree.hashes(wanted)
    first = wanted.number * WIDTH
    places = LogEntry.objects.filter(place__range=(first, first + wanted.width - 1)).order_by("place")
    entries = [data.encode() for data in places.values_list("data", flat=True)]
    return bundle(entries) if len(entries) == wanted.width else None


def page(number: str | None) -> Page[LogEntry]:
    """Return a page of entries, the newest first; the first page for a number that is none."""
    return Paginator(LogEntry.objects.order_by("-place"), A_PAGE).get_page(number)


def line(entry: LogEntry) -> Line:
    """Return an entry as a page shows it."""
    document = json.loads(entry.data)
    day = document.get("date")
    return Line(
        place=entry.place,
        act=document["act"],
        at=datetime.fromisoformat(document["at"]),
        system=document.get("system", ""),
        day=date.fromisoformat(day) if day else None,
        revision=document.get("revision", 1),
        kind=document.get("kind", ""),
        player=document.get("player"),
        digest=document.get("sha256", ""),
    )


def entry_of(published: PublishedList) -> LogEntry | None:
    """Return the first entry about a list; None while the log does not have it."""
    return LogEntry.objects.filter(list=published).order_by("place").first()
