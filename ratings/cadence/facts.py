"""Facts of a system: what their changes set going, and from when to when there are any."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from typing import Protocol

from federation.models import Account
from federation.vocabulary.systems.catalogue import CATALOGUE
from federation.vocabulary.systems.declaration import Cadence
from ratings.cadence.by_event.facts import FactsByEvent
from ratings.cadence.by_game.stale import Arrived, FactsByGame
from ratings.cadence.by_period.facts import FactsByPeriod
from ratings.models import RatingSystem


class Facts(Protocol):
    """What receivers, commands and forms ask about the facts of a system."""

    def mark_stale(self, system: RatingSystem, since: date) -> None:
        """Note that facts from a day on have changed."""

    def mark_stale_since(self, system: RatingSystem, moment: int, /) -> None:
        """Note that single games from a moment on (ms since 1970, UTC) have changed."""

    def enqueue_rating(self, system_key: str, account: Account | None, /) -> bool:
        """Enqueue the rating of what is stale after the commit; False where an officer or the clock asks."""

    def waits(self, system: RatingSystem) -> bool:
        """Return whether facts wait to be rated."""

    def arrived(self, systems: Sequence[RatingSystem], /) -> Sequence[Arrived]:
        """Return which single games wait to be rated."""

    def level_fields(self, system_key: str, /) -> Collection[str]:
        """Return the fields of a decision about a player's level besides the player and the level."""

    def first_day(self, system: RatingSystem) -> date:
        """Return the first day of the facts of a system, from which a change of its rules has to be rated."""

    def last_day(self, system: RatingSystem) -> date | None:
        """Return the day of the last tournament, list or rated game; None without any.

        Read from what decides where tournaments count alone, no game and no kernel: a form asks for it.
        """

    def check_rules(self, system_key: str, *, edition: str, parameters: Mapping[str, object]) -> None:
        """Raise what the rulebook raises for an edition or a constant the system does not have."""


FACTS: Mapping[Cadence, Facts] = {
    Cadence.BY_EVENT: FactsByEvent(),
    Cadence.BY_PERIOD: FactsByPeriod(),
    Cadence.BY_GAME: FactsByGame(),
}


def facts_of(system_key: str) -> Facts:
    """Return how the facts of a system are kept up with."""
    return FACTS[CATALOGUE[system_key].cadence]
