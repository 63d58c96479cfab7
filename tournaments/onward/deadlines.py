"""Deadlines of receivers for results: dated terms, each with its document and clause. Pure.

FIDE: rating regulations B.02, 9.1, the text of 7 and 30 days; federations announced the 7 days for 2013. Its
edition of 1 March 2024 adds that an event which misses the third list after its end is not rated. Before
2013: B.01, 7.1 (30 days, a fee for late reports). No document of the EGD or the FFG names a day: there the
office sets how many days it gives itself (named decision: 14).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from federation.vocabulary.messages import gettext_noop
from tournaments.onward.checks import Source

OWN_DAYS = 14  # named decision, where no document has any
MOST_OWN_DAYS = 365


@dataclass(frozen=True, slots=True)
class Terms:
    """What holds for tournaments that end on `since` or later.

    `days`: to the receiver, None where the office decides; `to_office`: to the federation's rating officer;
    `lists`: the number of the list after the end that it must not miss. `late`: what lateness costs.
    """

    since: date
    source: Source
    late: str
    days: int | None = None
    to_office: int | None = None
    lists: int | None = None


_FEE = gettext_noop("FIDE charges the federation a fee for late reports.")
_CUSTOM = gettext_noop("There is no published deadline; the office has set this one.")
OFFICE = (Terms(date.min, Source(gettext_noop("practice of the office")), _CUSTOM),)
FIDE = (
    Terms(date.min, Source("FIDE B.01", "7.1"), _FEE, days=30),
    Terms(date(2013, 1, 1), Source("FIDE B.02", "9.1"), _FEE, days=30, to_office=7),
    Terms(
        date(2024, 3, 1),
        Source("FIDE B.02 (2024)", "9.1"),
        gettext_noop(
            "FIDE charges a fee and does not rate tournaments that miss the third list after their end."
        ),
        days=30,
        to_office=7,
        lists=3,
    ),
)


@dataclass(frozen=True, slots=True)
class Deadline:
    """The days of one tournament at one receiver, each the last that is in time; None for none."""

    last_day: date
    days: int
    terms: Terms
    office_day: date | None = None
    last_list: date | None = None

    def days_left(self, today: date) -> int:
        """Return the days left: 0 on the last one, negative when it is over."""
        return (self.last_day - today).days


def deadline_by(dated: Sequence[Terms], end: date, own_days: int) -> Deadline:
    """Return by when the results of a tournament are wanted, by the terms in force on its last day."""
    terms = [term for term in dated if term.since <= end][-1]
    days = own_days if terms.days is None else terms.days
    return Deadline(
        last_day=_later(end, days),
        days=days,
        terms=terms,
        office_day=None if terms.to_office is None else _later(end, terms.to_office),
        last_list=None if terms.lists is None else list_after(end, terms.lists),
    )


def list_after(end: date, lists: int) -> date:
    """Return the day of a monthly list after the end of a tournament: that of the next month is the first."""
    month = end.year * 12 + end.month - 1 + lists
    return date(month // 12, month % 12 + 1, 1) if month < date.max.year * 12 else date.max


def _later(day: date, days: int) -> date:
    """Return a later day; the last of the calendar where a file's year is too large."""
    return day + timedelta(min(days, (date.max - day).days))
