"""The facts of systems that move event by event, for the laboratory."""

from collections.abc import Sequence
from datetime import date
from typing import Any

import numpy as np

from ratings.cadence.by_event import replay
from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.hypothetical_facts import day_of
from ratings.cadence.shared.record import Flags, Floats
from ratings.laboratory.figures.by_event import EventGround
from ratings.laboratory.figures.rules import Dated, rules_in_force
from ratings.laboratory.figures.simulation import DECISION
from ratings.laboratory.grounds.contract import TOURNAMENTS, Loaded, birth_years
from ratings.models import RatingSystem
from ratings.rulebook.systems import SYSTEMS


def _ground_of(system: RatingSystem, editions: Sequence[Dated], loaded: replay.Replay) -> EventGround:
    events = loaded.assembly.events
    return EventGround(
        engine=SYSTEMS[system.key].engine,
        facts=loaded.assembly.facts,
        standing=loaded.standing,
        days=np.array([day_of(place).toordinal() for place in events.sequence.tolist()], np.int64),
        players=loaded.players,
        birth_year=birth_years(loaded.players),
        base=rules_in_force(editions, numeric=system.numeric),
    )


class ByEvent:
    """Implement `contract.Reader` for both ladders of the FFG and the EGF."""

    unit = TOURNAMENTS
    scales_k = True

    def load(self, system: RatingSystem, editions: Sequence[Dated]) -> Loaded:
        """Read the events that count, those that wait for a run too."""
        loaded = replay.load(system)
        return Loaded(
            system=system,
            editions=editions,
            ground=_ground_of(system, editions, loaded),
            fingerprint=loaded.fingerprint,
            counts=loaded.counts,
            waiting=system.stale_from.isoformat() if system.stale_from else "",
            tournament=loaded.assembly.events.tournament,
        )

    def decided(self, kind: Longs, _played: Flags) -> Flags:
        """Return the steps of decisions."""
        found: Flags = kind == DECISION
        return found

    def deviation_on(self, _ground: Any, _deviation: Floats, _moment: Longs, _day: date) -> Floats | None:
        """Return None: these ratings have no deviation."""
        return None
