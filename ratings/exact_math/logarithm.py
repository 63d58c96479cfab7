"""log and log1p, correctly rounded. The method is that of exponential.py."""

from ratings.exact_math.integers import LN2, log_of, split
from ratings.exact_math.long_numbers import logarithm, nearest
from ratings.exact_math.machine import INFINITE, NAN, apart, bits_of, float_of, in_python, inlined, table

ROWS = 256  # parts of the numbers from 1 to 2
HALVED = 106  # from this part on (1.4140625) a number is halved, so that logarithms near 0 come from near 1
TO_34 = 393216.0  # 1.5 * 2^18: what is added to it is rounded to a multiple of 2^-34
LN2_HIGH, LN2_LOW = split(LN2, -42)
FRACTION = (1 << 52) - 1
ERROR = 2.0**-68  # of a quick logarithm, relative: see `quick`
FIRST_BITS = -(1 << 27)  # of a significand: the upper 26 bits
ONE_BITS = 1023 << 52
MOST = 2.0**1000
LEAST_LOG1P, LEAST_SIZE, NEAR = -0.9999999, 2.0**-54, 2.0**-9
LEAST_NORMAL = 2.0**-1022


def _rows() -> list[float]:
    """Return c, A and B of each part: c near 1/m of few bits, -log c = A + B, A a multiple of 2^-42."""
    found = []
    for row in range(ROWS):
        unit = 256 if row >= HALVED else 512  # c has at most 9 bits behind the point
        middle = (2 * ROWS + 2 * row + 1) * (1 if row >= HALVED else 2)  # of the part, in 1024ths
        c = unit if row in (0, ROWS - 1) else (unit * 1024 * 2 + middle) // (2 * middle)
        found += [c / unit, *split(log_of(unit, c), -42)]
    return found


INVERSES = table(_rows())


@inlined
def _behind(z: float) -> tuple[float, float]:
    """Return q and t, log(1 + z) being z - q + t: q exactly half the square of the first 26 bits of z."""
    coarse = (z + TO_34) - TO_34
    fine = z - coarse
    square = z * z
    series = (
        (0.3333333333333333 - z * 0.25)
        + square * (0.2 - z * 0.16666666666666666)
        + (square * square) * ((0.14285714285714285 - z * 0.125) + square * 0.1111111111111111)
    )
    return 0.5 * coarse * coarse, z * square * series - (coarse + 0.5 * fine) * fine


@inlined
def quick(number: float, low: float) -> tuple[float, float]:
    """Return h and l, h + l being log(number + low), h its nearest float or the next, with |l| < 2^-50 |h|.

    The number is positive and normal, |low| <= 2^-53 of it. h + l is wrong by less than 2^-69 |h|:
    number = 2^e m, 0.707 < m < 1.4141, and z = m c - 1 is exact, |z| < 2^-8.2, since m c has 61 bits behind
    the point. log = (e ln 2 - log c) + z - z^2/2 + z^3/3 - ... to z^9 (the next is below 2^-76 z). The first
    is exact to 2^-85, z^2 as the square of 26 bits and the rest. Of z^3 (1/3 - ...), below 2^-17.9 z, three
    roundings make 2^-69.3 z. Near 1, e is 0 and c 1, so that the first vanishes and log is as right as z.
    """
    bits = bits_of(number)
    exponent = (bits >> 52) - 1023
    row = (bits >> 44) & (ROWS - 1)
    m = float_of((bits & FRACTION) | ONE_BITS)
    if row >= HALVED:
        exponent += 1
        m *= 0.5
    c, a, b = INVERSES[3 * row], INVERSES[3 * row + 1], INVERSES[3 * row + 2]
    first = float_of(bits_of(m) & FIRST_BITS)
    z = (first * c - 1.0) + (m - first) * c  # exact
    high = exponent * LN2_HIGH + a  # exact
    half, tail = _behind(z)
    one = high + z
    rest = (high - one) + z
    two = one - half
    rest += (one - two) - half
    tail += b + exponent * LN2_LOW
    if low != 0.0:
        more = low * float_of((1023 - exponent) << 52) * c  # of 2^1023 and more it is nothing
        tail += more - more * (z - z * z)
    tail += rest
    h = two + tail
    return h, (two - h) + tail


@in_python
def decided_log(number: float) -> float:
    """Return what the quick phase of `log` could not decide, and what lies at the ends."""
    if not number > 0.0:
        return -INFINITE if number == 0.0 else NAN
    if number == INFINITE or number == 1.0:
        return number - 1.0
    return nearest(logarithm(*number.as_integer_ratio()))


@in_python
def decided_log1p(number: float) -> float:
    """Return what the quick phase of `log1p` could not decide, and what lies at the ends."""
    if not number > -1.0:
        return -INFINITE if number == -1.0 else NAN
    if abs(number) <= 2.0**-54 or number == INFINITE:
        return number
    numerator, denominator = number.as_integer_ratio()
    return nearest(logarithm(numerator + denominator, denominator))


@apart
def log(number: float) -> float:
    """Return the natural logarithm, correctly rounded; -inf of 0, NaN of what is negative."""
    if LEAST_NORMAL <= number < MOST:
        high, low = quick(number, 0.0)
        error = abs(high) * ERROR
        above, below = high + (low + error), high + (low - error)
        if above == below:
            return above
    return decided_log(number)


@inlined
def _near_one(z: float) -> tuple[float, float]:
    """Return log(1 + z) as `quick` does, of |z| < 2^-9 whatever its bits."""
    half, tail = _behind(z)
    two = z - half
    tail += (z - two) - half
    h = two + tail
    return h, (two - h) + tail


@apart
def log1p(number: float) -> float:
    """Return log(1 + number), correctly rounded; -inf of -1, NaN below it."""
    if LEAST_LOG1P < number < MOST and abs(number) > LEAST_SIZE:
        if abs(number) < NEAR:
            high, low = _near_one(number)
        else:
            near = 1.0 + number
            low = (1.0 - near) + number if abs(number) < 1.0 else (number - near) + 1.0
            high, low = quick(near, low)
        error = abs(high) * ERROR
        above, below = high + (low + error), high + (low - error)
        if above == below:
            return above
    return decided_log1p(number)
