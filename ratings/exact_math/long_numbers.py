"""Whole numbers in units of 2^-400, for what double-double arithmetic cannot decide.

Plain Python everywhere: compiled code calls what is decided here by its address. Results are right to some
hundred units, far beyond where any value has been seen to lie near the middle of two floats.
"""

from ratings.exact_math.integers import BITS, LN2, ONE, exp_of, log_of
from ratings.exact_math.machine import INFINITE


def long_of(number: float) -> int:
    """Return a finite float as a long number; what lies below the unit is cut off."""
    numerator, denominator = number.as_integer_ratio()
    return (numerator << BITS) // denominator


def nearest(number: int, power: int = 0) -> float:
    """Return the float nearest to 2^power times a long number, of two the even one.

    Python divides whole numbers correctly rounded, also where the quotient is subnormal.
    """
    try:
        return (number << max(power, 0)) / (ONE << max(-power, 0))
    except OverflowError:
        return INFINITE if number > 0 else -INFINITE


def exponential(number: int) -> tuple[int, int]:
    """Return k and f, the exponential of a long number being 2^k f with 1 <= f < 2."""
    power, rest = divmod(number, LN2)
    return power, exp_of(rest)


def logarithm(numerator: int, denominator: int) -> int:
    """Return the logarithm of a quotient of two positive whole numbers: e ln 2 + log m, 0.7 < m < 1.5."""
    power = numerator.bit_length() - denominator.bit_length()
    numerator, denominator = numerator << max(-power, 0), denominator << max(power, 0)
    if 10 * numerator > 14 * denominator:
        denominator, power = 2 * denominator, power + 1
    if 10 * numerator < 7 * denominator:
        numerator, power = 2 * numerator, power - 1
    return log_of(numerator, denominator) + power * LN2
