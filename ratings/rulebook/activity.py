"""Who is active: listed with an exact figure, or kept aside until the next event.

EGF rating rules 1.7 (brief of 1998): a player leaves the current list after 2 years (dan), 12 months (1-10
kyu) or 6 months (weaker) without an event, the current year or month not counted; the rating is kept. FFG
ladder rules 3.1: nobody leaves the list, but only a valid licence shows the exact level.
"""

from datetime import date

from federation.vocabulary.grades import Grade, Scale, grade_at, parse_grade

DAN_YEARS = 2
STRONG_KYU_MONTHS = 12
WEAK_KYU_MONTHS = 6
STRONGEST_WEAK_KYU = 11
# L: licence for competition, C: leisure licence, e: foreigner. "-" (none) and X show the grade only.
LICENSED_STATUSES = frozenset("LCe")
LONG_BREAK_DAYS = 730  # ours: no line of a chart is drawn across more, whatever the system
_SHORTEST_LAPSE = 180  # days within which nobody can have lapsed: six months, the current one not counted


def is_active_egf(grade: Grade, *, last_event: date, on: date) -> bool:
    """Return whether the EGF list of a day shows a player; `last_event` is the first day of his last."""
    return on < inactive_from_egf(grade, last_event)


def inactive_from_egf(grade: Grade, last_event: date) -> date:
    """Return the first day whose EGF list no longer shows a player without a further event."""
    if grade.kind != "k":
        return date(last_event.year + DAN_YEARS + 1, 1, 1)
    months = WEAK_KYU_MONTHS if grade.number >= STRONGEST_WEAK_KYU else STRONG_KYU_MONTHS
    return first_of_month(last_event, months + 1)


def first_of_month(day: date, months: int) -> date:
    """Return the first day of the month so many months after that of a day."""
    number = 12 * day.year + day.month - 1 + months
    return date(number // 12, number % 12 + 1, 1)


def deciding_grade(declared: str, rating: float) -> Grade:
    """Return the grade that decides whether a player of the EGF is active: the one declared last.

    That of the rating decides where none is known (EGF rating rules 1.7 do not say which; ours).
    """
    return parse_grade(declared) or grade_at(rating, Scale.GOR)


def is_active_ffg(licence_status: str) -> bool:
    """Return whether the FFG ladder shows the exact level: competition or leisure licence, or foreigner."""
    return licence_status in LICENSED_STATUSES


def has_lapsed(rating: float, scale: Scale | None, *, declared: str, last_event: int, by: int) -> bool:
    """Return whether a rating has lapsed between two events (proleptic ordinals), so that no line joins them.

    EGF rating rules 1.7, by the grade that decides in lists: `declared` at the first event. Ours, where a
    system drops nobody: two years.
    """
    if by - last_event <= _SHORTEST_LAPSE:
        return False
    if scale is Scale.GOR:
        first, before = date.fromordinal(last_event), date.fromordinal(by - 1)
        return not is_active_egf(deciding_grade(declared, rating), last_event=first, on=before)
    return by - last_event > LONG_BREAK_DAYS
