"""Lists of a system: of which days there are any, how one is made, and whether it still stands."""

from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import Protocol

from django.db.models import Q

from federation.vocabulary.systems.catalogue import CATALOGUE
from federation.vocabulary.systems.declaration import Cadence
from ratings.cadence.by_event.lists import ListsByEvent
from ratings.cadence.by_game.lists import ListsByGame
from ratings.cadence.by_period.lists import ListsByPeriod
from ratings.cadence.shared.list_columns import PreviousList, Rows
from ratings.models import PublishedList, RatingSystem


class Lists(Protocol):
    """What the publication of lists asks of a system."""

    def usual_list_day(self, today: date) -> date:
        """Return the day a list is usually published of."""

    def next_list_day(self, today: date, /) -> date | None:
        """Return the day of the next list where the rules name it."""

    def why_no_list_on(self, day: date) -> str:
        """Return the code of the reason why there can be no list of a day, "" where there can."""

    def why_not_ready(self, system: RatingSystem, day: date) -> str:
        """Return the code of what a list of a day has to wait for, "" for nothing."""

    def list_rows(self, published: PublishedList, before: PreviousList, copied: Callable[[], None]) -> Rows:
        """Return the entries of a list as columns; `copied` is called once the standings are read."""

    def record_basis(self, published: PublishedList, rows: Rows) -> None:
        """Note in a list what it was made from, where its system needs it to find out what moved."""

    def late_players(self, published: PublishedList, since: datetime | None, /) -> set[int]:
        """Return who sat in a game by itself that came after a list, or was withdrawn since a moment."""

    def is_fresh(self, prepared: PublishedList) -> bool:
        """Return whether the ratings a list was prepared from still stand."""

    def has_moved(self, published: PublishedList, system: RatingSystem, /) -> bool:
        """Return whether facts behind a list have changed since it was made."""

    def rows_between(self, newer: PublishedList, older: PublishedList | None, /) -> Q | None:
        """Return which rows of the ledger lead from one list to the next; None: no rows known."""


_LISTS: Mapping[Cadence, Lists] = {
    Cadence.BY_EVENT: ListsByEvent(),
    Cadence.BY_PERIOD: ListsByPeriod(),
    Cadence.BY_GAME: ListsByGame(),
}


def lists_of(system_key: str) -> Lists:
    """Return how the lists of a system are made."""
    return _LISTS[CATALOGUE[system_key].cadence]
