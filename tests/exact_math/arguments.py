"""Random arguments of each function: where engines ask, at the ends, near what is hard, and any float."""

import math
import random
from collections.abc import Iterator

from ratings.exact_math.machine import float_of

FUNCTIONS = ("exp", "log", "log1p", "pow", "seventh", "erfc")


def any_float(chance: random.Random) -> float:
    """Return a positive float of any exponent, subnormal ones among them."""
    return float_of(chance.randrange(1, 2047 << 52))


def arguments(name: str, count: int, seed: int = 1) -> Iterator[tuple[float, ...]]:
    """Draw arguments of a function; the same for the same seed."""
    chance = random.Random(f"{name} {seed}")
    draw = {"exp": _exp, "log": _log, "log1p": _log1p, "pow": _pow, "seventh": _seventh, "erfc": _erfc}[name]
    for _ in range(count):
        yield draw(chance)


def _sign(chance: random.Random) -> int:
    return chance.choice((-1, 1))


def _exp(chance: random.Random) -> tuple[float, ...]:
    kind = chance.random()
    if kind < 0.5:  # D/a of a game
        return (chance.uniform(0.0, 8.0),)
    if kind < 0.8:
        return (chance.uniform(-745.2, 709.9),)
    return (_sign(chance) * 2.0 ** chance.uniform(-60, 9),)


def _log(chance: random.Random) -> tuple[float, ...]:
    kind = chance.random()
    if kind < 0.4:
        return (any_float(chance),)
    if kind < 0.7:
        return (chance.uniform(0.2, 5.0),)
    return (1.0 + _sign(chance) * 2.0 ** chance.uniform(-53, -1),)


def _log1p(chance: random.Random) -> tuple[float, ...]:
    kind = chance.random()
    if kind < 0.4:  # exp of the bonus of a game
        return (math.exp(chance.uniform(-13.0, 36.0)),)
    if kind < 0.6:
        return (chance.uniform(-1.0, 5.0),)
    if kind < 0.8:
        return (_sign(chance) * 2.0 ** chance.uniform(-56, 0),)
    return (any_float(chance),)


def _pow(chance: random.Random) -> tuple[float, ...]:
    kind = chance.random()
    if kind < 0.2:  # expected scores since 2021
        return chance.uniform(0.0, 4.0), 7.0
    if kind < 0.4:  # con since 2021
        return chance.uniform(0.0, 20.0), 1.6
    if kind < 0.6:
        return chance.uniform(0.5, 2.0), chance.uniform(-1000.0, 1000.0)
    if kind < 0.7:
        base = any_float(chance)
        return base, chance.uniform(-745.0, 710.0) / (math.log(base) or 1.0)
    if kind < 0.8:
        return 1.0 + _sign(chance) * 2.0 ** chance.uniform(-52, -1), _sign(chance) * 2.0 ** chance.uniform(
            0, 62
        )
    if kind < 0.9:  # often exact, or just between two floats
        return float(chance.randrange(1, 2 ** chance.randrange(1, 27))), chance.randrange(-4, 40) / 4
    whole = float(chance.randrange(1, 2 ** chance.randrange(1, 53))) * 2.0 ** chance.randrange(-20, 20)
    return _sign(chance) * whole, float(chance.randrange(-5, 35))


def _seventh(chance: random.Random) -> tuple[float, ...]:
    kind = chance.random()
    if kind < 0.6:  # expected scores since 2021
        return ((3300.0 - chance.uniform(-900.0, 3300.0)) / (3300.0 - chance.uniform(-900.0, 3200.0)),)
    if kind < 0.8:
        return (2.0 ** chance.uniform(-101, 101),)
    if kind < 0.9:  # often exact, or just between two floats
        return (
            float(chance.randrange(1, 2 ** chance.randrange(1, 10))) * 2.0 ** chance.randrange(-160, 150),
        )
    return (_sign(chance) * any_float(chance),) if kind < 0.92 else (chance.uniform(0.99, 1.01),)


def _erfc(chance: random.Random) -> tuple[float, ...]:
    kind = chance.random()
    if kind < 0.9:  # leads of the ladder
        return (chance.uniform(0.0, 4.0),)
    if kind < 0.95:
        return (2.0 ** chance.uniform(-60, 0),)
    return (chance.uniform(-7.0, 27.3) if kind < 0.951 else chance.uniform(0.0, 1.0),)
