"""The search, the curve and the interval on losses whose answer is known, without any engine."""

import math
from collections.abc import Callable

import numpy as np
import pytest

from ratings.cadence.shared.record import Floats
from ratings.laboratory.figures.fitting.constants import Constant
from ratings.laboratory.figures.fitting.profile import ends, profile_of, weights
from ratings.laboratory.figures.fitting.search import lowest

Values = tuple[float, ...]


def constant(
    name: str = "c", *, low: float = -10.0, high: float = 10.0, decimals: int | None = None
) -> Constant:
    return Constant(name, "", name, (low + high) / 2.0, low, high, decimals)


def test_scan_finds_the_lower_of_two_minima() -> None:
    found = lowest(lambda v: min((v[0] - 7.0) ** 2 - 1.0, (v[0] + 6.0) ** 2), [constant()], [-6.0])
    assert found[0] == pytest.approx(7.0, abs=0.01)


def test_ratios_are_searched_as_logarithms() -> None:
    scale = constant(low=0.01, high=100.0)
    found = lowest(lambda v: math.log(v[0] / 0.02) ** 2, [scale], [50.0])
    assert found[0] == pytest.approx(0.02, rel=0.01)


def test_whole_numbers_are_tried_only_as_whole_numbers() -> None:
    tried: list[float] = []

    def loss(values: Values) -> float:
        tried.append(values[0])
        return (values[0] - 17.4) ** 2

    found = lowest(loss, [constant(low=2.0, high=200.0, decimals=0)], [20.0])
    assert found == (17.0,)
    assert all(one == round(one) for one in tried)


def test_lowest_never_leaves_the_range() -> None:
    bound = [constant(high=3.0), constant(low=-2.0)]
    found = lowest(lambda v: (v[0] - 9.0) ** 2 + (v[1] + 5.0) ** 2, bound, [0.0, 0.0])
    assert found == pytest.approx((3.0, -2.0), abs=1e-3)


def valley(values: Values) -> float:
    """Rosenbrock's valley, whose lowest point is (1, 1)."""
    return (1.0 - values[0]) ** 2 + 100.0 * (values[1] - values[0] ** 2) ** 2


def test_two_constants_that_go_together_are_found() -> None:
    both = [constant(low=-2.0, high=2.0), constant(low=-2.0, high=2.0)]
    assert lowest(valley, both, [-1.0, 1.5]) == pytest.approx((1.0, 1.0), abs=0.05)


def test_thorough_search_leaves_a_minimum_that_a_simplex_stays_in() -> None:
    def two(values: Values) -> float:
        near = (values[0] - 6.0) ** 2 + (values[1] - 6.0) ** 2
        return min(near, 0.2 * ((values[0] + 6.0) ** 2 + (values[1] + 6.0) ** 2) - 1.0)

    both = [constant(), constant()]
    assert lowest(two, both, [6.5, 6.5]) == pytest.approx((6.0, 6.0), abs=0.01)
    assert lowest(two, both, [6.5, 6.5], thorough=True) == pytest.approx((-6.0, -6.0), abs=0.01)


def interval_of(
    units: Callable[[Values], Floats], constants: list[Constant], best: Values, *, count: int, place: int = 0
) -> tuple[float, float]:
    found = profile_of(units, np.ones(count), constants, best, place=place, drawn=weights(count, 1000))
    return found.low, found.high


def test_interval_of_a_mean_is_the_one_of_the_normal_law() -> None:
    sample = np.random.default_rng(5).standard_normal(400)
    best = float(sample.mean())
    low, high = interval_of(lambda v: (v[0] - sample) ** 2, [constant()], (best,), count=400)
    reach = 1.96 * float(sample.std()) / 20.0
    assert (low, high) == pytest.approx((best - reach, best + reach), abs=0.12 * reach)


def test_interval_of_one_of_two_constants_knows_that_the_other_moves_too() -> None:
    chance = np.random.default_rng(6)
    x, noise = chance.standard_normal(400) + 2.0, chance.standard_normal(400)
    y = 1.0 + 0.5 * x + noise

    def units(values: Values) -> Floats:
        found: Floats = (y - values[0] - values[1] * x) ** 2
        return found

    slope, first = np.polyfit(x, y, 1).tolist()
    low, high = interval_of(units, [constant(), constant()], (first, slope), count=400, place=1)
    reach = 1.96 / 20.0 / float(x.std())
    assert (low, high) == pytest.approx((slope - reach, slope + reach), abs=0.15 * reach)
    alone = 1.96 / 20.0 / math.sqrt(float((x**2).mean()))  # if the first constant were known
    assert high - low > 1.5 * 2.0 * alone


def test_interval_of_whole_numbers_is_rounded_outwards() -> None:
    sample = 20.0 + np.random.default_rng(7).standard_normal(400)
    whole = constant(low=2.0, high=200.0, decimals=0)
    low, high = interval_of(lambda v: (v[0] - sample) ** 2, [whole], (20.0,), count=400)
    assert (low, high) in ((19.0, 20.0), (19.0, 21.0), (20.0, 21.0))


def test_constant_that_nothing_holds_back_has_open_ends() -> None:
    chance = np.random.default_rng(8)
    pull = 1e-6 * chance.standard_normal(50)
    found = profile_of(
        lambda v: v[0] * pull, np.ones(50), [constant()], (0.0,), place=0, drawn=weights(50, 200)
    )
    assert (found.open_low, found.open_high, found.low, found.high) == (True, True, -10.0, 10.0)


def test_interval_of_few_units_is_wider_than_that_of_their_draws() -> None:
    draws = np.random.default_rng(9).standard_normal(100_000)
    low, high = ends(draws, 10)
    assert (low, high) == pytest.approx((-2.38, 2.38), abs=0.06)  # t of 9 degrees, 2.262, by root of 10 / 9


def test_draws_choose_as_many_units_as_there_are() -> None:
    assert (weights(30, 50).sum(axis=1) == 30).all()
