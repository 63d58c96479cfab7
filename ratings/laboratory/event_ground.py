"""What replays of a system rated tournament by tournament stand on, read from the tables once."""

from dataclasses import dataclass

import numpy as np

from ratings.cadence.by_event import replay
from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.sequence import day_of
from ratings.laboratory.figures.simulation import Ground, Outcome, simulate
from ratings.laboratory.figures.variant import Variant, rules_in_force, rules_of
from ratings.models import RatingSystem
from ratings.rulebook.policy import editions_of
from ratings.rulebook.systems import SYSTEMS

ENGINES = ("ffg", "gor")  # those that replay event by event


@dataclass(frozen=True, slots=True)
class EventGround:
    """The ground of a system, and what its E events are called in the tables."""

    ground: Ground
    tournament: Longs  # E: primary key, 0 for a decision of the office
    fingerprint: str  # of facts, rules in force and engine
    system: RatingSystem

    def under(self, variant: Variant) -> Outcome:
        """Replay the facts under a variant; raises UnfitVariant."""
        system = self.system
        editions = editions_of(system.key, edition=system.edition, parameters=system.parameters)
        return simulate(self.ground, rules_of(variant, editions, numeric=system.numeric))


def is_by_event(system: RatingSystem) -> bool:
    """Return whether a system is replayed event by event."""
    return SYSTEMS[system.key].engine in ENGINES


def load(system: RatingSystem) -> EventGround:
    """Read the facts of a system; years of birth, which only groups of forecasts need, stay unknown."""
    system.refresh_from_db()
    loaded = replay.load(system)
    events = loaded.assembly.events
    editions = editions_of(system.key, edition=system.edition, parameters=system.parameters)
    days = [day_of(place).toordinal() for place in events.sequence.tolist()]
    ground = Ground(
        engine=SYSTEMS[system.key].engine,
        facts=loaded.assembly.facts,
        standing=loaded.standing,
        days=np.array(days, np.int64),
        players=loaded.players,
        birth_year=np.zeros(loaded.players.size, np.int64),
        base=rules_in_force(editions, numeric=system.numeric),
    )
    return EventGround(ground, events.tournament, loaded.fingerprint, system)
