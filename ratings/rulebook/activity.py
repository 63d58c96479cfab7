"""Activity on a list that moves by event, and the rating it shows, by the edition of its day.

EGF rating rules 1.7 (brief of 1998): a player leaves the current list after 2 years (dan), 12 months (1-10
kyu) or 6 months (weaker) without an event, the current year or month not counted; the rating remains. FFG
ladder rules 3.1: no one leaves the list, but only a valid licence shows the exact level.
"""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from federation.vocabulary.grades import Grade, Scale, grade_at, parse_grade
from ratings.rulebook.editions import Edition, Floats, rounded, rounding_of
from ratings.rulebook.egf import EgfEdition
from ratings.rulebook.ffg import FfgEdition

# L: licence for competition, C: leisure licence, e: foreigner. "-" (none) and X show the grade only.
LICENSED_STATUSES = frozenset("LCe")
LONG_BREAK_DAYS = 730  # ours: no line of a chart is drawn across more, in any system


class About(NamedTuple):
    """What a list knows of each of P players beside the rating."""

    declared: Sequence[str | None]  # grades
    licences: Sequence[str]  # their statuses
    last_events: Sequence[date | None]  # the first day of the last one


def listed(
    edition: Edition, rating: Floats, players: About, on: date
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return the ratings a list of a day shows, and who is active there."""
    shown = rounded(rating, rounding_of(edition))
    if needs_licence(edition):
        licensed = np.array([is_licensed(status) for status in players.licences], np.bool_)
        return np.where(licensed, shown, _foot_of_grade(rating)), licensed
    if not isinstance(edition, EgfEdition):
        return shown, np.ones(rating.size, np.bool_)
    active = [
        day is not None and on < inactive_from(edition, deciding_grade(grade or "", value), day)
        for value, grade, day in zip(rating.tolist(), players.declared, players.last_events, strict=True)
    ]
    return shown, np.array(active, np.bool_)


def _foot_of_grade(level: Floats) -> NDArray[np.int64]:
    """Return the levels of the FFG at which grades begin (1.1), which stand for those within."""
    return (np.floor(level / 100) * 100).astype(np.int64)


def needs_licence(edition: Edition) -> bool:
    """Return whether a licence makes a player active and shows the exact level (FFG ladder rules 3.1)."""
    return isinstance(edition, FfgEdition) and edition.licence_needed


def is_licensed(status: str) -> bool:
    """Return whether a player has a competition or leisure licence, or is a foreigner."""
    return status in LICENSED_STATUSES


def inactive_from(edition: EgfEdition, grade: Grade, last_event: date) -> date:
    """Return the first day whose EGF list no longer shows a player without a further event."""
    if grade.kind != "k":
        return first_of_month(last_event.replace(month=1), 12 * (int(edition.inactive_dan_years) + 1))
    is_weak = grade.number >= edition.weak_kyu_from
    months = edition.inactive_weak_months if is_weak else edition.inactive_kyu_months
    return first_of_month(last_event, int(months) + 1)


def first_of_month(day: date, months: int) -> date:
    """Return the first day of the month so many months after that of a day, at most the last there is."""
    number = min(12 * day.year + day.month - 1 + months, 12 * date.max.year + 11)
    return date(number // 12, number % 12 + 1, 1)


def deciding_grade(declared: str, rating: float) -> Grade:
    """Return the grade that decides whether a player of the EGF is active: the one declared last.

    That of the rating decides where none is known (EGF rating rules 1.7 do not say which; ours).
    """
    return parse_grade(declared) or grade_at(rating, Scale.GOR)


def has_lapsed(edition: Edition, rating: float, *, declared: str, last_event: int, by: int) -> bool:
    """Return whether a rating has lapsed between two events (proleptic ordinals), so that no line joins them.

    EGF rating rules 1.7, by the grade that decides in lists: `declared` at the first event. Ours, where a
    system drops no one: two years.
    """
    if not isinstance(edition, EgfEdition):
        return by - last_event > LONG_BREAK_DAYS
    first, before = date.fromordinal(last_event), date.fromordinal(by - 1)
    return before >= inactive_from(edition, deciding_grade(declared, rating), first)
