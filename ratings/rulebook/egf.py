"""The rules of the EGF rating (GoR) as its engine takes them: constants and bounds.

The values of the constants, with clauses and sources, stand in federation/vocabulary/systems.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ratings.rulebook.bounds import DISTANCE, DIVISOR, MINUTES, MONTHS, RATING, STEP, Bounds
from ratings.rulebook.editions import HALF_UP, ROUNDINGS, Edition


@dataclass(frozen=True, slots=True)
class EgfEdition(Edition):
    """The constants of the GoR; the order is the engine's."""

    engine: ClassVar[str] = "gor"
    words: ClassVar[Mapping[str, Mapping[str, float]]] = {"rounding": ROUNDINGS}
    bounds: ClassVar[Mapping[str, Bounds]] = {
        "e": Bounds(0, 1),
        "event_drop": DISTANCE,
        "reset_grades": Bounds(0, 100),
        "floor": RATING,
        "perfect": RATING,
        "ceiling": RATING,
        "exponent": Bounds(0.01, 100),
        "con_divisor": Bounds(1, 100_000),
        "con_power": Bounds(0, 10),
        "bonus_at": RATING,
        "bonus_scale_divisor": DIVISOR,
        "bonus_divisor": DIVISOR,
        "handicap_step": STEP,
        "komi_stones": Bounds(0.01, 10),
        "a_at_zero": Bounds(0, 100_000),
        "a_divisor": DIVISOR,
        "con_first": RATING,
        "con_step": STEP,
        "con_above": Bounds(-1_000, 1_000),
        "least_minutes": MINUTES,
        "inactive_dan_years": Bounds(0, 100, decimals=0),
        "inactive_kyu_months": MONTHS,
        "inactive_weak_months": MONTHS,
        "weak_kyu_from": Bounds(1, 100, decimals=0),
    }
    # Perfect play is what the formulas of 2021 divide by.
    rising: ClassVar[Sequence[tuple[str, str]]] = (("floor", "ceiling"), ("ceiling", "perfect"))
    since_1_0: ClassVar[Mapping[str, float | bool | str]] = {
        "least_minutes": 0.0,
        "inactive_dan_years": 2.0,
        "inactive_kyu_months": 12.0,
        "inactive_weak_months": 6.0,
        "weak_kyu_from": 11.0,
        "rounding": HALF_UP,
    }
    outside_engine: ClassVar[frozenset[str]] = frozenset(since_1_0)
    chooses_events: ClassVar[frozenset[str]] = frozenset({"least_minutes"})

    since_2021: bool
    e: float
    e_on_stronger: bool
    event_drop: float
    reset_grades: float
    floor: float
    perfect: float
    ceiling: float
    exponent: float
    con_divisor: float
    con_power: float
    bonus_at: float
    bonus_scale_divisor: float
    bonus_divisor: float
    handicap_step: float
    komi_stones: float
    a_at_zero: float
    a_divisor: float
    con_first: float
    con_step: float
    con_above: float
    con: tuple[float, ...]
    least_minutes: float
    inactive_dan_years: float
    inactive_kyu_months: float
    inactive_weak_months: float
    weak_kyu_from: float
    rounding: str
