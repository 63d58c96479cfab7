"""Constants and tables, computed from integers of any length when they are imported: nothing is looked up.

A number is an integer in units of 2^-BITS. Every function is right to some units, far below what is kept.
"""

import math
from math import isqrt

from ratings.exact_math import EXACT

BITS = 400
ONE = 1 << BITS


def as_float(number: int) -> float:
    """Return the float nearest to a number (Python divides integers correctly rounded)."""
    return number / ONE


def high_part(number: int, unit: int) -> int:
    """Return a number rounded to a multiple of 2^unit."""
    step = 1 << (BITS + unit)
    return (number + step // 2) // step * step


def split(number: int, unit: int) -> tuple[float, float]:
    """Return a number as a multiple of 2^unit and the float nearest to what is missing."""
    high = high_part(number, unit)
    return as_float(high), as_float(number - high)


def log_of(numerator: int, denominator: int) -> int:
    """Return the logarithm of a quotient near 1: twice the area tangent of (n - d) / (n + d)."""
    top, bottom = numerator - denominator, numerator + denominator
    power, total, step = ONE * top // bottom, 0, 1
    while power not in (0, -1):
        total += power // step
        power, step = power * top * top // (bottom * bottom), step + 2
    return 2 * total


LN2 = 7 * log_of(10, 9) - 2 * log_of(25, 24) + 3 * log_of(81, 80)
LN10 = as_float(3 * LN2 + log_of(5, 4))


def exp_of(number: int) -> int:
    """Return the exponential of a number between -20 and 20."""
    total, term, step = 0, ONE, 1
    while term not in (0, -1):
        total += term
        term, step = (term * number >> BITS) // step, step + 1
    return total


def root_of(number: int) -> int:
    """Return the square root."""
    return isqrt(number << BITS)


def _arc_tangent_of_part(part: int) -> int:
    """Return the arc tangent of 1/part."""
    power, total, step = ONE // part, 0, 1
    while power:
        total += power // step if step % 4 == 1 else -(power // step)
        power, step = power // (part * part), step + 2
    return total


PI = 16 * _arc_tangent_of_part(5) - 4 * _arc_tangent_of_part(239)


def ln10(numeric: float) -> float:
    """Return the natural logarithm of 10 under a numeric contract."""
    return LN10 if numeric == EXACT else math.log(10.0)
