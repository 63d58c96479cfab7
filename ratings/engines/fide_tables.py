"""FIDE's printed tables 8.1.1 and 8.1.2 and the logistic curve beside them, as whole numbers.

The tables did not change between 2003 and 2025. Table 8.1.2 is no formula: a normal curve of deviation 2000/7
misses it at six differences, so it is stored. `curves` and `distances` are what the kernels take.
"""

from decimal import Decimal, localcontext
from functools import cache

import numpy as np

from ratings.engines.fide_contract import GAME, Longs

# Table 8.1.1: dp of p = 100, 99, ... 50 percent; below, dp(p) = -dp(100 - p).
DP_FROM_100 = (
    800, 677, 589, 538, 501, 470, 444, 422, 401, 383, 366, 351, 336, 322, 309, 296, 284, 273, 262, 251, 240,
    230, 220, 211, 202, 193, 184, 175, 166, 158, 149, 141, 133, 125, 117, 110, 102, 95, 87, 80, 72, 65, 57,
    50, 43, 36, 29, 21, 14, 7, 0,
)  # fmt: skip
# Table 8.1.2: the largest |D| of the rows 50/50, 51/49, ... 99/1 percent; beyond, 100/0.
BAND_ENDS = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179,
    188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456,
    484, 517, 559, 619, 735,
)  # fmt: skip
LARGEST_DIFFERENCE = 4000  # the curves are flat beyond
TABLE, LOGISTIC = 0, 1  # rows of `curves`


def percent_of(difference: int) -> int:
    """Return PD in percent for D = own rating - opponent's (table 8.1.2)."""
    band = next((row for row, end in enumerate(BAND_ENDS) if abs(difference) <= end), len(BAND_ENDS))
    return 50 + band if difference >= 0 else 50 - band


def distance_of(percent: int) -> int:
    """Return dp for p in percent (table 8.1.1)."""
    return DP_FROM_100[100 - percent] if percent >= 50 else -DP_FROM_100[percent]


@cache
def curves() -> Longs:
    """Return the expectation of the stronger in millionths: (2, 4001), rows TABLE and LOGISTIC, by |D|."""
    found = np.full((2, LARGEST_DIFFERENCE + 1), GAME, np.int64)
    start = 0
    for band, end in enumerate(BAND_ENDS):
        found[TABLE, start : end + 1] = (50 + band) * (GAME // 100)
        start = end + 1
    found[LOGISTIC] = _logistic()
    found.flags.writeable = False
    return found


@cache
def distances() -> Longs:
    """Return dp by percent, 0 to 100."""
    found = np.array([distance_of(percent) for percent in range(101)], np.int64)
    found.flags.writeable = False
    return found


def _logistic() -> list[int]:
    """Round 1 / (1 + 10^(-D/400)) to millionths in decimal arithmetic, the same on every machine."""
    with localcontext() as context:
        context.prec = 50
        step, power, found = Decimal(10) ** (Decimal(1) / 400), Decimal(1), []
        for _ in range(LARGEST_DIFFERENCE + 1):
            found.append(int((GAME * power / (power + 1)).to_integral_value()))
            power *= step
    return found
