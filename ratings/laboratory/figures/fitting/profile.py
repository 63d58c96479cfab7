"""The curve of lowest losses along one constant, and the interval of its best value by drawing whole units.

The interval is the bootstrap of an M-estimate: a draw gives each unit a weight, and the value that is best
under the weights is that of the draw. Ratings are not replayed for a draw: at the best value the slopes of
the losses of units, given those before, are martingale differences, whose spread the weights carry. Along
the curve the other constants go with the first, so its slope and bend are those of the efficient score, and
one curve serves every draw. Pure.

Needs scipy (requirements/laboratory.txt).
"""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from scipy.stats import norm, t

from ratings.cadence.shared.record import Floats
from ratings.laboratory.figures.fitting.constants import Constant
from ratings.laboratory.figures.fitting.search import lowest

POINTS = 17
FINE = 801
DEGREE = 4  # of the polynomial through the points, which evens out what rounded ratings do to a curve
FIRST_WIDTH = 0.1  # of the range
ROUNDS = 8
NARROWEST, WIDEST = 1.6, 4.0  # half a window in halves of the interval
AT_AN_END = 0.005  # share of draws that may lie at the end of a window
SEED = 23
SHARE = 0.95

SumsOfUnits = Callable[[tuple[float, ...]], Floats]


class Point(NamedTuple):
    """A place of the curve: the values of all constants there, and the mean loss above the lowest."""

    values: tuple[float, ...]
    excess: float


class Profile(NamedTuple):
    """The curve of one constant; an end of the interval at the end of the range is open."""

    points: tuple[Point, ...]
    low: float
    high: float
    open_low: bool
    open_high: bool


class _Curve(NamedTuple):
    places: Floats  # M: coordinates, rising
    values: list[tuple[float, ...]]  # M
    sums: Floats  # (M, U)


def weights(units: int, draws: int) -> Floats:
    """Return how often each unit is in each draw, shape (draws, units)."""
    chance = np.random.default_rng(SEED)
    chosen = (chance.integers(units, size=units) for _ in range(draws))
    return np.array([np.bincount(drawn, minlength=units) for drawn in chosen], np.float64)


def reach_of(draws: Floats, best: float, units: int) -> float:
    """Return how far from the best value an interval over so many units goes, either way.

    The symmetric interval errs less than one of equal tails where draws are skewed (Hall 1988).
    """
    return float(np.quantile(np.abs(draws - best), 1.0 - 2.0 * _tail(units)))


def ends(draws: Floats, units: int) -> tuple[float, float]:
    """Return the interval of draws over so many units, the same share cut off on both sides."""
    low, high = np.quantile(draws, [_tail(units), 1.0 - _tail(units)]).tolist()
    return low, high


def _tail(units: int) -> float:
    """Return the share cut off on a side, expanded for few units (Hesterberg 2015, 5.3).

    Draws of few units spread too little, by the root of (U - 1) / U, and the law of t has longer tails.
    """
    reach = math.sqrt(units / (units - 1)) * t.ppf(0.5 + SHARE / 2.0, units - 1)
    return float(norm.cdf(-reach))


def profile_of(
    of_units: SumsOfUnits,
    games: Floats,
    constants: Sequence[Constant],
    best: tuple[float, ...],
    *,
    place: int,
    drawn: Floats,
) -> Profile:
    """Compute the curve of the constant at a place of `constants`, and its interval.

    `of_units` gives the losses of some values (U), `games` is U, `drawn` (draws, U) from `weights`. The
    window of the curve is widened and narrowed until it holds the draws and separates them.
    """
    constant = constants[place]
    middle, width = constant.coordinate(best[place]), constant.most - constant.least
    half, least_half = FIRST_WIDTH * width, _least_half(constant, best[place])
    for _ in range(ROUNDS):
        half = max(half, least_half)
        curve = _curve(of_units, games, constants, best, place=place, ends=(middle - half, middle + half))
        found = _minima(curve, games, drawn)
        within = reach_of(found, middle, games.size)
        if _crowded(found, curve.places, constant):
            half = min(2.0 * half, width)
        elif half > max(WIDEST * within, least_half):
            half = max(NARROWEST * 1.5 * within, half / 8.0)
        else:
            break
    total = float(games.sum())
    means = curve.sums.sum(axis=1) / total
    lowest_mean = float(of_units(best).sum()) / total
    points = tuple(
        Point(values, float(mean) - lowest_mean) for values, mean in zip(curve.values, means, strict=True)
    )
    return _rounded(constant, middle - within, middle + within, points)


def _rounded(constant: Constant, low: float, high: float, points: tuple[Point, ...]) -> Profile:
    """Return the interval in values, of whole numbers rounded outwards; ends of the range are open."""
    if constant.decimals is None:
        values = [constant.value_at(low), constant.value_at(high)]
    else:
        step = 10.0**-constant.decimals
        exact = [math.exp(end) if constant.is_scale else end for end in (low, high)]
        values = [math.floor(exact[0] / step + 1e-9) * step, math.ceil(exact[1] / step - 1e-9) * step]
        values = [min(max(value, constant.low), constant.high) for value in values]
    near = (constant.most - constant.least) / FINE
    return Profile(points, values[0], values[1], low <= constant.least + near, high >= constant.most - near)


def _least_half(constant: Constant, value: float) -> float:
    """Return half the narrowest window: of whole numbers it holds three on either side."""
    width = constant.most - constant.least
    if constant.decimals is None:
        return 1e-4 * width
    step = 3.0 * 10.0**-constant.decimals
    return min(math.log1p(step / value) if constant.is_scale else step, width)


def _curve(
    of_units: SumsOfUnits,
    games: Floats,
    constants: Sequence[Constant],
    best: tuple[float, ...],
    *,
    place: int,
    ends: tuple[float, float],
) -> _Curve:
    """Follow the lowest losses from the best values outwards, the other constants going with this one."""
    constant = constants[place]
    grid = np.linspace(max(ends[0], constant.least), min(ends[1], constant.most), POINTS)
    own = np.unique([constant.value_at(float(at)) for at in grid])
    chosen: dict[float, tuple[float, ...]] = {}
    at = int(np.argmin(np.abs(own - best[place])))
    for side in (range(at, own.size), range(at - 1, -1, -1)):
        start = best
        for row in side:
            start = _others(of_units, games, constants, start, place=place, value=float(own[row]))
            chosen[float(own[row])] = start
    values = [chosen[float(value)] for value in own]
    sums = np.stack([of_units(row) for row in values])
    return _Curve(np.array([constant.coordinate(float(value)) for value in own]), values, sums)


def _others(
    of_units: SumsOfUnits,
    games: Floats,
    constants: Sequence[Constant],
    start: tuple[float, ...],
    *,
    place: int,
    value: float,
) -> tuple[float, ...]:
    """Return the best values where one of them is given."""
    others = [constant for number, constant in enumerate(constants) if number != place]
    if not others:
        return (value,)

    def whole(values: tuple[float, ...]) -> tuple[float, ...]:
        return (*values[:place], value, *values[place:])

    def loss(values: tuple[float, ...]) -> float:
        return float(of_units(whole(values)).sum()) / float(games.sum())

    return whole(lowest(loss, others, (*start[:place], *start[place + 1 :]), local=True))


def _minima(curve: _Curve, games: Floats, drawn: Floats) -> Floats:
    """Return the place of the lowest loss under each draw."""
    known = np.isfinite(curve.sums).all(axis=1)
    places = curve.places[known]
    middle, half = (places[0] + places[-1]) / 2.0, max((places[-1] - places[0]) / 2.0, 1e-12)
    fine = np.linspace(-1.0, 1.0, FINE)
    degree = min(DEGREE, places.size - 1)
    smooth = np.vander(fine, degree + 1) @ np.linalg.pinv(np.vander((places - middle) / half, degree + 1))
    sums = smooth @ curve.sums[known]
    means = (drawn @ sums.T) / (drawn @ games)[:, None]
    found: Floats = middle + half * fine[np.argmin(means, axis=1)]
    return found


def _crowded(found: Floats, places: Floats, constant: Constant) -> bool:
    """Return whether draws lie at an end of the window that is no end of the range."""
    near = (places[-1] - places[0]) / FINE
    share_low, share_high = (
        float((found <= places[0] + near).mean()),
        float((found >= places[-1] - near).mean()),
    )
    inside_low, inside_high = places[0] > constant.least + near, places[-1] < constant.most - near
    return (share_low > AT_AN_END and inside_low) or (share_high > AT_AN_END and inside_high)
