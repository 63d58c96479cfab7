"""Calendars as RFC 5545 writes them, read again by rules of their own."""

from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from ratings.exports.calendar_file import CANCELLED, Event, calendar_file, escape, fold
from tests.ratings.calendars import read

NOON = datetime(2026, 5, 3, 14, 0, 1, tzinfo=timezone(timedelta(hours=2)))


def event(**more: object) -> Event:
    plain = {
        "uid": "a@b",
        "start": date(2026, 12, 31),
        "end": date(2026, 12, 31),
        "summary": "x",
        "modified": NOON,
    }
    return Event(**{**plain, **more})  # type: ignore[arg-type]  # by name


def test_event_has_what_a_calendar_must_have_and_ends_before_its_last_day() -> None:
    calendar, events = read(calendar_file("Everything", [event(sequence=4, status=CANCELLED)], product="x"))

    assert calendar | {"VERSION": "2.0", "NAME": "Everything", "PRODID": "-//x//EN"} == calendar
    assert events == [
        {
            "UID": "a@b",
            "DTSTAMP": "20260503T120001Z",
            "LAST-MODIFIED": "20260503T120001Z",
            "SEQUENCE": "4",
            "DTSTART;VALUE=DATE": "20261231",
            "DTEND;VALUE=DATE": "20270101",
            "SUMMARY": "x",
            "STATUS": "CANCELLED",
            "TRANSP": "TRANSPARENT",
        }
    ]


@pytest.mark.parametrize(
    ("text", "written"),
    [("a;b,c\\d", r"a\;b\,c\\d"), ("a\r\nb\nc", r"a\nb\nc"), ("a\x00\x07\rb", "ab"), ("«é» 🙂", "«é» 🙂")],
)
def test_text_is_escaped(text: str, written: str) -> None:
    assert escape(text) == written


@pytest.mark.parametrize("letter", ["a", "é", "ж", "🙂"])
@pytest.mark.parametrize("count", [0, 1, 18, 19, 36, 37, 74, 75, 76, 149, 150, 400])
def test_line_is_broken_after_75_octets_and_never_inside_a_letter(letter: str, count: int) -> None:
    folded = fold(letter * count)

    lines = folded.split(b"\r\n")
    assert all(len(line) <= 75 for line in lines)
    assert all(line.decode() is not None for line in lines)
    assert folded.replace(b"\r\n ", b"").decode() == letter * count + "\r\n"


def test_text_comes_back_as_it_was() -> None:
    name = "Tournoi «d’hiver»; 1, 2\\3 " * 9

    _calendar, events = read(calendar_file("x", [event(summary=name)], product="x"))

    assert events[0]["SUMMARY"] == name


def test_moment_is_told_in_utc() -> None:
    _calendar, events = read(
        calendar_file("x", [event(modified=datetime(2026, 1, 1, tzinfo=UTC))], product="x")
    )

    assert events[0]["DTSTAMP"] == "20260101T000000Z"
