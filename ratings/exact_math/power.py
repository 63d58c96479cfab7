"""pow, correctly rounded: exp(y log x) of a logarithm of two floats. The method is that of exponential.py."""

import math

from ratings.exact_math.exponential import ERROR, LEAST, MOST, QUICK_ERROR, careful, quick
from ratings.exact_math.logarithm import FRACTION, LEAST_NORMAL, SUBNORMAL_SCALE, long_log
from ratings.exact_math.logarithm import quick as quick_log
from ratings.exact_math.long_numbers import (
    WIDTH,
    divided,
    exponential,
    long_of,
    rounded,
    rounded_exact,
    times,
    times_small,
)
from ratings.exact_math.machine import INFINITE, NAN, apart, bits_of, compiled, float_of, inlined

SPLITTER = 134217729.0  # 2^27 + 1, of Veltkamp's splitting
PER_UNIT = 2.0**-68  # of y log x: the relative error of logarithm.quick
MOST_BASE = 2.0**1000
LEAST_POWER, MOST_POWER = 2.0**-64, 2.0**63
OVER, UNDER = 709.79, -745.14


@compiled
def _whole(power: float) -> tuple[bool, bool]:
    """Return whether a finite float other than 0 is an integer, and an odd one."""
    size = abs(power)
    if size >= 2.0**53:
        return True, False
    part = int(size)
    return part == size, part == size and part & 1 == 1


@compiled
def _of_positive(base: float, power: float) -> float:
    """Return base^power of a positive base other than 1, both finite, power not 0."""
    if base == 1.0:
        return 1.0
    shift, part = 0, base
    if base < LEAST_NORMAL:
        shift, part = -54, base * SUBNORMAL_SCALE
    # Roughly: base may be near 1, so the logarithm is that of `quick`.
    rough = power * (quick_log(part, 0.0)[0] + shift * 0.6931471805599453)
    if rough > OVER:
        return INFINITE
    if rough < UNDER:
        return 0.0
    if abs(rough) < 2.0**-55:
        return 1.0
    found = long_log(part, shift)
    exponent = (bits_of(abs(power)) >> 52) - 1023
    found = times(found, long_of(power * float_of((1023 - exponent) << 52)))
    while exponent > 0:
        step = min(exponent, WIDTH)
        found, exponent = times_small(found, 1 << step), exponent - step
    while exponent < 0:
        step = min(-exponent, WIDTH)
        found, exponent = divided(found, 1 << step), exponent + step
    scale, fraction = exponential(found)
    if _is_exact(base, power):
        return rounded_exact(scale, fraction)
    return rounded(scale, fraction)


@compiled
def _odd_part(number: float) -> tuple[int, int]:
    """Return m and e, a positive float being 2^e m with m odd."""
    bits = bits_of(number)
    exponent, m = (bits >> 52) - 1075, bits & FRACTION
    if exponent == -1075:
        exponent = -1074
    else:
        m |= 1 << 52
    while m & 1 == 0:
        m, exponent = m >> 1, exponent + 1
    return m, exponent


@compiled
def _is_exact(base: float, power: float) -> bool:
    """Return whether base^power has at most 54 bits: then it is a float, or lies just between two.

    Roots are drawn of the odd part of the base while the power is no integer; then it is multiplied.
    """
    m, exponent = _odd_part(base)
    times_power, halvings = _odd_part(abs(power))
    while halvings < 0:
        root = int(math.sqrt(float(m)))
        if root * root != m or exponent & 1 != 0:
            return False
        m, exponent, halvings = root, exponent >> 1, halvings + 1
        if m == 1 and exponent == 0:
            return True
    if m == 1:
        return True
    if power < 0.0 or halvings > 5 or times_power > 34:  # 3^35 > 2^54
        return False
    product = 1
    for _ in range(times_power << halvings):
        product *= m
        if product > 1 << 54:
            return False
    return True


@inlined
def _product(base: float, power: float) -> tuple[float, float]:
    """Return power * log(base) as a float and what is missing, right to 2^-69 of it."""
    high, low = quick_log(base, 0.0)
    product = power * high
    part = SPLITTER * power
    one = part - (part - power)
    part = SPLITTER * high
    two = part - (part - high)
    other, more = power - one, high - two
    # Dekker: product + rest = power * high exactly
    rest = ((one * two - product) + one * more + other * two) + other * more
    return product, rest + power * low


@apart("float64(float64, float64)")
def decided(base: float, power: float) -> float:
    """Return what the quick phase could not decide, special values, and powers of negative bases."""
    if LEAST_NORMAL <= base < MOST_BASE and LEAST_POWER < abs(power) < MOST_POWER:
        product, rest = _product(base, power)
        if LEAST < product < MOST:
            exponent, main, tail = careful(product, rest)
            error = ERROR + abs(product) * PER_UNIT
            above, below = main + (tail + error), main + (tail - error)
            if above == below:
                return above * float_of((exponent + 1023) << 52)
    if power == 0.0 or base == 1.0:
        return 1.0
    if base != base or power != power:
        return NAN
    size = abs(base)
    if abs(power) == INFINITE:
        if size == 1.0:
            return 1.0
        return INFINITE if (size > 1.0) == (power > 0.0) else 0.0
    is_whole, is_odd = _whole(power)
    sign = -1.0 if is_odd and bits_of(base) < 0 else 1.0
    if size == 0.0 or size == INFINITE:
        return sign * (INFINITE if (size == INFINITE) == (power > 0.0) else 0.0)
    if base < 0.0 and not is_whole:
        return NAN
    return sign * _of_positive(size, power)


@inlined
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
