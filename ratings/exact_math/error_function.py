"""erfc, what the error function lacks of 1, correctly rounded. The method is that of exponential.py."""

from math import sqrt

from ratings.exact_math.integers import BITS, ONE, PI, as_float, exp_of, limbs_of, root_of, split
from ratings.exact_math.long_numbers import (
    LIMBS,
    WIDTH,
    divided,
    exponential,
    inverse,
    long_of,
    negative,
    plus,
    rounded,
    scaled,
    times,
    times_small,
    whole,
)
from ratings.exact_math.machine import NAN, apart, compiled, inlined, long_table, table

ROWS_A_UNIT = 64
QUICK_MOST = 4.0  # beyond it the long numbers decide at once
ROWS = 256
ROW = 15  # floats of a row: three coefficients as pairs, nine more
TO_32 = 1572864.0  # 1.5 * 2^20: what is added to it is rounded to a multiple of 2^-32
TO_36 = 98304.0  # 1.5 * 2^16: ... of 2^-36
ERROR = 2.0**-64  # of a quick result, relative
SERIES_MOST = 7.0  # to it by the series of erf, beyond it by a continued fraction
FRACTIONS = 90
ZERO_FROM = 27.3
ONE_OVER_ROOT_PI = ONE * ONE // root_of(PI)
ROOT_LIMBS = long_table(limbs_of(ONE_OVER_ROOT_PI, LIMBS, WIDTH))


def _coefficients(value: int, slope: int, centre: int, size: int) -> list[int]:
    """Return the Taylor coefficients of erfc at a centre, from erfc and -erfc' there."""
    before, bell, found = 0, slope, [value]
    for place in range(1, size):
        found.append(-bell // place)
        before, bell = bell, -2 * ((centre * bell >> BITS) + before) // place
    return found


def _at(coefficients: list[int], shift: int) -> int:
    """Return the sum of a power series."""
    total = 0
    for one in reversed(coefficients):
        total = (total * shift >> BITS) + one
    return total


def _rows() -> list[float]:
    """Return the coefficients of each part of 0 to 4 at its centre, the first three as pairs of floats."""
    found: list[float] = []
    step, value, centre = ONE // ROWS_A_UNIT, ONE, 0
    shift = step // 2
    for _ in range(ROWS):
        slope = 2 * ONE_OVER_ROOT_PI * exp_of(-(centre * centre >> BITS)) >> BITS
        value, centre = _at(_coefficients(value, slope, centre, 70), shift), centre + shift
        slope = 2 * ONE_OVER_ROOT_PI * exp_of(-(centre * centre >> BITS)) >> BITS
        parts = _coefficients(value, slope, centre, 12)
        for one in parts[:3]:
            found += split(one, abs(one).bit_length() - BITS - 26)
        found += map(as_float, parts[3:])
        shift = step
    return found


COEFFICIENTS = table(_rows())


@compiled
def _one_over_root_pi() -> list[int]:
    """Return 1 / sqrt(pi)."""
    return [ROOT_LIMBS[place] for place in range(LIMBS)]


@compiled
def _erf(number: float, square: list[int], power: int, bell: list[int]) -> list[int]:
    """Return erf of 0 to 7: 2 x exp(-x^2) / sqrt(pi) (1 + 2x^2/3 + (2x^2)^2/(3 5) + ...), all of one sign."""
    term = times_small(times(bell, long_of(number)), 2)
    while power < 0:
        step = min(-power, WIDTH)
        term, power = divided(term, 1 << step), power + step
    total, double, odd = term, times_small(square, 2), 1
    while not _is_zero(term):
        odd += 2
        term = divided(times(term, double), odd)
        total = plus(total, term)
    return total


@compiled
def _is_zero(one: list[int]) -> bool:
    """Return whether nothing but the last limb is left of a number."""
    for place in range(LIMBS - 1):  # numba compiles no generators
        if one[place] != 0:
            return False
    return True


@compiled
def _fraction(number: float) -> list[int]:
    """Return x + (1/2) / (x + 1 / (x + (3/2) / (x + ...))) of 7 and more: exp(-x^2) / sqrt(pi) over erfc."""
    found = long_of(number + sqrt(FRACTIONS * 0.5))  # what is left behind is near the root of its numerator
    for step in range(FRACTIONS):
        found = plus(long_of(number), divided(times_small(inverse(found), FRACTIONS - step), 2))
    return found


@apart("float64(float64)")
def decided(number: float) -> float:
    """Return what the quick phase could not decide, and the rest."""
    if number != number:
        return NAN
    if abs(number) < 2.0**-55:
        return 1.0
    if number > ZERO_FROM:
        return 0.0
    if number < -6.0:
        return 2.0
    square = times(long_of(number), long_of(number))
    power, bell = exponential(negative(square))
    bell = times(bell, _one_over_root_pi())
    if number < SERIES_MOST:
        found = plus(whole(1), negative(_erf(abs(number), square, power, bell)))
        if number < 0.0:
            found = plus(whole(2), negative(found))
        shift, part = scaled(found)
        return rounded(shift, part)
    shift, part = scaled(times(bell, inverse(_fraction(number))))
    return rounded(shift + power, part)


@inlined
def erfc(number: float) -> float:
    """Return 1 - erf(number) = 2 / sqrt(pi) times the integral of exp(-t^2) from it on, correctly rounded.

    From 0 to 4: |d| < 2^-7 from the centre of a part, whose coefficients are a0 = A0 + B0 and so on, A of 26
    bits. A0, A1 d1 and A2 q1 are exact, d1 being 25 bits of d and q1 26 of its square; with them their sum is
    exact but for what is below. The rest, A1 d2 + B1 d and the terms from d^3 on, is rounded some times: it
    is below 2^-13 of the result.
    """
    if 0.0 <= number < QUICK_MOST:
        row = int(number * ROWS_A_UNIT)
        centre = (row + 0.5) / ROWS_A_UNIT
        d = number - centre
        lost = number - (d + centre)
        coarse = (d + TO_32) - TO_32
        fine = (d - coarse) + lost
        square = coarse * coarse  # exact
        upper = (square + TO_36) - TO_36
        lower = (square - upper) + (2.0 * coarse + fine) * fine
        t = COEFFICIENTS
        at = ROW * row
        high = t[at]
        product = t[at + 2] * coarse
        one = high + product
        rest = (high - one) + product
        product = t[at + 4] * upper
        two = one + product
        rest += (one - two) + product
        part = t[at + 14]
        for place in range(8):
            part = t[at + 13 - place] + d * part
        tail = d * (d * d) * part + (t[at + 4] * lower + t[at + 5] * (upper + lower))
        tail += (t[at + 2] * fine + t[at + 3] * d) + t[at + 1]
        tail += rest
        error = two * ERROR
        above, below = two + (tail + error), two + (tail - error)
        if above == below:
            return above
    return decided(number)
