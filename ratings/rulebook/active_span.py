"""Day a player becomes inactive if nothing happens, and what keeps or makes them active.

One rule for pages, letters, feeds and lists, by the rules of `activity`, `fide_periods` and `streams`. Days
are days of lists: a list of `ends` is the first that calls the player inactive. Pure.
"""

from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from federation.vocabulary.grades import Grade
from ratings.rulebook.activity import first_of_month, inactive_from, is_licensed
from ratings.rulebook.editions import amended
from ratings.rulebook.egf import EgfEdition


class Keeps(StrEnum):
    """What makes a player active: a tournament, rated games in the lists of a year, a game, a licence.

    Nothing where every player is.
    """

    TOURNAMENT = "tournament"
    LISTED_GAMES = "listed games"
    GAME = "game"
    LICENCE = "licence"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class ActiveSpan:
    """Whether a list calls a player active, and the first day whose list does not unless something is done.

    `ends`: of an inactive player the day since when; None where the list does not show it. `count`: games.
    """

    keeps: Keeps
    active: bool
    ends: date | None
    count: int = 1

    @property
    def warned(self) -> date | None:
        """The day a month before an active player becomes inactive; None where no end is known."""
        if not self.active or self.ends is None:
            return None
        return month_before(self.ends)

    def is_near(self, day: date) -> bool:
        """Return whether an active player becomes inactive within a month of a day if nothing happens."""
        return self.warned is not None and self.ends is not None and self.warned <= day < self.ends

    def is_renewed(self, season: int, status: str) -> bool:
        """Return whether a licence of a season keeps the rank beyond the end that is known."""
        is_later = self.ends is not None and season >= self.ends.year
        return self.keeps is Keeps.LICENCE and is_later and is_licensed(status)


def month_before(day: date) -> date:
    """Return the same day of the month before, or the last day of a shorter one."""
    last = day.replace(day=1) - timedelta(days=1)
    return last.replace(day=min(day.day, last.day))


ALWAYS = ActiveSpan(Keeps.NOTHING, active=True, ends=None)  # where no one leaves the list


def by_grade(
    edition: EgfEdition, grade: Grade, *, last_event: date | None, on: date, active: bool
) -> ActiveSpan:
    """Return the span of a player on the EGF list of a day (1.7), `edition` as it reads then.

    `last_event` is the first day of the last one. Amendments of later days count from their days on.
    """
    if last_event is None:
        return ActiveSpan(Keeps.TOURNAMENT, active, None)
    ends = inactive_from(edition, grade, last_event)
    for day in sorted({day for day, _, _ in edition.later if day > on}):
        if day < ends:
            ends = max(day, inactive_from(amended(edition, day), grade, last_event))
    return ActiveSpan(Keeps.TOURNAMENT, active, ends)


def by_licence(status: str, *, season: int) -> ActiveSpan:
    """Return the span of a player on an FFG ladder (3.1); licences of a season hold to the end of its year.

    Since when a player has none does not follow from the licence.
    """
    active = is_licensed(status)
    return ActiveSpan(Keeps.LICENCE, active, date(season + 1, 1, 1) if active else None)


def by_lists(*, last_list: date | None, months: int, least: int, active: bool) -> ActiveSpan:
    """Return the span of a player on a list of FIDE (1.10); `last_list` is the last one games counted for.

    Where more than one game is needed the last list alone does not give the end, and so it is where another
    office called the player active.
    """
    ends = None if last_list is None or least > 1 else first_of_month(last_list, months)
    return ActiveSpan(Keeps.LISTED_GAMES, active, ends, least)


def by_days(*, last_game: date | None, days: float, active: bool) -> ActiveSpan:
    """Return the span of a player of a stream: so many days after the last game (UTC). Our rule."""
    ends = None if last_game is None else last_game + timedelta(days=int(days) + 1)
    return ActiveSpan(Keeps.GAME, active, ends)


def on_list(span: ActiveSpan, day: date) -> ActiveSpan:
    """Return a span without an end that the list of a day contradicts: imported lists have their reasons."""
    if span.ends is None or span.active == (day < span.ends):
        return span
    return ActiveSpan(span.keeps, span.active, None, span.count)
