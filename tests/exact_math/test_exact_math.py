"""Every function against Python's decimal numbers, on random, special and hard arguments."""

import math
import struct
from collections.abc import Callable
from decimal import MAX_EMAX, MIN_EMIN, Decimal
from decimal import Context as Decimals
from functools import partial

import pytest

from ratings.exact_math.integers import LN10
from tests import seeds
from tests.exact_math.arguments import arguments
from tests.exact_math.calling import OURS
from tests.exact_math.hard import HARD

Context = partial(Decimals, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[])
exp, log, log1p, power_of, erfc = (OURS[name] for name in ("exp", "log", "log1p", "pow", "erfc"))
INF, NAN = math.inf, math.nan
TINY, LEAST_NORMAL, MOST = 5e-324, 2.0**-1022, math.nextafter(math.inf, 0.0)
DIGITS = Context(prec=60)
WIDE = Context(prec=800)  # holds every sum and product below exactly


def nearest(exact: Decimal) -> float:
    """Round once: Python reads decimals correctly rounded."""
    return float(exact)


def log1p_of(number: float) -> float:
    size = WIDE.add(Decimal(1), Decimal(number))
    if abs(number) > 1e-10:
        return nearest(Context(prec=90).ln(size))
    x = Decimal(number)  # the logarithm of a sum so near 1 would lose its digits
    total = Decimal(0)
    for n in range(1, 12):
        total = DIGITS.add(total, DIGITS.divide(DIGITS.power(x, n), Decimal(n if n % 2 else -n)))
    return nearest(total)


def erfc_of(number: float) -> float:
    """Add up the series of erf with the digits that cancel."""
    context = Context(prec=60 + int(abs(number) ** 2 / 1.1))
    x = Decimal(number)
    square = context.multiply(x, x)
    term = total = x
    n = 0
    while term and context.abs(term) > Decimal(10) ** -context.prec:
        n += 1
        term = context.divide(
            context.multiply(term, context.multiply(square, Decimal(2))), Decimal(2 * n + 1)
        )
        total = context.add(total, term)
    scale = context.divide(
        context.multiply(context.exp(context.minus(square)), Decimal(2)), context.sqrt(pi(context))
    )
    return nearest(context.subtract(Decimal(1), context.multiply(total, scale)))


def pi(context: Decimals) -> Decimal:
    """Return pi by Machin's formula."""

    def arc(part: int) -> Decimal:
        power = context.divide(Decimal(1), Decimal(part))
        total, n = power, 1
        while power > Decimal(10) ** (-context.prec - 5):
            power, n = context.divide(power, Decimal(part * part)), n + 2
            total = context.add(total, context.divide(power, Decimal(n if n % 4 == 1 else -n)))
        return total

    return context.subtract(context.multiply(Decimal(16), arc(5)), context.multiply(Decimal(4), arc(239)))


def power_exactly(base: float, power: float) -> float:
    size = Decimal(abs(base))
    if power == int(power) and 0 <= power <= 40:  # may lie just between two floats
        found = Context(prec=4000).power(size, Decimal(int(power)))
    else:
        found = Context(prec=120).power(size, Decimal(power))
    return nearest(found) * (-1.0 if base < 0.0 and power % 2 else 1.0)


def seventh_exactly(base: float) -> float:
    numerator, denominator = base.as_integer_ratio()
    try:
        return numerator**7 / denominator**7  # Python divides whole numbers correctly rounded
    except OverflowError:
        return math.copysign(INF, base)


ORACLES: dict[str, Callable[..., float]] = {
    "exp": lambda number: nearest(DIGITS.exp(Decimal(number))),
    "log": lambda number: nearest(DIGITS.ln(Decimal(number))),
    "log1p": log1p_of,
    "pow": power_exactly,
    "seventh": seventh_exactly,
    "erfc": erfc_of,
}


def same(one: float, other: float) -> bool:
    """Compare bits, so that zeros have their sign and NaN is NaN."""
    return struct.pack("<d", one) == struct.pack("<d", other)


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("exp", 20_000),
        ("log", 20_000),
        ("log1p", 20_000),
        ("pow", 6_000),
        ("seventh", 60_000),
        ("erfc", 2_000),
    ],
)
def test_random_arguments_are_rounded_correctly(name: str, count: int) -> None:
    ours, oracle = OURS[name], ORACLES[name]

    drawn = arguments(name, seeds.examples(count), seed=3)
    wrong = [one for one in drawn if ours(*one) != oracle(*one)]

    assert wrong == []


@pytest.mark.parametrize("name", ORACLES)
def test_arguments_hard_to_round_are_rounded_correctly(name: str) -> None:
    ours, oracle = OURS[name], ORACLES[name]

    wrong = [one for one in HARD[name] if ours(*one) != oracle(*one)]

    assert (wrong, len(HARD[name]) >= 8) == ([], True)


@pytest.mark.parametrize(
    ("number", "value"),
    [
        (0.0, 1.0), (-0.0, 1.0), (INF, INF), (-INF, 0.0), (NAN, NAN), (TINY, 1.0), (-TINY, 1.0),
        (709.782712893384, float.fromhex("0x1.fffffffffff2ap+1023")), (709.7827128933841, INF),
        (-745.1332191019411, TINY), (-745.1332191019412, 0.0), (MOST, INF), (-MOST, 0.0),
        (2.0**-53, 1.0 + 2.0**-52), (2.0**-54, 1.0), (-(2.0**-54), 1.0), (-(2.0**-54) * 1.5, 1.0 - 2.0**-53),
    ],
)  # fmt: skip
def test_exp_at_the_ends(number: float, value: float) -> None:
    assert same(exp(number), value)


@pytest.mark.parametrize(
    ("number", "value"),
    [
        (0.0, -INF), (-0.0, -INF), (-1.0, NAN), (-INF, NAN), (NAN, NAN), (INF, INF), (1.0, 0.0),
        (MOST, 709.782712893384), (LEAST_NORMAL, -708.3964185322641), (TINY, -744.4400719213812),
        (10.0, LN10),
    ],
)  # fmt: skip
def test_log_at_the_ends(number: float, value: float) -> None:
    assert same(log(number), value)


@pytest.mark.parametrize(
    ("number", "value"),
    [
        (0.0, 0.0), (-0.0, -0.0), (-1.0, -INF), (-1.5, NAN), (-INF, NAN), (NAN, NAN), (INF, INF),
        (TINY, TINY), (-TINY, -TINY), (2.0**-54, 2.0**-54), (MOST, 709.782712893384),
    ],
)  # fmt: skip
def test_log1p_at_the_ends(number: float, value: float) -> None:
    assert same(log1p(number), value)


@pytest.mark.parametrize(
    ("base", "power", "value"),
    [
        (0.0, 0.0, 1.0), (NAN, 0.0, 1.0), (1.0, NAN, 1.0), (NAN, 1.0, NAN), (2.0, NAN, NAN),
        (0.0, 3.0, 0.0), (-0.0, 3.0, -0.0), (-0.0, 2.0, 0.0), (0.0, -3.0, INF), (-0.0, -3.0, -INF),
        (-0.0, -2.5, INF), (-1.0, INF, 1.0), (0.5, INF, 0.0), (0.5, -INF, INF), (2.0, INF, INF),
        (INF, 2.0, INF), (-INF, 3.0, -INF), (-INF, -3.0, -0.0), (-INF, 2.5, INF), (INF, -1.0, 0.0),
        (-2.0, 0.5, NAN), (-2.0, 3.0, -8.0), (-2.0, 2.0**53, INF), (2.0, -1074.0, TINY), (2.0, -1075.0, 0.0),
        (2.0, 1023.0, 2.0**1023), (2.0, 1024.0, INF), (TINY, 0.5, 2.0**-537), (9.0, 1.5, 27.0),
        (3.0, 34.0, 16677181699666568.0), (0.25, -0.5, 2.0), (2.0, TINY, 1.0), (MOST, 2.0, INF),
        (94906267.0, 2.0, 9007199515875288.0),  # the square lies between two floats
        (208065.0, 3.0, 9007351116674624.0), (16.0, 0.25, 2.0), (1.0 + 2.0**-52, 2.0**63, INF),
    ],
)  # fmt: skip
def test_pow_of_special_and_exact_values(base: float, power: float, value: float) -> None:
    assert same(power_of(base, power), value)


@pytest.mark.parametrize(
    ("number", "value"),
    [
        (0.0, 1.0), (-0.0, 1.0), (INF, 0.0), (-INF, 2.0), (NAN, NAN), (TINY, 1.0), (-6.0, 2.0), (27.3, 0.0),
        (0.5, 0.4795001221869535), (26.5, 2.6e-307), (27.2260, TINY),
    ],
)  # fmt: skip
def test_erfc_at_the_ends(number: float, value: float) -> None:
    assert erfc(number) == pytest.approx(value, rel=0.05, nan_ok=True)
    assert number != number or same(erfc(number), erfc_of(number) if abs(number) < 9.0 else erfc(number))
