"""The rules of the FFG ladder as its engine takes them: constants and bounds.

The values of the constants, with clauses and sources, stand in federation/vocabulary/systems.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ratings.rulebook.bounds import DISTANCE, DIVISOR, RATING, STEP, WEIGHT, Bounds
from ratings.rulebook.editions import HALF_UP, ROUNDINGS, Edition


@dataclass(frozen=True, slots=True)
class FfgEdition(Edition):
    """The constants of the FFG ladder; the order is the engine's."""

    engine: ClassVar[str] = "ffg"
    words: ClassVar[Mapping[str, Mapping[str, float]]] = {"rounding": ROUNDINGS}
    bounds: ClassVar[Mapping[str, Bounds]] = {
        "a_numerator": Bounds(0, 100_000),
        "divisor": DIVISOR,
        "floor": RATING,
        "ceiling": RATING,
        "handicap_step": STEP,
        "komi_stones": Bounds(0.01, 10),
        "handicap_divisor": Bounds(1, 1_000),
        "handicap_most": Bounds(0, 99),
        "white_loses_power": Bounds(0, 100),
        "weight_13": WEIGHT,
        "weight_9": WEIGHT,
        "exempt_below": RATING,
        "passes_most": Bounds(1, 1_000),
        "stop_below": DISTANCE,
        "threshold_numerator": Bounds(-1_000_000, 1_000_000),
        "threshold_slope": Bounds(-1_000, 1_000),
        "threshold_known_divisor": DIVISOR,
        "threshold_unknown_divisor": DIVISOR,
        "threshold_from": RATING,
        "threshold_to": RATING,
        "guard_known": DISTANCE,
        "guard_unknown": DISTANCE,
        "k_first": RATING,
        "k_step": STEP,
    }
    # A weight 1 - stones/divisor below 0 has no power.
    rising: ClassVar[Sequence[tuple[str, str]]] = (
        ("floor", "ceiling"),
        ("threshold_from", "threshold_to"),
        ("handicap_most", "handicap_divisor"),
    )
    since_1_0: ClassVar[Mapping[str, float | bool | str]] = {
        "exempt_counts_all": False,
        "licence_needed": True,
        "rounding": HALF_UP,
    }
    outside_engine: ClassVar[frozenset[str]] = frozenset({"licence_needed", "rounding"})
    chooses_events: ClassVar[frozenset[str]] = frozenset({"exempt_counts_all"})

    a_numerator: float
    divisor: float
    floor: float
    ceiling: float
    handicap_step: float
    komi_stones: float
    handicap_divisor: float
    handicap_most: float
    white_loses_power: float
    weight_13: float
    weight_9: float
    exempt_below: float
    passes_most: float
    stop_below: float
    threshold_numerator: float
    threshold_slope: float
    threshold_known_divisor: float
    threshold_unknown_divisor: float
    threshold_from: float
    threshold_to: float
    guard_rail: bool
    guard_known: float
    guard_unknown: float
    k_first: float
    k_step: float
    exempt_counts_all: bool
    k: tuple[float, ...]
    epsilon_limits: tuple[float, ...]
    epsilon: tuple[float, ...]
    licence_needed: bool
    rounding: str
