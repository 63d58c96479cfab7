"""Fixed-point numbers of 336 bits behind the point, for what double-double arithmetic cannot decide.

A number is a list of LIMBS integers: a[0] + a[1] 2^-28 + a[2] 2^-56 + ...; all but the first are from 0 to
2^28 - 1, and the first carries the sign. Sums of LIMBS products of two limbs stay below 2^62, so that plain
and compiled integers agree. Results are floors, right to some units of 2^-336.
"""

from ratings.exact_math.integers import LN2, limbs_of
from ratings.exact_math.machine import INFINITE, compiled, float_of, long_table

WIDTH = 28
LIMBS = 13
MASK = (1 << WIDTH) - 1
UNIT = 268435456.0  # 2^28
LN2_LIMBS = long_table(limbs_of(LN2, LIMBS, WIDTH))
PER_LN2 = 1.4426950408889634
HALVINGS = 8  # of the argument before its series, each a squaring after it
TERMS = 34  # (ln 2 / 2^8)^34 / 34! < 2^-412
STICKY = LIMBS - 4  # an exact result is known by limbs of noise behind this one


@compiled
def whole(number: int) -> list[int]:
    """Return an integer of at most 62 bits as a long number."""
    found = [0] * LIMBS
    found[0] = number
    return found


@compiled
def long_of(number: float) -> list[int]:
    """Return a float below 2^53 in size as a long number; what lies below 2^-336 is cut off."""
    size = abs(number)
    found = [0] * LIMBS
    for place in range(LIMBS):
        part = int(size)
        found[place] = part
        size = (size - part) * UNIT
    return found if number >= 0.0 else negative(found)


@compiled
def carried(parts: list[int]) -> list[int]:
    """Bring limbs into their range in place, from the last to the first, and return them."""
    carry = 0
    for step in range(LIMBS - 1):
        place = LIMBS - 1 - step
        value = parts[place] + carry
        parts[place] = value & MASK
        carry = value >> WIDTH
    parts[0] += carry
    return parts


@compiled
def plus(one: list[int], two: list[int]) -> list[int]:
    """Return the sum."""
    return carried([one[place] + two[place] for place in range(LIMBS)])


@compiled
def negative(one: list[int]) -> list[int]:
    """Return a number with the other sign."""
    return carried([-one[place] for place in range(LIMBS)])


@compiled
def times(one: list[int], two: list[int]) -> list[int]:
    """Return the product."""
    below = 0
    for place in range(1, LIMBS):
        below += one[place] * two[LIMBS - place]
    found = [0] * LIMBS
    for place in range(LIMBS):
        total = 0
        for part in range(place + 1):
            total += one[part] * two[place - part]
        found[place] = total
    found[LIMBS - 1] += below >> WIDTH
    return carried(found)


@compiled
def times_small(one: list[int], factor: int) -> list[int]:
    """Return a number times an integer below 2^30 in size."""
    return carried([one[place] * factor for place in range(LIMBS)])


@compiled
def divided(one: list[int], divisor: int) -> list[int]:
    """Return a number divided by an integer from 1 to 2^30."""
    found, rest = [0] * LIMBS, 0
    for place in range(LIMBS):
        value = (rest << WIDTH) + one[place]
        found[place] = value // divisor
        rest = value - found[place] * divisor
    return found


@compiled
def nearly(one: list[int]) -> float:
    """Return a number as a float, roughly."""
    return one[0] + (one[1] + (one[2] + one[3] / UNIT) / UNIT) / UNIT


@compiled
def is_zero_from(one: list[int], first: int) -> bool:
    """Return whether all limbs from a place on are 0."""
    for place in range(first, LIMBS):  # numba compiles no generators
        if one[place] != 0:
            return False
    return True


@compiled
def ln2_times(factor: int) -> list[int]:
    """Return a multiple of ln 2."""
    return carried([LN2_LIMBS[place] * factor for place in range(LIMBS)])


@compiled
def exponential(number: list[int]) -> tuple[int, list[int]]:
    """Return k and f, exp(number) being 2^k f with 1 <= f < 2; the number lies between -2000 and 2000."""
    power = int(nearly(number) * PER_LN2)
    rest = plus(number, ln2_times(-power))
    while rest[0] < 0:
        power -= 1
        rest = plus(rest, ln2_times(1))
    while plus(rest, ln2_times(-1))[0] >= 0:
        power += 1
        rest = plus(rest, ln2_times(-1))
    rest = divided(rest, 1 << HALVINGS)
    found = whole(1)
    for step in range(TERMS):
        found = plus(whole(1), divided(times(found, rest), TERMS - step))
    for _ in range(HALVINGS):
        found = times(found, found)
    while found[0] < 1:  # a floor fell below 1
        found = whole(1)
    while found[0] >= 2:
        found, power = divided(found, 2), power + 1
    return power, found


@compiled
def scaled(one: list[int]) -> tuple[int, list[int]]:
    """Return k and f, a positive number being 2^k f with 1 <= f < 2."""
    found, power = one, 0
    while found[0] == 0:
        shifted = [0] * LIMBS
        for place in range(LIMBS - 1):
            shifted[place] = found[place + 1]
        found, power = shifted, power - WIDTH
    while found[0] >= 2:
        found, power = divided(found, 2), power + 1
    return power, found


@compiled
def rounded(power: int, one: list[int]) -> float:
    """Return the float nearest to 2^power f, 1 <= f < 2, of two the even one; also subnormal, 0, inf."""
    # 57 bits: 1 before the point, 28, 28; what follows only breaks ties
    kept = (one[0] << (2 * WIDTH)) | (one[1] << WIDTH) | one[2]
    cut = 2 * WIDTH - 52
    if power < -1022:
        cut += -1022 - power
    if cut > 2 * WIDTH + 1:
        return 0.0
    if power > 1023:
        return INFINITE
    last = kept >> cut
    rest, half = kept & ((1 << cut) - 1), 1 << (cut - 1)
    if rest > half or (rest == half and (last & 1 == 1 or not is_zero_from(one, 3))):
        last += 1
    unit = power - 2 * WIDTH + cut  # of the last place kept
    return float(last) * (float_of((unit + 1023) << 52) if unit >= -1022 else float_of(1 << (unit + 1074)))


@compiled
def rounded_exact(power: int, one: list[int]) -> float:
    """Return the same of a number known to have at most one bit more than a float.

    What comes far behind its bits, above them or below, is an error of computing.
    """
    parts = [one[place] for place in range(LIMBS)]
    parts[STICKY - 1] += 1 << (WIDTH // 2)
    parts = carried(parts)
    for place in range(STICKY - 1, LIMBS):
        parts[place] = 0
    if parts[0] >= 2:
        parts, power = divided(parts, 2), power + 1
    return rounded(power, parts)


@compiled
def rounded_long(one: list[int]) -> float:
    """Return the float nearest to a number of either sign that no float equals."""
    if one[0] >= 0:
        power, part = scaled(one)
        return rounded(power, part)
    power, part = scaled(negative(one))
    return -rounded(power, part)


@compiled
def logarithm(number: float, near: float) -> list[int]:
    """Return the logarithm of a number from 1/2 to 2; `near` is a float within 2^-40 of it.

    log x = near + log(x exp(-near)), the latter by its series, which gains 40 bits a term.
    """
    power, part = exponential(long_of(-near))
    part = times(part, long_of(number))
    while power < 0:
        part, power = divided(part, 2), power + 1
    while power > 0:
        part, power = times_small(part, 2), power - 1
    return plus(long_of(near), small_logarithm(plus(part, whole(-1))))


@compiled
def small_logarithm(over: list[int]) -> list[int]:
    """Return log(1 + over) of a number below 2^-39 in size."""
    found = whole(0)
    for step in range(9):  # Horner: over (1 - over (1/2 - over (1/3 - ...)))
        found = times(over, plus(divided(whole(1), 9 - step), negative(found)))
    return found


@compiled
def inverse(one: list[int]) -> list[int]:
    """Return 1 / one of a number from 1 to 2^20."""
    found = long_of(1.0 / nearly(one))
    for _ in range(3):  # Newton: f (2 - m f), each time twice the bits
        found = times(found, plus(whole(2), negative(times(one, found))))
    return found
