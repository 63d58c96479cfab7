"""The log in the database: entries and bundles as they are read, tiles of the tree, read and extended."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.core.paginator import Page, Paginator

from ratings.merkle_log import merkle
from ratings.merkle_log.merkle import HASH_BYTES
from ratings.merkle_log.tiles import HEIGHT, WIDTH, Tile, bundle, subtree_of
from ratings.models import LogEntry, LogHead, LogTile, PublishedList

_FULL = WIDTH * HASH_BYTES

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
        return hashes(wanted)
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


def hashes(tile: Tile) -> bytes | None:
    """Return the hashes of a tile, of one in part the beginning of what is written of it; None: not yet."""
    rows = LogTile.objects.filter(level=tile.level or 0, number=tile.number).values_list("hashes", flat=True)
    stored = rows.first()
    wanted = tile.width * HASH_BYTES
    return bytes(stored[:wanted]) if stored is not None and len(stored) >= wanted else None


def extend(size: int, leaves: Sequence[bytes]) -> None:
    """Add the hashes of leaves behind a tree of some; the caller holds the log's row."""
    level, first, row = 0, size, list(leaves)
    while row:
        written = _append(level, first, row)
        first >>= HEIGHT
        row, level = written, level + 1


def _append(level: int, first: int, row: Sequence[bytes]) -> list[bytes]:
    """Write hashes of a level from a place on; return those of the tiles that are full now."""
    full: list[bytes] = []
    done = 0
    while done < len(row):
        number, inside = divmod(first + done, WIDTH)
        known = hashes(Tile(level, number, inside)) if inside else b""
        if known is None:
            raise RuntimeError(f"tile {level}/{number} of the log lacks hashes")
        fitting = row[done : done + WIDTH - inside]
        data = known + b"".join(fitting)
        LogTile.objects.update_or_create(level=level, number=number, defaults={"hashes": data})
        if len(data) == _FULL:
            full.append(merkle.whole([data[at : at + HASH_BYTES] for at in range(0, _FULL, HASH_BYTES)]))
        done += len(fitting)
    return full


def subtree(size: int) -> merkle.Subtree:
    """Return what gives hashes of whole subtrees of the tree of some leaves."""
    return subtree_of(_read, size)


def _read(tile: Tile) -> bytes:
    tile_hashes = hashes(tile)
    if tile_hashes is None:
        raise RuntimeError(f"the log lacks {tile.path}")
    return tile_hashes


def root(size: int) -> bytes:
    """Return the root of the tree of some leaves."""
    return merkle.root(size, subtree(size))
