"""Expectations and rounding of generic Elo in plain Python, exp and erfc by decimals of 60 digits."""

from decimal import ROUND_FLOOR, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal, localcontext
from functools import cache
from math import sqrt

from ratings.engines import decision_tables as tables
from ratings.engines.decision_tables import EloEdition


@cache
def exp(value: float) -> float:
    """e to the power of a number, rounded once."""
    with localcontext() as context:
        context.prec = 60
        return float(Decimal(value).exp())


@cache
def erfc(value: float) -> float:
    """1 - erf, by its series, rounded once."""
    with localcontext() as context:
        context.prec = 90 + int(value * value)
        x, pi = Decimal(value), Decimal(0)
        for place in range(context.prec):  # Bailey, Borwein, Plouffe
            part = Decimal(4) / (8 * place + 1) - Decimal(2) / (8 * place + 4)
            pi += (part - Decimal(1) / (8 * place + 5) - Decimal(1) / (8 * place + 6)) / Decimal(16) ** place
        term, total, place = x, Decimal(0), 0
        while abs(term) > Decimal(10) ** -context.prec:
            total += term / (2 * place + 1)
            place += 1
            term = -term * x * x / place
        return float(1 - 2 * total / pi.sqrt())


def rounded(value: float, edition: EloEdition) -> float:
    """The number at its decimals."""
    scale = edition.scale
    ways = {
        tables.HALF_AWAY: ROUND_HALF_UP,
        tables.HALF_EVEN: ROUND_HALF_EVEN,
        tables.DOWN: ROUND_FLOOR,
    }
    steps = Decimal(value * 10.0**scale.decimals)
    return float(steps.to_integral_value(ways[scale.rounding])) / 10.0**scale.decimals + 0.0


def weaker(size: float, edition: EloEdition, *, length: float = 1.0) -> float:
    """The expectation of the weaker: in games, of a table in ten thousandths."""
    expected = edition.expected
    if expected.kind == tables.TABLE:
        share = next((share for end, share in expected.bands if size <= end), expected.beyond)
        return 10_000.0 - round(share * 10_000)
    if expected.kind == tables.NORMAL:
        return 0.5 * erfc(size * (1.0 / expected.divisor))
    if expected.kind == tables.SPREAD:
        return max(0.5 - size * (0.5 / expected.divisor), 0.0)
    with localcontext() as context:
        context.prec = 60
        slope = float(Decimal(10).ln()) / expected.divisor
    power = size * slope
    if expected.kind == tables.FIBS:
        power = power * sqrt(length)
    return 1.0 / (1.0 + exp(min(power, 700.0)))
