"""Printed tables and expected-score curves, each with its source, in plain Python.

The compiled engines carry their own copy of the formulas: numba's cache watches one file only, and a kernel
that called functions of this file would stay stale when it changed. tests/engines holds the two against each
other.
"""

import math
from collections.abc import Sequence

# FFG ladder rules 1.2: K of a level; -1950 (116) to 650 (10), one value per 100 points, straight lines
# between.
FFG_K_FIRST = -1950.0
FFG_K_STEP = 100.0
FFG_K = (
    116.0, 110.0, 105.0, 100.0, 95.0, 90.0, 85.0, 80.0, 75.0, 70.0, 65.0, 60.0, 55.0, 51.0,
    47.0, 43.0, 39.0, 35.0, 31.0, 27.0, 24.0, 21.0, 18.0, 15.0, 13.0, 11.0, 10.0,
)  # fmt: skip

# EGF brief of 1998, table of constants: con of a GoR; 100 (116) to 2700 (10), straight lines between.
EGF_CON_FIRST = 100.0
EGF_CON_STEP = 100.0
EGF_CON = FFG_K  # the FFG took the EGF column over, shifted by the 2050 points between the scales


def interpolate(value: float, table: Sequence[float], *, first: float, step: float) -> float:
    """Read a table with equal steps, straight lines between its rows and flat outside."""
    place = min(max((value - first) / step, 0.0), float(len(table) - 1))
    row = min(int(place), len(table) - 2)
    return table[row] + (table[row + 1] - table[row]) * (place - row)


def weaker_expectation(difference: float, scale: float) -> float:
    """Expected score of the weaker side, 1 / (exp(D/a) + 1).

    FFG ladder rules 1.2 and EGF brief of 1998, formula 1. `difference` D is not negative.
    """
    return 1.0 / (math.exp(min(difference / scale, 700.0)) + 1.0)


def ffg_scale(weaker: float, *, numerator: float, divisor: float) -> float:
    """Return a of the weaker (fictive) level: (1250 - N)/7 since October 2022, (2050 - N)/20 from 2013 on."""
    return (numerator - weaker) / divisor


def egf_scale(weaker: float) -> float:
    """Return a of the weaker (effective) GoR; the printed column is just 205 - r/20 (EGF brief of 1998)."""
    return 205.0 - weaker / 20.0


def egf_expectation_2021(rating: float, opponent: float) -> float:
    """Expected score 1 / (1 + q^7), q = (3300 - r)/(3300 - opponent) (EGF, since 2021-04-04)."""
    return 1.0 / (1.0 + ((3300.0 - rating) / (3300.0 - opponent)) ** 7)


def egf_con_2021(rating: float) -> float:
    """Return con = ((3300 - r)/200)^1.6 (EGF, since 2021-04-04)."""
    return float(((3300.0 - rating) / 200.0) ** 1.6)


def egf_bonus_2021(rating: float) -> float:
    """Return the bonus of one game, ln(1 + exp((2300 - r)/80))/5 (EGF, since 2021-04-04)."""
    return math.log1p(math.exp((2300.0 - rating) / 80.0)) / 5.0
