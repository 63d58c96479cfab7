"""Meaning of a rating's deviation: its bands, and who is truly the stronger. Pure.

Source: brief of FICS Glicko, as recorded in our specification ("FICS Glicko", 1.1); the bands of whole
deviations are those of the FICS help "glicko", mathematical interpretation of the RD.
"""

import math
from dataclasses import dataclass

OF_95_PERCENT = 1.96  # deviations either side that hold 95 % of a normal law
Q = math.log(10.0) / 400.0
P = 3.0 * Q * Q / math.pi**2
POWER_MOST = 300.0  # 10 to a larger power is no float
WHOLE = ((1, 0.67), (2, 0.95), (3, 0.997))  # deviations either side, and the probability FICS names


@dataclass(frozen=True, slots=True)
class Within:
    """A band of whole deviations either side of a rating, ends in whole points."""

    deviations: int
    probability: float
    low: int
    high: int


def band(rating: float, deviation: float) -> tuple[float, float]:
    """Return the ends of the band that holds the true strength with 95 %."""
    reach = OF_95_PERCENT * deviation
    return rating - reach, rating + reach


def whole_bands(rating: float, deviation: float) -> tuple[Within, ...]:
    """Return the bands of one, two and three deviations.

    They are those of the values as shown, the rating in whole points, the RD with one decimal; ends half up.
    """
    shown, tenths = math.floor(rating + 0.5), round(10.0 * float(f"{deviation:.1f}"))
    return tuple(
        Within(count, probability, *((10 * shown + sign * count * tenths + 5) // 10 for sign in (-1, 1)))
        for count, probability in WHOLE
    )


def probability_stronger(rating: float, deviation: float, other: float, other_deviation: float) -> float:
    """Return the probability that the first is truly stronger than the second, from both RDs as aged now."""
    f = 1.0 / math.sqrt(1.0 + P * (deviation * deviation + other_deviation * other_deviation))
    power = -(rating - other) * f / 400.0
    return 1.0 / (1.0 + math.pow(10.0, min(power, POWER_MOST)))
