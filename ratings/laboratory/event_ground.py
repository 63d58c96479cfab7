"""What replays of a system rated tournament by tournament stand on, read from the tables once."""

from dataclasses import dataclass

from ratings.cadence.by_event import replay
from ratings.cadence.shared.columns import Longs
from ratings.laboratory.figures.by_event import EventGround
from ratings.laboratory.figures.rules import editions_in_force, rules_of
from ratings.laboratory.figures.simulation import Outcome
from ratings.laboratory.figures.variant import Variant
from ratings.laboratory.grounds.by_event import ground_of
from ratings.models import RatingSystem


@dataclass(frozen=True, slots=True)
class HeldEvents:
    """The ground of a system, and what its E events are called in the tables."""

    ground: EventGround
    tournament: Longs  # E: primary key, 0 for a decision of the office
    fingerprint: str  # of facts, rules in force and engine
    system: RatingSystem

    def under(self, variant: Variant) -> Outcome:
        """Replay the facts under a variant; raises UnfitVariant."""
        system = self.system
        editions = editions_in_force(system.key, edition=system.edition, parameters=system.parameters)
        return self.ground.replay(rules_of(variant, editions, numeric=system.numeric))


def load(system: RatingSystem) -> HeldEvents:
    """Read the facts of a system."""
    system.refresh_from_db()
    editions = editions_in_force(system.key, edition=system.edition, parameters=system.parameters)
    loaded = replay.load(system)
    ground = ground_of(system, editions, loaded)
    return HeldEvents(ground, loaded.assembly.events.tournament, loaded.fingerprint, system)
