"""exp, correctly rounded.

The method is that of CORE-MATH (Sibidanov, Zimmermann, Glondu: The CORE-MATH Project, ARITH 2022): a quick
phase with a bound on its error, and where two roundings are possible within it, one that decides. Tables and
steps are our own, made for machines without a fused multiply-add.
"""

from ratings.exact_math.integers import LN2, ONE, root_of, split
from ratings.exact_math.long_numbers import exponential, long_of, nearest
from ratings.exact_math.machine import INFINITE, NAN, apart, float_of, in_python, inlined, table

STEPS = 512  # of a power of 2
MAGIC = 6755399441055744.0  # 1.5 * 2^52: what is added to it is rounded to an integer
TO_25 = 201326592.0  # 1.5 * 2^27: ... of 2^-25
TO_37 = 49152.0  # 1.5 * 2^15: ... of 2^-37
PER_STEP = 512 * 1.4426950408889634
LN2_HIGH, LN2_LOW = split(LN2 // STEPS, -42)  # 33 bits: times a number of steps (20 bits) it is exact
QUICK_ERROR = 1.25 * 2.0**-61  # of `quick`, between 1 and 2
ERROR = 2.0**-71  # of `careful`, between 1 and 2
LEAST, MOST = -708.0, 709.0  # between them a result is normal and its scale a float
OVERFLOW, UNDERFLOW = 709.79, -745.14


def _powers() -> list[float]:
    """Return 2^(i/512) as pairs: the nearest float, and what is missing."""
    step = 2 * ONE
    for _ in range(9):
        step = root_of(step)
    found: list[float] = []
    power = ONE
    for _ in range(STEPS):
        found += split(power, -52)
        power = power * step // ONE
    return found


POWERS = table(_powers())


@inlined
def careful(number: float, low: float) -> tuple[int, float, float]:
    """Return k, h and t with exp(number + low) = 2^k (h + t), 1 - 2^-9 < h < 2 + 2^-9, |t| < 2^-20.

    |number| < 745, |low| <= 2^-53 |number|. h + t is wrong by less than 2^-71.7:
    number = steps ln 2 / 512 + r with |r| < 2^-10.5, right to 2^-77. exp(r) = 1 + r + s, where s < 2^-22 is
    right to 2^-74.2 (its terms to r^6 / 720; the next is below 2^-85). 2^(i/512) = A + B, right to 2^-80, A
    a multiple of 2^-25, and r = r1 + r2, r1 27 bits: A r1 is exact, A + A r1 too, as a sum of two floats.
    All else is below 2^-20.9 and rounded to 2^-74 three times.
    """
    steps = (number * PER_STEP + MAGIC) - MAGIC
    count = int(steps)
    near = number - steps * LN2_HIGH  # exact
    small = low - steps * LN2_LOW
    r = near + small
    rest = (near - r) + small
    coarse = (r + TO_37) - TO_37
    fine = r - coarse
    square = r * r
    part = (0.5 + r * 0.16666666666666666) + square * (
        (0.041666666666666664 + r * 0.008333333333333333) + square * 0.001388888888888889
    )
    s = square * part + rest
    place = 2 * (count & (STEPS - 1))
    a = (POWERS[place] + TO_25) - TO_25
    b = (POWERS[place] - a) + POWERS[place + 1]
    product = a * coarse
    high = a + product
    tail = ((a - high) + product) + ((a + b) * s + (b + (a * fine + b * r)))
    return count >> 9, high, tail


@in_python
def at_last(number: float) -> float:
    """Return what nothing else could decide, and what lies at the ends."""
    if number != number:
        return NAN
    if number > OVERFLOW:
        return INFINITE
    if number < UNDERFLOW:
        return 0.0
    if abs(number) < 2.0**-54:
        return 1.0
    power, part = exponential(long_of(number))
    return nearest(part, power)


@apart
def decided(number: float) -> float:
    """Return what the quick phase could not decide."""
    if LEAST < number < MOST:
        scale, high, tail = careful(number, 0.0)
        above, below = high + (tail + ERROR), high + (tail - ERROR)
        if above == below:
            return above * float_of((scale + 1023) << 52)
    return at_last(number)


@inlined
def quick(number: float, low: float) -> tuple[int, float, float]:
    """Return k, h and t with exp(number + low) = 2^k (h + t), 1 <= h < 2, |t| < 2^-9.5.

    Bounds as of `careful`; h + t is wrong by less than QUICK_ERROR. number = steps ln 2 / 512 + r,
    |r| < 2^-10.5, and exp(r) = 1 + q: r, q, the product and the last sum are each rounded to at most 2^-63,
    the first two doubled by a power of 2 below 2. What is left out of q is r^6 / 720 < 2^-72.
    """
    steps = (number * PER_STEP + MAGIC) - MAGIC
    count = int(steps)
    r = (number - steps * LN2_HIGH) - (steps * LN2_LOW - low)
    square = r * r
    q = r + square * (
        (0.5 + r * 0.16666666666666666) + square * (0.041666666666666664 + r * 0.008333333333333333)
    )
    place = 2 * (count & (STEPS - 1))
    value = POWERS[place]
    return count >> 9, value, POWERS[place + 1] + value * q


@inlined
def exp(number: float) -> float:
    """Return e to the power of a number, correctly rounded; inf where that is no float any more."""
    if LEAST < number < MOST:
        power, high, tail = quick(number, 0.0)
        above, below = high + (tail + QUICK_ERROR), high + (tail - QUICK_ERROR)
        if above == below:
            return above * float_of((power + 1023) << 52)
    return decided(number)
