"""Reader of a system's facts: the one place of the laboratory that chooses by cadence."""

from collections.abc import Mapping

from federation.vocabulary.systems.catalogue import CATALOGUE
from federation.vocabulary.systems.declaration import Cadence
from ratings.laboratory.editions import editions_of
from ratings.laboratory.grounds.by_event import ByEvent
from ratings.laboratory.grounds.by_game import ByGame
from ratings.laboratory.grounds.by_period import ByPeriod
from ratings.laboratory.grounds.contract import Loaded, Reader
from ratings.models import RatingSystem

READERS: Mapping[Cadence, Reader] = {
    Cadence.BY_EVENT: ByEvent(),
    Cadence.BY_PERIOD: ByPeriod(),
    Cadence.BY_GAME: ByGame(),
}


def reader_of(system_key: str) -> Reader:
    """Return how the facts of a system are read."""
    return READERS[CATALOGUE[system_key].cadence]


def load(system: RatingSystem) -> Loaded:
    """Read the facts of a system as it is now; LookupError where its edition does not exist."""
    system.refresh_from_db()
    editions = editions_of(system)
    return reader_of(system.key).load(system, editions)
