"""Which reader the facts of a system have: the one place of the laboratory that chooses by rhythm."""

from collections.abc import Mapping

from federation.vocabulary.rating_systems import CATALOGUE, Cadence
from ratings.laboratory.grounds.by_event import ByEvent
from ratings.laboratory.grounds.by_game import ByGame
from ratings.laboratory.grounds.by_period import ByPeriod
from ratings.laboratory.grounds.contract import Reader

READERS: Mapping[Cadence, Reader] = {
    Cadence.BY_EVENT: ByEvent(),
    Cadence.BY_PERIOD: ByPeriod(),
    Cadence.BY_GAME: ByGame(),
}


def reader_of(system_key: str) -> Reader:
    """Return how the facts of a system are read."""
    return READERS[CATALOGUE[system_key].cadence]
