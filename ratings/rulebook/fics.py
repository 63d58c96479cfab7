"""The rules of the FICS ratings (Glicko) as their engine takes them: constants and bounds.

The values of the constants, with clauses and sources, stand in federation/vocabulary/systems.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from ratings.rulebook.bounds import DAYS, DEVIATION, RATING, Bounds
from ratings.rulebook.editions import HALF_AWAY, ROUNDINGS, Edition


@dataclass(frozen=True, slots=True)
class FicsEdition(Edition):
    """The constants of one edition; the order is the engine's."""

    engine: ClassVar[str] = "glicko"
    has_deviation: ClassVar[bool] = True
    words: ClassVar[Mapping[str, Mapping[str, float]]] = {"rounding": ROUNDINGS}
    bounds: ClassVar[Mapping[str, Bounds]] = {
        "initial_rating": RATING,
        "initial_deviation": Bounds(1e-9, DEVIATION.most),
        "deviation_cap": Bounds(1e-9, DEVIATION.most),
        "growth": Bounds(0, 1_000),
        "k_minimum": Bounds(0, 1_000),
        "divisor": Bounds(1, 100_000),
        "team_divisor": Bounds(1, 100_000),
        "established_deviation": DEVIATION,
        "active_days": DAYS,
    }
    since_1_0: ClassVar[Mapping[str, float | bool | str]] = {"rounding": HALF_AWAY}
    outside_engine: ClassVar[frozenset[str]] = frozenset(since_1_0)

    initial_rating: float
    initial_deviation: float
    deviation_cap: float
    growth: float
    k_minimum: float
    divisor: float
    team_divisor: float
    established_deviation: float
    active_days: float
    rounding: str

    @property
    def established_from(self) -> float:
        """Return the deviation down to which a rating is established."""
        return self.established_deviation
