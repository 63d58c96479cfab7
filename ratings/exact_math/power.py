"""pow, correctly rounded: exp(y log x) of a logarithm of two floats. The method is that of exponential.py."""

from math import isqrt

from ratings.exact_math.exponential import ERROR, LEAST, MOST, QUICK_ERROR, careful, quick
from ratings.exact_math.integers import ONE
from ratings.exact_math.logarithm import LEAST_NORMAL
from ratings.exact_math.logarithm import quick as quick_log
from ratings.exact_math.long_numbers import exponential, logarithm, nearest
from ratings.exact_math.machine import INFINITE, NAN, apart, bits_of, float_of, in_python, inlined

SPLITTER = 134217729.0  # 2^27 + 1, of Veltkamp's splitting
PER_UNIT = 2.0**-68  # of y log x: the relative error of logarithm.quick
MOST_BASE = 2.0**1000
LEAST_POWER, MOST_POWER = 2.0**-64, 2.0**63
OVER, UNDER = 710 * ONE, -746 * ONE
SEVENTH_ERROR = 2.0**-100  # of `seventh`, relative
LEAST_SEVENTH, MOST_SEVENTH = 2.0**-100, 2.0**100


def _of_positive(base: float, power: float) -> float:
    """Return base^power of a positive base other than 1, both finite, power not 0."""
    numerator, denominator = power.as_integer_ratio()
    product = logarithm(*base.as_integer_ratio()) * numerator // denominator
    if product > OVER:
        return INFINITE
    if product < UNDER:
        return 0.0
    if abs(product) < ONE >> 55:
        return 1.0
    if exact := _exactly(base, power):
        return nearest(ONE * exact[0], exact[1])
    scale, fraction = exponential(product)
    return nearest(fraction, scale)


def _odd_part(number: float) -> tuple[int, int]:
    """Return m and e, a positive float being 2^e m with m odd."""
    numerator, denominator = number.as_integer_ratio()
    zeros = (numerator & -numerator).bit_length() - 1
    return numerator >> zeros, zeros + 1 - denominator.bit_length()


def _exactly(base: float, power: float) -> tuple[int, int] | None:
    """Return m and e, base^power being 2^e m of at most 54 bits; None of another.

    Such a power is a float, or lies just between two. Roots are drawn of the odd part of the base while the
    power is no integer; then it is multiplied.
    """
    m, exponent = _odd_part(base)
    count, halvings = _odd_part(abs(power))
    while halvings < 0:
        root = isqrt(m)
        if root * root != m or exponent & 1:
            return None
        m, exponent, halvings = root, exponent >> 1, halvings + 1
        if m == 1 and exponent == 0:
            return 1, 0
    if m > 1 and (power < 0.0 or halvings > 5 or count > 34):  # 3^35 > 2^54
        return None
    count <<= halvings
    product = m**count
    if product > 1 << 54:
        return None
    return product, exponent * count if power > 0.0 else -exponent * count


@in_python
def at_last(base: float, power: float) -> float:
    """Return what nothing else could decide, special values, and powers of negative bases."""
    if power == 0.0 or base == 1.0:
        return 1.0
    if base != base or power != power:
        return NAN
    size = abs(base)
    if abs(power) == INFINITE:
        if size == 1.0:
            return 1.0
        return INFINITE if (size > 1.0) == (power > 0.0) else 0.0
    is_odd = power == int(power) and int(power) & 1 == 1
    sign = -1.0 if is_odd and bits_of(base) < 0 else 1.0
    if size == 0.0 or size == INFINITE:
        return sign * (INFINITE if (size == INFINITE) == (power > 0.0) else 0.0)
    if base < 0.0 and power != int(power):
        return NAN
    return sign * (1.0 if size == 1.0 else _of_positive(size, power))


@inlined
def _split(number: float) -> tuple[float, float]:
    """Return a number as two of 26 bits (Veltkamp)."""
    part = SPLITTER * number
    high = part - (part - number)
    return high, number - high


@inlined
def _product(base: float, power: float) -> tuple[float, float]:
    """Return power * log(base) as a float and what is missing, right to 2^-69 of it."""
    high, low = quick_log(base, 0.0)
    product = power * high
    one, other = _split(power)
    two, more = _split(high)
    # Dekker: product + rest = power * high exactly
    rest = ((one * two - product) + one * more + other * two) + other * more
    return product, rest + power * low


@apart
def decided(base: float, power: float) -> float:
    """Return what the quick phase could not decide."""
    if LEAST_NORMAL <= base < MOST_BASE and LEAST_POWER < abs(power) < MOST_POWER:
        product, rest = _product(base, power)
        if LEAST < product < MOST:
            exponent, main, tail = careful(product, rest)
            error = ERROR + abs(product) * PER_UNIT
            above, below = main + (tail + error), main + (tail - error)
            if above == below:
                return above * float_of((exponent + 1023) << 52)
    return at_last(base, power)


@apart
def pow(base: float, power: float) -> float:
    """Return base to the power of another float, correctly rounded; special values as in C, Annex F."""
    if LEAST_NORMAL <= base < MOST_BASE and LEAST_POWER < abs(power) < MOST_POWER:
        if power == 2.0:
            return base * base
        product, rest = _product(base, power)
        if LEAST < product < MOST:
            exponent, main, tail = quick(product, rest)
            error = QUICK_ERROR + abs(product) * PER_UNIT
            above, below = main + (tail + error), main + (tail - error)
            if above == below:
                return above * float_of((exponent + 1023) << 52)
    return decided(base, power)


@apart
def seventh(base: float) -> float:
    """Return base^7, as pow(base, 7.0) does, mostly in a few products.

    Within its limits each of the four products is exact with what Dekker's steps find missing. In units of
    2^-106, relative: base^2 is exact as a sum of two floats. base^3, its rest 2^-52 at most, is wrong by 3:
    one product and one sum rounded. base^4, its rest 2^-51.4, by 6: the square of the square's rest (1), a
    product (2), a sum (3). base^7 by 9 of both, the product of both rests (6), two products (5), their sum
    (5), the sum with the rest of the last product (6) and that with the error (6): 37, and SEVENTH_ERROR is
    64. What lies nearer to the middle of two floats, as powers that are exact, is left to `decided`.
    """
    if LEAST_SEVENTH < base < MOST_SEVENTH:
        high, low = _split(base)
        square = base * base
        rest = ((high * high - square) + 2.0 * high * low) + low * low
        upper, lower = _split(square)
        cube, fourth = square * base, square * square
        of_cube = ((upper * high - cube) + upper * low + lower * high) + lower * low
        of_cube += rest * base
        of_fourth = ((upper * upper - fourth) + 2.0 * upper * lower) + lower * lower
        of_fourth += 2.0 * square * rest
        high, low = _split(cube)
        upper, lower = _split(fourth)
        found = cube * fourth
        tail = ((high * upper - found) + high * lower + low * upper) + low * lower
        tail += cube * of_fourth + fourth * of_cube
        error = found * SEVENTH_ERROR
        above, below = found + (tail + error), found + (tail - error)
        if above == below:
            return above
    return decided(base, 7.0)
