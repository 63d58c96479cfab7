"""Lists and periods of FIDE: which list counts when, one-off adjustments, long events, who is inactive."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from ratings.engines.fide_contract import OneOff, month_number

LONGEST_EVENT = 30  # 1.2 step 2: days; a longer event is reported month by month
CLOSING_DAYS = 3  # Handbook 7.1.3 (rapid and blitz 6.1.3): an event ends this many days before its list ...
OFFICIAL_CLOSING_DAYS = 1  # ... an official event of FIDE may end the day before
STANDARD_KEY = "fide-standard"
COMPRESSION = month_number(2024, 3)  # 1.7
FAST_CORRECTION = month_number(2022, 10)  # 1.7: rapid and blitz
LONG_INACTIVITY_FROM = month_number(2020, 11)  # 1.10: 24 months; the end is not known
LONG_INACTIVITY = 24


@dataclass(frozen=True, slots=True)
class Part:
    """A part of an event rated with one period; `in_force` and `period` are lists, as month numbers."""

    first: date
    last: date
    in_force: int
    period: int


def month_of(day: date) -> int:
    """Number the month of a day."""
    return month_number(day.year, day.month)


def list_date(month: int) -> date:
    """Return the day a list comes into force: the 1st (1.11, since July 2012)."""
    return date(month // 12, month % 12 + 1, 1)


def written(month: int) -> str:
    """Write a list's month as YYYY-MM."""
    return list_date(month).isoformat()[:7]


def closes_for(end: date, *, official: bool = False) -> int:
    """Return the first list an event ending that day can be rated for (FIDE B.02, 7.1.3; 6.1.3)."""
    earliest = end + timedelta(days=OFFICIAL_CLOSING_DAYS if official else CLOSING_DAYS)
    return month_of(earliest) + (0 if earliest.day == 1 else 1)


def last_list_for(end: date, *, lists: int) -> int:
    """Return the last list an event ending that day may count for: the third (FIDE B.02, 9.1; 8.1).

    The five days of the same article only say for which list a report ought to be in time, and move no limit.
    """
    return month_of(end) + lists


def is_rated_for(end: date, *, due: int, reported: date | None, last: int) -> int | None:
    """Return the list an event, or a part of it, is rated for; None: its report missed the `last` (9.1; 8.1).

    A report of a month is in time for the list after it (our reading). `due` is the first by the end alone.
    """
    if reported is None or reported <= end:
        return due
    month = max(due, month_of(reported) + 1)
    return month if month <= max(last, due) else None


def lasts_too_long(first: date, last: date) -> bool:
    """Return whether an event is reported month by month (1.2 step 2)."""
    return (last - first).days + 1 > LONGEST_EVENT


def parts_of(first: date, last: date) -> list[Part]:
    """Divide an event as it is rated: whole, or by months if longer than 30 days, each part with its list."""
    if not lasts_too_long(first, last):
        return [Part(first, last, month_of(first), month_of(last) + 1)]
    parts, start = [], first
    while start <= last:
        end = min(last, list_date(month_of(start) + 1) - timedelta(days=1))
        parts.append(Part(start, end, month_of(start), month_of(start) + 1))
        start = end + timedelta(days=1)
    return parts


def one_off_on(system_key: str, month: int) -> OneOff:
    """Return the adjustment due with a list (1.7); standard ratings are the caller's to add."""
    if month == COMPRESSION:
        return OneOff(lift_below=2000, lift_percent=40)
    if month == FAST_CORRECTION and system_key != STANDARD_KEY:
        return OneOff(standard_gap=100)
    return OneOff()


def inactive_months(month: int, usual: int, *, stretched_until: int | None = None) -> int:
    """Return how many lists a player may sit out (1.10); the stretch of November 2020 has no known end."""
    stretched = month >= LONG_INACTIVITY_FROM and stretched_until is not None and month <= stretched_until
    return LONG_INACTIVITY if stretched else usual


def is_inactive(games: Sequence[int], *, months: int, min_games: int) -> bool:
    """Return whether a player is inactive; `games` of each list, the newest last (1.10)."""
    return sum(games[-months:]) < min_games
