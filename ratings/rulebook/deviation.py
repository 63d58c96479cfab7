"""What a deviation says of a rating: the band it lies in, and who is truly the stronger. Pure.

Source: brief of FICS Glicko, as kept in our specification ("FICS Glicko", 1.1).
"""

import math

OF_95_PERCENT = 1.96  # deviations either side that hold 95 % of a normal law
Q = math.log(10.0) / 400.0
P = 3.0 * Q * Q / math.pi**2
POWER_MOST = 300.0  # 10 to a larger power is no float


def band(rating: float, deviation: float) -> tuple[float, float]:
    """Return the ends of the band that holds the true strength with 95 %."""
    reach = OF_95_PERCENT * deviation
    return rating - reach, rating + reach


def probability_stronger(rating: float, deviation: float, other: float, other_deviation: float) -> float:
    """Return the probability that the first is truly stronger than the second, from both RDs as aged now."""
    f = 1.0 / math.sqrt(1.0 + P * (deviation * deviation + other_deviation * other_deviation))
    power = -(rating - other) * f / 400.0
    return 1.0 / (1.0 + math.pow(10.0, min(power, POWER_MOST)))
