"""erfc, what the error function lacks of 1, correctly rounded. The method is that of exponential.py."""

from ratings.exact_math.integers import BITS, ONE, PI, as_float, exp_of, root_of, split
from ratings.exact_math.long_numbers import exponential, long_of, nearest
from ratings.exact_math.machine import NAN, apart, in_python, table

ROWS_A_UNIT = 64
QUICK_MOST = 4.0  # beyond it the long numbers decide at once
ROWS = 256
ROW = 15  # floats of a row: three coefficients as pairs, nine more
TERMS, FEWER_BITS = 18, 192  # of a row as whole numbers in units of 2^-192: what follows is below 2^-120
TO_32 = 1572864.0  # 1.5 * 2^20: what is added to it is rounded to a multiple of 2^-32
TO_36 = 98304.0  # 1.5 * 2^16: ... of 2^-36
ERROR = 2.0**-64  # of a quick result, relative
SERIES_MOST = 7.0  # to it by the series of erf, beyond it by a continued fraction
FRACTIONS = 90
ZERO_FROM = 27.3
ONE_OVER_ROOT_PI = ONE * ONE // root_of(PI)


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


def _centres() -> list[list[int]]:
    """Return the coefficients of each part of 0 to 4 at its centre, as long numbers."""
    found: list[list[int]] = []
    step, value, centre = ONE // ROWS_A_UNIT, ONE, 0
    shift = step // 2
    for _ in range(ROWS):
        slope = 2 * ONE_OVER_ROOT_PI * exp_of(-(centre * centre >> BITS)) >> BITS
        value, centre = _at(_coefficients(value, slope, centre, 70), shift), centre + shift
        slope = 2 * ONE_OVER_ROOT_PI * exp_of(-(centre * centre >> BITS)) >> BITS
        found.append(_coefficients(value, slope, centre, TERMS))
        shift = step
    return found


def _rows() -> list[float]:
    """Return the same as floats, the first three as pairs."""
    found: list[float] = []
    for parts in CENTRES:
        for one in parts[:3]:
            found += split(one, abs(one).bit_length() - BITS - 26)
        found += map(as_float, parts[3:12])
    return found


CENTRES = _centres()
COEFFICIENTS = table(_rows())
SHORT_ROWS = [[one >> (BITS - FEWER_BITS) for one in reversed(parts)] for parts in CENTRES]


def _by_centre(number: float) -> tuple[float, float]:
    """Return the floats nearest to something above erfc and to something below it, from 0 to 4."""
    row = int(number * ROWS_A_UNIT)
    numerator, denominator = number.as_integer_ratio()
    d = (numerator << FEWER_BITS) // denominator - (
        (2 * row + 1) << (FEWER_BITS - 7)
    )  # exact: 2^-107 at least
    found = 0
    for one in SHORT_ROWS[row]:
        found = (found * d >> FEWER_BITS) + one
    error = 1 << (FEWER_BITS - 115)
    return (found + error) / (1 << FEWER_BITS), (found - error) / (1 << FEWER_BITS)


def _by_series(number: float) -> float:
    """Return erfc below 7 in size: erf = 2 x exp(-x^2) / sqrt(pi) (1 + 2x^2/3 + (2x^2)^2/(3 5) + ...)."""
    x = long_of(abs(number))
    square = x * x >> BITS
    power, bell = exponential(-square)
    term = 2 * (bell * x >> BITS) * ONE_OVER_ROOT_PI >> (BITS - power)
    total, odd = term, 1
    while term:
        odd += 2
        term = 2 * (term * square >> BITS) // odd
        total += term
    return nearest(ONE - total if number > 0.0 else ONE + total)


def _by_fraction(number: float) -> float:
    """Return erfc from 7 on: exp(-x^2) / sqrt(pi) / (x + (1/2) / (x + 1 / (x + (3/2) / (x + ...))))."""
    x = long_of(number)
    power, bell = exponential(-(x * x >> BITS))
    found = x
    for step in range(FRACTIONS):
        found = x + (FRACTIONS - step) * (ONE * ONE // found) // 2
    return nearest(bell * ONE_OVER_ROOT_PI // found, power)


@in_python
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
    if 0.0 <= number < QUICK_MOST:
        above, below = _by_centre(number)
        if above == below:
            return above
    return _by_series(number) if number < SERIES_MOST else _by_fraction(number)


@apart
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
