"""The rules of the online ladder as its engine takes them: constants and bounds.

The values of the constants, with clauses and sources, stand in federation/vocabulary/systems.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from ratings.rulebook.bounds import DAYS, RATING, STEP, Bounds
from ratings.rulebook.editions import HALF_AWAY, ROUNDINGS, Edition


@dataclass(frozen=True, slots=True)
class LadderEdition(Edition):
    """The constants of one edition; the order is the engine's."""

    engine: ClassVar[str] = "ladder"
    rates_tables: ClassVar[bool] = True
    words: ClassVar[Mapping[str, Mapping[str, float]]] = {
        "curve": {"logistic": 0.0, "normal": 1.0},
        "rounding": ROUNDINGS,
    }
    bounds: ClassVar[Mapping[str, Bounds]] = {
        "initial_rating": RATING,
        "provisional_games": Bounds(1, 1_000_000),
        "k": Bounds(0.01, 10_000),
        "provisional_step": STEP,
        "established_step": STEP,
        "divisor": Bounds(1, 100_000),
        "active_days": DAYS,
    }
    since_1_0: ClassVar[Mapping[str, float | bool | str]] = {"rounding": HALF_AWAY}
    outside_engine: ClassVar[frozenset[str]] = frozenset(since_1_0)

    initial_rating: float
    provisional_games: float
    k: float
    provisional_step: float
    established_step: float
    scale_steps: bool
    curve: str
    divisor: float
    active_days: float
    rounding: str

    @property
    def established_from(self) -> float:
        """Return the games from which on a rating is established."""
        return self.provisional_games
