"""Values of a published list beside those today's data gives for its day, with causes.

The ratings that stand are those a replay of today's data gives, bit for bit, but for what waits to be rated.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from federation.models import Player
from federation.web.caches import pages
from ratings.cadence.table import cadence_of
from ratings.lists.difference_causes import TOURNAMENT, cause_of_each, tournaments_since
from ratings.lists.list_drift import KEPT, LARGEST, differing
from ratings.models import PublishedList
from tournaments.models import Tournament

KEPT_DAILY = 60  # seconds, where games arrive all day long


@dataclass(frozen=True, slots=True)
class Comparison:
    """The values that differ: player, on the list, today, cause; the farthest apart first."""

    is_known: bool  # False: not comparable here, as it was imported or is too large
    values: Sequence[tuple[int, int | None, int | None, str]] = ()
    waiting: date | None = None  # data of the list's time, from this day on, is not rated yet

    @property
    def causes(self) -> list[tuple[str, int]]:
        """How many differ for which cause, the commonest first."""
        return Counter(value[3] for value in self.values).most_common()


@dataclass(frozen=True, slots=True)
class Line:
    """A value that differs, with the player and what arrived since; None: not on the list."""

    person: Player | None
    number: int
    listed: int | None
    today: int | None
    cause: str
    tournament: Tournament | None  # which arrived or was corrected since, where that is the cause

    @property
    def change(self) -> int | None:
        """How far the two are apart."""
        return None if self.listed is None or self.today is None else self.today - self.listed


def compare(published: PublishedList) -> Comparison:
    """Compare a list with the ratings that stand for its day.

    Three reads of the whole list and six of causes; the result is cached while the ratings are unchanged.
    None of these where no rating has moved since.
    """
    system, cadence = published.system, cadence_of(published.system.key)
    if published.prepared is None or published.players > LARGEST:
        return Comparison(is_known=False)
    waiting = system.stale_from if system.stale_from and system.stale_from <= published.date else None
    if not cadence.has_moved(published, system):
        return Comparison(is_known=True, waiting=waiting)
    key = f"list-today:{published.pk}:{system.state}:{system.facts}"
    values: Any = pages.get(key)
    if values is None:
        differences = differing(published)
        causes = cause_of_each(published, [difference.player for difference in differences])
        values = [
            (difference.player, difference.listed, difference.today, causes[difference.player])
            for difference in differences
        ]
        pages.set(key, values, KEPT_DAILY if cadence.lists_daily else KEPT)
    return Comparison(is_known=True, values=values, waiting=waiting)


def lines(published: PublishedList, values: Sequence[tuple[int, int | None, int | None, str]]) -> list[Line]:
    """Return of some of the values who it is and which tournament arrived since; two queries."""
    people = Player.objects.in_bulk([value[0] for value in values])
    played = [value[0] for value in values if value[3] == TOURNAMENT]
    tournaments = tournaments_since(published, played) if played else {}
    return [
        Line(people.get(number), number, listed, today, cause, tournaments.get(number))
        for number, listed, today, cause in values
    ]
