"""Interface of a cadence to the laboratory: facts as a ground, years of birth, list values beside ratings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Protocol

import numpy as np

from federation.database import bulk
from ratings.cadence.shared.columns import I8, Longs
from ratings.cadence.shared.record import Flags, Floats
from ratings.laboratory.figures.rules import Dated, rules_of
from ratings.laboratory.figures.simulation import Ground, Outcome
from ratings.laboratory.figures.variant import Variant
from ratings.models import RatingSystem

DAYS, TOURNAMENTS = "days", "tournaments"  # units


def _none() -> Longs:
    return np.zeros(0, np.int64)


@dataclass(frozen=True, slots=True)
class Loaded:
    """The facts of a system as they are held."""

    system: RatingSystem
    editions: Sequence[Dated]  # in force
    ground: Ground
    fingerprint: str  # of facts, rules in force and the engine's code
    counts: Mapping[str, int]
    waiting: str  # the day from which facts wait for a recalculation, "": none
    # E: of systems rated tournament by tournament the key of each event's tournament, 0: a decision
    tournament: Longs = field(default_factory=_none)

    def under(self, variant: Variant) -> Outcome:
        """Replay the facts under a variant; raises UnfitVariant."""
        return self.ground.replay(rules_of(variant, self.editions, numeric=self.system.numeric))


class Reader(Protocol):
    """How the facts of one cadence are read; a class for each."""

    # What is drawn as a whole when constants are fitted.
    unit: str
    # Whether every K can be multiplied; those of FIDE are whole numbers.
    scales_k: bool

    def load(self, system: RatingSystem, editions: Sequence[Dated]) -> Loaded:
        """Read everything; LookupError where the system's edition does not exist."""

    def decided(self, kind: Longs, played: Flags, /) -> Flags:
        """Return which steps are decisions of the office.

        `kind` of `simulation.STEPS`; `played`: whether the step has games of the player.
        """

    def deviation_on(self, ground: Any, deviation: Floats, moment: Longs, day: date) -> Floats | None:
        """Return the deviations a list prints, from those after the last games; None: it has none."""


def birth_years(players: Longs) -> Longs:
    """Return the year of birth of each player (rising keys), 0 where it is not known."""
    key, year = bulk.read_columns(
        "SELECT id, birth_year FROM federation_player WHERE birth_year IS NOT NULL",
        [],
        [I8, I8],
    )
    found = np.zeros(players.size, np.int64)
    known = np.isin(key, players)
    found[np.searchsorted(players, key[known])] = year[known]
    return found
