"""A calendar of all-day events as bytes (RFC 5545, with the name of RFC 7986). Pure."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

_LINE = 75  # octets of a line at most, its end aside (3.1)
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")  # but tabs and breaks (3.3.11)
CONFIRMED, TENTATIVE, CANCELLED = "CONFIRMED", "TENTATIVE", "CANCELLED"


@dataclass(frozen=True, slots=True)
class Event:
    """Days from `start` to `end`, both among them; `uid` and `sequence`: which event, which revision."""

    uid: str
    start: date
    end: date
    summary: str
    modified: datetime
    sequence: int = 0
    status: str = CONFIRMED
    location: str = ""
    description: str = ""
    url: str = ""
    categories: Sequence[str] = ()


def calendar_file(name: str, events: Iterable[Event], *, product: str) -> bytes:
    """Return a calendar with a name; `product` names the program that wrote it."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        f"PRODID:-//{escape(product)}//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"NAME:{escape(name)}",
        f"X-WR-CALNAME:{escape(name)}",  # what programs read that do not know RFC 7986
        "REFRESH-INTERVAL;VALUE=DURATION:PT12H",
        *(line for event in events for line in _event(event)),
        "END:VCALENDAR",
    ]
    return b"".join(fold(line) for line in lines)


def _event(event: Event) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{event.uid}"
    moment = f"{event.modified.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    yield f"DTSTAMP:{moment}"  # of a calendar that is published: when it was last revised (3.8.7.2)
    yield f"LAST-MODIFIED:{moment}"
    yield f"SEQUENCE:{event.sequence}"
    yield f"DTSTART;VALUE=DATE:{_day(event.start)}"
    yield f"DTEND;VALUE=DATE:{_day(event.end + timedelta(days=1))}"  # the first day that is not of it (3.6.1)
    yield f"SUMMARY:{escape(event.summary)}"
    for label, text in (("LOCATION", event.location), ("DESCRIPTION", event.description)):
        if text:
            yield f"{label}:{escape(text)}"
    if event.categories:
        yield "CATEGORIES:" + ",".join(map(escape, event.categories))
    if event.url:
        yield f"URL:{event.url}"
    yield f"STATUS:{event.status}"
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def _day(day: date) -> str:
    return f"{day.year:04}{day.month:02}{day.day:02}"


def escape(text: str) -> str:
    """Write a text as a value (3.3.11)."""
    plain = _CONTROLS.sub("", text.replace("\r\n", "\n"))
    for letter in ("\\", ";", ","):
        plain = plain.replace(letter, f"\\{letter}")
    return plain.replace("\n", "\\n")


def fold(line: str) -> bytes:
    """Encode a line, broken after 75 octets at most and never inside a letter (3.1)."""
    parts, part = [], b""
    for letter in line:
        octets = letter.encode()
        if len(part) + len(octets) > _LINE:
            parts.append(part)
            part = b" "
        part += octets
    return b"\r\n".join([*parts, part]) + b"\r\n"
