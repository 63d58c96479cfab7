"""Dates as chess reports write them: yyyy/mm/dd by the specification, any way people know in practice."""

import re
from collections.abc import Sequence
from datetime import date

from tournaments.formats.shared import dates
from tournaments.formats.shared.dates import of_parts, without_time
from tournaments.formats.shared.worded_dates import CENTURY

_SHORT = re.compile(r"([0-9]{2})[-/.]([0-9]{2})[-/.]([0-9]{2})")
_BIRTH = re.compile(r"([0-9]{4})(?:[-/.]([0-9 ]{2})[-/.]([0-9 ]{2}))?")


def day(text: str) -> date | None:
    """Read 2025/09/13, 28. 07. 2005, 08/04/2018 (day first where it can be), May 29, 2020 or 11.09.26.

    None when there is no such day; two-digit years come first (lines 042 and 052 of older programs).
    """
    if parts := _SHORT.fullmatch(without_time(text)):
        year, month, number = (int(part) for part in parts.groups())
        return of_parts(CENTURY + year, month, number) or of_parts(CENTURY + number, month, year)
    return dates.day(text)


def other_day(text: str) -> date | None:
    """Return the other day a year of two figures leaves possible: day first, where `day` takes it last."""
    parts = _SHORT.fullmatch(without_time(text))
    if parts is None:
        return None
    first, month, last = (int(part) for part in parts.groups())
    readings = [of_parts(CENTURY + first, month, last), of_parts(CENTURY + last, month, first)]
    return readings[1] if readings[0] and readings[0] != readings[1] else None


def round_day(text: str, within: tuple[date | None, date | None]) -> date | None:
    """Read the date of a round, yy/mm/dd; yy/dd/mm where only that falls into the tournament."""
    parts = _SHORT.fullmatch(text.strip())
    if parts is None:
        return day(text)
    year, second, third = (int(part) for part in parts.groups())
    readings = [of_parts(CENTURY + year, second, third), of_parts(CENTURY + year, third, second)]
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
    when = of_parts(year, month, number)
    return when.isoformat() if when else None


def format_dates(days: Sequence[date | None]) -> str:
    """Write the dates of rounds as line 132 has them from column 92 on."""
    return "  ".join(f"{when:%y/%m/%d}" if when else " " * 8 for when in days)


def _inside(when: date, within: tuple[date | None, date | None]) -> bool:
    first, last = within
    return (first is None or first <= when) and (last is None or when <= last)
