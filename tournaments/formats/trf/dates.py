"""Dates as chess reports write them: yyyy/mm/dd by the specification, any way people know in practice."""

import re
from collections.abc import Sequence
from datetime import date

from tournaments.formats.shared import dates

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_NAMED_FIRST = re.compile(r"([A-Za-z]{3})[a-z]*\.?\s+([0-9]{1,2})(?:st|nd|rd|th)?,?\s+([0-9]{4})")
_NAMED_SECOND = re.compile(r"([0-9]{1,2})(?:st|nd|rd|th)?\.?\s+([A-Za-z]{3})[a-z]*\.?,?\s+([0-9]{4})")
_SHORT = re.compile(r"([0-9]{2})[-/.]([0-9]{2})[-/.]([0-9]{2})")
_AMERICAN = re.compile(r"([0-9]{1,2})/([0-9]{1,2})/([0-9]{4})")
_BIRTH = re.compile(r"([0-9]{4})(?:[-/.]([0-9 ]{2})[-/.]([0-9 ]{2}))?")
_CENTURY = 2000  # of two-digit years: the first report files are of this one


def day(text: str) -> date | None:
    """Read 2025/09/13, 28. 07. 2005, 08/04/2018 (day first where it can be), May 29, 2020 or 11.09.26.

    None when there is no such day; two-digit years come first (lines 042 and 052 of older programs).
    """
    text = text.strip()
    if when := dates.day(re.sub(r"\s*([-/.])\s*", r"\1", text)):
        return when
    if parts := _SHORT.fullmatch(re.sub(r"\s*([-/.])\s*", r"\1", text)):
        year, month, number = (int(part) for part in parts.groups())
        return _date(_CENTURY + year, month, number) or _date(_CENTURY + number, month, year)
    if parts := _AMERICAN.fullmatch(text):
        return _date(int(parts[3]), int(parts[1]), int(parts[2]))
    if parts := _NAMED_FIRST.fullmatch(text):
        return _date(int(parts[3]), _month(parts[1]), int(parts[2]))
    if parts := _NAMED_SECOND.fullmatch(text):
        return _date(int(parts[3]), _month(parts[2]), int(parts[1]))
    return None


def other_day(text: str) -> date | None:
    """Return the other day a year of two figures leaves possible: day first, where `day` takes it last."""
    parts = _SHORT.fullmatch(re.sub(r"\s*([-/.])\s*", r"\1", text.strip()))
    if parts is None:
        return None
    first, month, last = (int(part) for part in parts.groups())
    readings = [_date(_CENTURY + first, month, last), _date(_CENTURY + last, month, first)]
    return readings[1] if readings[0] and readings[0] != readings[1] else None


def round_day(text: str, within: tuple[date | None, date | None]) -> date | None:
    """Read the date of a round, yy/mm/dd; yy/dd/mm where only that falls into the tournament."""
    parts = _SHORT.fullmatch(text.strip())
    if parts is None:
        return day(text)
    year, second, third = (int(part) for part in parts.groups())
    readings = [_date(_CENTURY + year, second, third), _date(_CENTURY + year, third, second)]
    return next((reading for reading in readings if reading and _inside(reading, within)), readings[0])


def birth(text: str) -> str | None:
    """Read a date of birth as ISO 8601, only the year where day or month is 00; None when it is none."""
    parts = _BIRTH.fullmatch(text.strip())
    if parts is None:
        return None
    year, month, number = (
        int(parts[1]),
        int((parts[2] or "0").strip() or 0),
        int((parts[3] or "0").strip() or 0),
    )
    if not year:
        return ""
    if not month or not number:
        return f"{year:04d}"
    when = _date(year, month, number)
    return when.isoformat() if when else None


def format_dates(days: Sequence[date | None]) -> str:
    """Write the dates of rounds as line 132 has them from column 92 on."""
    return "  ".join(f"{when:%y/%m/%d}" if when else " " * 8 for when in days)


def _inside(when: date, within: tuple[date | None, date | None]) -> bool:
    first, last = within
    return (first is None or first <= when) and (last is None or when <= last)


def _month(name: str) -> int:
    return _MONTHS.index(name.lower()) + 1 if name.lower() in _MONTHS else 0


def _date(year: int, month: int, number: int) -> date | None:
    try:
        return date(year, month, number)
    except ValueError:
        return None
