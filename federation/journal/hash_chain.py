"""The chain of the journal: every line's digest covers the line and the digest of the line before. Pure."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from typing import Any

BEGINNING = "0" * 64  # what the first line follows


@dataclass(frozen=True, slots=True)
class Line:
    """A line as stored in the table; `at` knows its time zone."""

    pk: int
    at: datetime
    account: int | None
    act: str
    subject: str
    subject_id: str
    detail: Any


@dataclass(frozen=True, slots=True)
class Link:
    """A line with its place in the chain (1..), the digest it follows and its own."""

    line: Line
    place: int
    previous: str
    digest: str


@dataclass(frozen=True, slots=True)
class Head:
    """The end of the chain as the sealing remembers it."""

    place: int = 0
    digest: str = BEGINNING


class Damage(Enum):
    """What may have happened to a chain."""

    REMOVED = "removed"  # lines of these places are gone
    CHANGED = "changed"  # the line is not what was sealed
    INSERTED = "inserted"  # the line claims a place behind the end
    MOVED = "moved"  # the line follows another one than it records


@dataclass(frozen=True, slots=True)
class Break:
    """Where a chain does not hold: places `first` to `last`, and the line that shows it, if one is left."""

    damage: Damage
    first: int
    last: int
    line: int | None = None


def canonical(line: Line) -> bytes:
    """Write a line as JSON of one form only: sorted keys, no blanks, UTC to the microsecond."""
    fields = {
        "id": line.pk,
        "at": line.at.astimezone(UTC).isoformat(timespec="microseconds"),
        "account": line.account,
        "act": line.act,
        "subject": line.subject,
        "subject_id": line.subject_id,
        "detail": _plain(line.detail),
    }
    return json.dumps(fields, sort_keys=True, separators=(",", ":")).encode()


def _plain(value: Any) -> Any:
    """Write whole floats as integers: databases give 1e16 back as either."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, list) else value


def digest_of(line: Line, place: int, previous: str) -> str:
    """Return the SHA-256, hexadecimal, of a line at its place behind the digest `previous`."""
    front = f"{place}:{previous}:".encode()
    return hashlib.sha256(front + canonical(line)).hexdigest()


def extend(head: Head, lines: Iterable[Line]) -> Iterator[Link]:
    """Link lines one behind the other to the end of a chain."""
    place, previous = head.place, head.digest
    for line in lines:
        place += 1
        digest = digest_of(line, place, previous)
        yield Link(line, place, previous, digest)
        previous = digest


def breaks(links: Iterable[Link], head: Head) -> Iterator[Break]:
    """Walk a chain in the order of its places up to its remembered end, and say where it does not hold."""
    place, previous = 0, BEGINNING
    for link in links:
        if link.place > place + 1:
            yield Break(Damage.REMOVED, place + 1, link.place - 1)
        elif link.previous != previous:
            yield Break(Damage.MOVED, link.place, link.place, link.line.pk)
        if digest_of(link.line, link.place, link.previous) != link.digest:
            yield Break(Damage.CHANGED, link.place, link.place, link.line.pk)
        place, previous = link.place, link.digest
    if place < head.place:
        yield Break(Damage.REMOVED, place + 1, head.place)
    elif previous != head.digest:
        yield Break(Damage.MOVED, head.place, head.place)
