"""The rules of the FFG ladder: editions, what counts, thinking time, how a level is shown.

Source: the FFG's page on the ladder algorithm as kept in our specification ("FFG ladder rules", clauses
below), the page of 2012 and recomputed results where the text is lost; each doubtful value is a named
constant.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import ClassVar

from federation.vocabulary.messages import gettext_noop
from ratings.engines.curves import FFG_K, FFG_K_FIRST, FFG_K_STEP
from ratings.rulebook.activity import is_active_ffg
from ratings.rulebook.bounds import DISTANCE, DIVISOR, RATING, STEP, WEIGHT, Bounds
from ratings.rulebook.editions import Edition

# Since this day the main ladder takes over-the-board events only and the hybrid ladder takes all (finding 5).
LADDERS_PART = date(2022, 5, 1)
# Clause 1.4, values recomputed from results: adjusted minutes from, coefficient. Below the last: not rated.
TIME_COEFFICIENTS = ((60.0, 1.0), (45.0, 0.8), (30.0, 0.5), (15.0, 0.25))
RATED_SIZES = (19, 13, 9)


@dataclass(frozen=True, slots=True)
class FfgEdition(Edition):
    """The constants of the FFG ladder; the order is the engine's."""

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
    since_1_0: ClassVar[Mapping[str, float | bool | str]] = {"exempt_counts_all": False}
    chooses_events: ClassVar[frozenset[str]] = frozenset({"exempt_counts_all"})

    a_numerator: float = 1250.0  # 1.2: a = (1250 - N) / divisor
    divisor: float = 7.0  # 1.2: 7 as published, 6 as observed in 2022 and 2023
    floor: float = -2950.0  # 1.1: 30 kyu
    ceiling: float = 850.0  # 1.1: 9 dan
    handicap_step: float = 100.0  # 1.3: points per stone
    komi_stones: float = 0.5  # 1.3: what the missing komi takes off the first stone
    handicap_divisor: float = 10.0  # 1.3: c = 1 - H/10
    handicap_most: float = 9.0  # 1.3: games with more stones do not count
    white_loses_power: float = 2.0  # 1.3: White's coefficient is squared when he loses a 19x19 handicap game
    weight_13: float = 0.2  # 1.4, page of 2012
    weight_9: float = 0.1  # 1.4, page of 2012
    exempt_below: float = -2000.0  # 1.4: coefficient 1 below this level
    passes_most: float = 100.0  # 1.9 step 4; 1: no adjustment
    stop_below: float = 0.1  # 1.9 step 4
    threshold_numerator: float = 6200.0  # 1.9: T = (6200 - 4N) / 175
    threshold_slope: float = 4.0
    threshold_known_divisor: float = 175.0
    threshold_unknown_divisor: float = 350.0
    threshold_from: float = -1950.0  # outside these levels T is flat
    threshold_to: float = 675.0
    guard_rail: bool = False  # 1.9: option, bounded by the best opponent beaten and the weakest lost to
    guard_known: float = 0.0
    guard_unknown: float = 100.0
    k_first: float = FFG_K_FIRST
    k_step: float = FFG_K_STEP
    # 1.4: below `exempt_below` whatever the handicap and the time, so also what counts for nobody else
    exempt_counts_all: bool = True
    k: tuple[float, ...] = FFG_K  # 1.2 step 5
    epsilon_limits: tuple[float, ...] = (400.0, 0.0, -1000.0, -2000.0)  # 1.2 step 4
    epsilon: tuple[float, ...] = (0.0, 0.01, 0.05, 0.10, 0.15)


EDITIONS: tuple[FfgEdition, ...] = (
    # Clause 1.10: a = (2050 - N)/20, epsilon 1.6 % everywhere, no adjustment; reproduces an event of 2019.
    FfgEdition(
        "2013",
        date(2013, 1, 13),
        gettext_noop("FFG ladder rules 1.10"),
        a_numerator=2050.0,
        divisor=20.0,
        passes_most=1.0,
        exempt_counts_all=False,
        epsilon=(0.016,) * 5,
    ),
    FfgEdition("2022-10", date(2022, 10, 6), gettext_noop("FFG ladder rules 1.2-1.9")),
)


def time_coefficient(adjusted_minutes: float | None) -> float:
    """Return c_time of the adjusted thinking time (1.4): 0 is not rated; 1 where the time is not known."""
    if adjusted_minutes is None:
        return 1.0
    return next((weight for least, weight in TIME_COEFFICIENTS if adjusted_minutes >= least), 0.0)


def event_weight(*, hybrid: bool, start: date, adjusted_minutes: float | None, online: bool) -> float:
    """Return the coefficient of an event (1.4).

    Online events weighed 1, 0.5 or 0.25 on the only ladder until April 2022; on the hybrid ladder, since 1
    May 2022, they weigh 1 whatever the pace, as long as it is rated at all. 0: it counts for nobody, or for
    those below `exempt_below` alone.
    """
    weight = time_coefficient(adjusted_minutes)
    return 1.0 if hybrid and online and start >= LADDERS_PART and weight > 0.0 else weight


def displayed(level: float, licence_status: str) -> int:
    """Return the level a list shows (3.1): nearest integer with a licence, else the foot of the grade."""
    if is_active_ffg(licence_status):
        return math.floor(level + 0.5)
    return math.floor(level / 100) * 100
