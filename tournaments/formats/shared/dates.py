"""Dates as files write them: with a time behind, with two figures for the year, with the month in letters."""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from unicodedata import combining, normalize

from tournaments.reports.findings import Finding, Place, error, warning

CENTURY = 2000  # of two-digit years: the first report files are of this one
_MONTHS = """
    jan ene gen янв
    feb fev фев
    mar mrt maa мар
    apr avr abr апр
    may mai mag maj mei май мая
    jun juin giu июн
    jul juil lug июл
    aug aou ago авг
    sep set сен
    oct okt ott out окт
    nov ноя
    dec dez dic дек
"""
_NUMBER = {
    word: number for number, words in enumerate(_MONTHS.split("\n")[1:-1], start=1) for word in words.split()
}
_WEEKDAY = r"(?:[^\W\d_]{2,}\.?\s+)?"
_ORDINAL = r"(?:st|nd|rd|th|er|\.)?"
_CLOCK = r"(?:[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?\s+(?:[A-Z]{3,4}\s+)?)?"
_MONTH_FIRST = re.compile(rf"{_WEEKDAY}([^\W\d_]{{3,}})\.?\s+([0-9]{{1,2}}){_ORDINAL}\s+{_CLOCK}([0-9]{{4}})")
_DAY_FIRST = re.compile(
    rf"{_WEEKDAY}([0-9]{{1,2}}){_ORDINAL}\s+(?:de\s+)?([^\W\d_]{{3,}})\.?\s+(?:de\s+)?([0-9]{{4}}|[0-9]{{2}})(?:\s*г\.?)?"
)

_YEAR_FIRST = re.compile(r"([0-9]{4})([-/.])([0-9]{1,2})[-/.]([0-9]{1,2})")
_YEAR_LAST = re.compile(r"([0-9]{1,2})([-/.])([0-9]{1,2})[-/.]([0-9]{4})")
_SHORT = re.compile(r"([0-9]{1,2})([-/.])([0-9]{1,2})[-/.]([0-9]{2})")
# A time behind a day: "10:00", "T18:30:00Z", "à 9h30", "10:00 AM".
_TIME = re.compile(
    r"(?:T|,?\s+(?:at\s+|à\s+)?)[0-9]{1,2}(?:[:h][0-9]{2}(?::[0-9]{2}(?:[.,][0-9]+)?)?|h)"
    r"\s*(?:Z|[+-][0-9]{2}:?[0-9]{2}|[ap]\.?m\.?)?$",
    re.IGNORECASE,
)
# The days of a spreadsheet program are counted from here; those of 1954 to 2119 have five figures.
_FIRST_DAY = date(1899, 12, 30)
_SERIAL = re.compile(r"([2-7][0-9]{4})(?:[.,][0-9]+)?")


def day(text: str) -> date | None:
    """Read 2026-03-14, 14/03/2026, 10/14/2026, 14.10.26 or 14 oct. 2026; None when there is no such day."""
    return next(readings(text), None)


def readings(text: str) -> Iterator[date]:
    """Yield the days a text can mean, the likeliest first: day first, then month first, then year first."""
    text = without_time(text)
    orders: tuple[tuple[int, int, int], ...] = ()
    if match := _YEAR_FIRST.fullmatch(text):
        orders = ((int(match[1]), int(match[3]), int(match[4])),)
    elif match := _YEAR_LAST.fullmatch(text):
        first, second, year = int(match[1]), int(match[3]), int(match[4])
        orders = ((year, second, first), (year, first, second))
    elif match := _SHORT.fullmatch(text):
        first, second, last = int(match[1]), int(match[3]), int(match[4])
        orders = (
            (CENTURY + last, second, first),
            (CENTURY + last, first, second),
            (CENTURY + first, second, last),
        )
    elif when := worded_day(text):
        yield when
    if orders and match and match.re in (_YEAR_LAST, _SHORT) and match[2] == ".":
        orders = (orders[0], *orders[2:])  # no country writes the month first with dots
    days = (of_parts(*parts) for parts in orders)
    yield from dict.fromkeys(when for when in days if when)


def without_time(text: str) -> str:
    """Return a text without a time behind its day, and without blanks around the signs between figures."""
    return re.sub(r"(?<=[0-9])\s*([-/.])\s*(?=[0-9])", r"\1", _TIME.sub("", text.strip()))


def of_parts(year: int, month: int, number: int) -> date | None:
    """Return a day, None where it does not exist."""
    try:
        return date(year, month, number)
    except ValueError:
        return None


def serial_day(text: str) -> date | None:
    """Read the number a spreadsheet program keeps in the place of a day: 46309 is 14 October 2026."""
    match = _SERIAL.fullmatch(text.strip())
    return _FIRST_DAY + timedelta(days=int(match[1])) if match else None


def read_day(text: str, place: Place, findings: list[Finding]) -> date | None:
    """Read a day of a head; a finding where it is missing, or another is as likely.

    With the year in four figures the day stands first where it can (the forms of the EGF, the FFG and our
    own); in two figures, any order is possible.
    """
    days = list(readings(text))
    if text.strip() and not days:
        findings.append(error("impossible-date", place, text=text.strip()[:40]))
    if len(days) > 1 and _SHORT.fullmatch(without_time(text)):
        findings.append(ambiguous(text, days[0], days[1], place))
    return days[0] if days else None


def ambiguous(text: str, when: date, other: date, place: Place) -> Finding:
    """Return the warning that a text may mean another day."""
    dates = {"date": when.isoformat(), "second": other.isoformat()}
    return warning("ambiguous-date", place, text=text.strip()[:40], **dates)


def worded_day(text: str) -> date | None:
    """Read a date whose month is a word in English, French, German, Russian, ...; None where it is none."""
    plain = " ".join(re.sub(r"[-/,]", " ", text).split())
    if parts := _MONTH_FIRST.fullmatch(plain):
        return _date(parts[3], parts[1], parts[2])
    parts = _DAY_FIRST.fullmatch(plain)
    return _date(parts[3], parts[2], parts[1]) if parts else None


def _date(year: str, month: str, number: str) -> date | None:
    return of_parts(int(year) + (CENTURY if len(year) == 2 else 0), _month(month), int(number))


def _month(word: str) -> int:
    """Return the number of a month by its first letters, 0 for none; й keeps its sign, é loses it."""
    plain = "".join(
        letter if letter == "й" else normalize("NFD", letter)[0]
        for letter in normalize("NFC", word.lower())
        if not combining(letter)
    )
    return _NUMBER.get(plain[:4]) or _NUMBER.get(plain[:3], 0)
