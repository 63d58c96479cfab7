"""Rated games of a system as columns, for statistics and the laboratory."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from federation.vocabulary.systems.catalogue import CATALOGUE
from federation.vocabulary.systems.declaration import Cadence
from ratings.cadence.by_period.lists import games_on_lists
from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.listed_games import games_since
from ratings.cadence.shared.record import Alternatives, Record
from ratings.models import RatingSystem


class Laboratory(Protocol):
    """What statistics and the laboratory read of a system."""

    def record(self, system: RatingSystem) -> Record:
        """Read the rated games of a system, as far as it is rated; LookupError for an unknown edition."""

    def record_pieces(self, system: RatingSystem) -> Iterator[Record]:
        """Read the same in pieces that together are the record, in the order of the months."""

    def alternatives(self, system: RatingSystem, /) -> Alternatives | None:
        """Return what would have been forecast under other settings; None where there are none to compare."""

    def games_since(self, players: Longs, now: Longs, before: Longs, lists: Sequence[int], /) -> Longs:
        """Return the games of players between two lists.

        `now` and `before`: games as these lists count them; `lists`: keys of those behind the older one.
        """


class _Records(ABC):
    """Common part: records in one piece, no settings to compare, games counted since the first list."""

    games_since = staticmethod(games_since)

    @abstractmethod
    def record(self, system: RatingSystem) -> Record:
        """Read the games in one piece."""

    def record_pieces(self, system: RatingSystem) -> Iterator[Record]:
        """Yield the one piece."""
        yield self.record(system)

    def alternatives(self, _system: RatingSystem) -> Alternatives | None:
        """Return None: there are no settings to compare."""
        return None


class LaboratoryByEvent(_Records):
    """Rated games of systems that move event by event."""

    def record(self, system: RatingSystem) -> Record:
        """Read the games in one piece."""
        from ratings.cadence.by_event.record import record  # here: its curves bring numba

        return record(system)

    def alternatives(self, system: RatingSystem) -> Alternatives | None:
        """Replay the facts under every setting of the adjustment, where the system has one."""
        from ratings.cadence.by_event.record import alternatives  # here: engines bring numba

        return alternatives(system)


class LaboratoryByPeriod(_Records):
    """Rated games of systems that move once a list: each list counts those of its own period."""

    games_since = staticmethod(games_on_lists)

    def record(self, system: RatingSystem) -> Record:
        """Read the games in one piece."""
        from ratings.cadence.by_period.record import record  # here: its curves bring numba

        return record(system)


class LaboratoryByGame(_Records):
    """Rated games of systems that move game by game."""

    def record(self, system: RatingSystem) -> Record:
        """Read the games in one piece."""
        from ratings.cadence.by_game.record import record  # here: its curves bring numba

        return record(system)

    def record_pieces(self, system: RatingSystem) -> Iterator[Record]:
        """Read some hundred thousand games at a time."""
        from ratings.cadence.by_game.record import record_pieces  # here: as above

        yield from record_pieces(system)


_LABORATORIES: Mapping[Cadence, Laboratory] = {
    Cadence.BY_EVENT: LaboratoryByEvent(),
    Cadence.BY_PERIOD: LaboratoryByPeriod(),
    Cadence.BY_GAME: LaboratoryByGame(),
}


def laboratory_of(system_key: str) -> Laboratory:
    """Return how the rated games of a system are read."""
    return _LABORATORIES[CATALOGUE[system_key].cadence]
