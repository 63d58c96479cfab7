"""The rules of the EGF rating (GoR): editions, classes, what counts, how a rating is shown.

Sources: the brief of 1998 (tables, formulas, examples), the EGD rating page since 2021, the page on
tournament
classes, and recomputed lists of 2012-2018 where nothing is written ("EGF rating rules", clauses below).
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import ClassVar

from federation.vocabulary.messages import gettext_noop
from ratings.engines.curves import EGF_CON, EGF_CON_FIRST, EGF_CON_STEP
from ratings.rulebook.bounds import DISTANCE, DIVISOR, MINUTES, RATING, STEP, Bounds
from ratings.rulebook.editions import Edition

FIRST_EVENT = date(1996, 1, 1)  # 1.2
CLASSES_SINCE = date(1999, 1, 1)  # 1.4: before, every rated event weighs 1
CLASS_D_SINCE = date(2015, 1, 1)  # 1.4: internet events of national bodies
CLASS_WEIGHTS = {"A": 1.0, "B": 0.75, "C": 0.5, "D": 0.25}
# 1.6: class, least basic minutes, least basic minutes with Fischer time, least adjusted minutes.
CLASS_TIMES = (("A", 60.0, 45.0, 75.0), ("B", 40.0, 30.0, 50.0), ("C", 25.0, 20.0, 30.0))
INTERNET_TIMES = (("D", 40.0, 30.0, 50.0),)
RATED_SIZE = 19
# Document of 1998: fast games are not counted, for their results tell less. It names no end; ours is the
# first day of the edition of 2011, of which nothing of the kind is known.
FAST_COUNT_SINCE = date(2011, 1, 1)


@dataclass(frozen=True, slots=True)
class EgfEdition(Edition):
    """The constants of the GoR; the order is the engine's."""

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
    }
    # Perfect play is what the formulas of 2021 divide by.
    rising: ClassVar[Sequence[tuple[str, str]]] = (("floor", "ceiling"), ("ceiling", "perfect"))
    since_1_0: ClassVar[Mapping[str, float | bool | str]] = {"least_minutes": 0.0}
    outside_engine: ClassVar[frozenset[str]] = frozenset({"least_minutes"})
    chooses_events: ClassVar[frozenset[str]] = frozenset({"least_minutes"})

    since_2021: bool = False  # 1.5: con, bonus and expectation as formulas; else the tables of 1998
    e: float = 0.0  # 1.3, 1.4: what the expectations lack to 1 together
    e_on_stronger: bool = (
        False  # 1.3 formula 2: all of it on the stronger side; else half on each, never below 0
    )
    event_drop: float = 0.0  # 1.4: no event costs more before its class weight; 0: no limit
    reset_grades: float = (
        0.0  # 1.4: a declared grade this far above the highest before lifts the GoR; 0: never
    )
    floor: float = 100.0  # 1.1: 20 kyu
    perfect: float = 3300.0  # 1.5: rating of perfect play
    ceiling: float = 3299.9  # 1.5: handicap never lifts a rating to perfect play
    exponent: float = 7.0  # 1.5: beta(r) = -7 ln(3300 - r)
    con_divisor: float = 200.0  # 1.5: con = ((3300 - r)/200)^1.6
    con_power: float = 1.6
    bonus_at: float = 2300.0  # 1.5: bonus = ln(1 + exp((2300 - r)/80))/5
    bonus_scale_divisor: float = 80.0
    bonus_divisor: float = 5.0
    handicap_step: float = 100.0  # 1.3: Black is raised by 100 (H - 0.5)
    komi_stones: float = 0.5
    a_at_zero: float = 205.0  # 1.3: a = 205 - r/20 on the whole printed column, and on in a straight line
    a_divisor: float = 20.0
    con_first: float = EGF_CON_FIRST
    con_step: float = EGF_CON_STEP
    con_above: float = -1.0  # 1.3: con per 100 points above the table
    con: tuple[float, ...] = EGF_CON
    # 1.2: adjusted minutes below which nothing counts that began before FAST_COUNT_SINCE; 0: no limit
    least_minutes: float = 30.0


EDITIONS: tuple[EgfEdition, ...] = (
    EgfEdition("brief", None, gettext_noop("EGF brief of 1998, worked examples: e left out")),
    EgfEdition(
        "1998",
        FIRST_EVENT,
        gettext_noop("EGF brief of 1998, formula 2"),
        e=0.014,
        e_on_stronger=True,
    ),
    EgfEdition(
        "2011",
        date(2011, 1, 1),
        gettext_noop("EGF rating rules 1.4"),
        e=0.016,
        event_drop=100.0,
        reset_grades=2.0,
    ),
    EgfEdition(
        "2021",
        date(2021, 4, 4),
        gettext_noop("EGD rating page, 4 April 2021"),
        since_2021=True,
        reset_grades=2.0,
        floor=-900.0,
    ),
)


def was_too_fast(adjusted_minutes: float | None, *, start: date, least_minutes: float) -> bool:
    """Return whether an event was too fast to count when it began (1.2); never where its time is unknown."""
    return start < FAST_COUNT_SINCE and adjusted_minutes is not None and adjusted_minutes < least_minutes


def class_weight(time_class: str, *, on: date) -> float:
    """Return the weight of a class on a day (1.4); 0 where it is not rated.

    Raises KeyError for a letter that is no class.
    """
    weight = CLASS_WEIGHTS[time_class]
    if time_class == "D":
        return weight if on >= CLASS_D_SINCE else 0.0
    return weight if on >= CLASSES_SINCE else 1.0


def time_class(*, basic: float, adjusted: float, fischer: bool = False, online: bool = False) -> str | None:
    """Return the highest class a rate of play in minutes is fit for (1.6), None where it is not rated."""
    rows = INTERNET_TIMES if online else CLASS_TIMES
    fit = (
        name
        for name, least, least_fischer, least_adjusted in rows
        if basic >= (least_fischer if fischer else least) and adjusted >= least_adjusted
    )
    return next(fit, None)


def displayed(gor: float) -> int:
    """Return the rating as a list shows it: the nearest whole point, half up (1.4)."""
    return math.floor(gor + 0.5)
