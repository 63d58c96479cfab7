"""A reader of calendars, written from RFC 5545 and not from our writer."""

import re

_UNESCAPED = {"n": "\n", "N": "\n", ";": ";", ",": ",", "\\": "\\"}
_ESCAPE = re.compile(r"\\(.)")


def read(body: bytes) -> tuple[dict[str, str], list[dict[str, str]]]:
    """Return the properties of a calendar and of its events; AssertionError for what the standard forbids."""
    assert body.endswith(b"\r\n")
    raw = body[:-2].split(b"\r\n")
    assert all(len(line) <= 75 and b"\n" not in line and b"\r" not in line for line in raw)
    lines = b"\r\n".join(raw).decode().replace("\r\n ", "").split("\r\n")
    assert (lines[0], lines[-1]) == ("BEGIN:VCALENDAR", "END:VCALENDAR")
    calendar: dict[str, str] = {}
    events: list[dict[str, str]] = []
    into = calendar
    for line in lines[1:-1]:
        name, _, value = line.partition(":")
        if line == "BEGIN:VEVENT":
            into = {}
        elif line == "END:VEVENT":
            events.append(into)
            into = calendar
        else:
            assert name not in into, f"{name} twice"
            into[name] = _ESCAPE.sub(lambda found: _UNESCAPED[found[1]], value)
    uids = [event["UID"] for event in events]
    assert len(uids) == len(set(uids))
    return calendar, events
