"""Decision tables of generic Elo engines: records, their bounds, and the arrays that kernels read.

A table is a sequence of rows; the first row that fits decides, and a condition of None fits everything.
Bounds are checked here, once; kernels trust what `packed` returns.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ratings.engines.contract import Floats, Ints
from ratings.exact_math import EXACT
from ratings.exact_math.integers import ln10

# Kinds of expectation. FIBS and SPREAD: games one by one only.
LOGISTIC, NORMAL, TABLE, FIBS, SPREAD = range(5)
# Rounding: halves away from zero, halves to even, down.
HALF_AWAY, HALF_EVEN, DOWN = range(3)
# When a rating is rounded.
GAME, EVENT, LIST = range(3)
# Kinds of a bonus.
NO_BONUS, BONUS_OF_PERFORMANCE, BONUS_ABOVE_THRESHOLD = range(3)
# Kinds of a first rating.
CONSTANT, BY_GRADE, BY_AGE, PERFORMANCE, ITERATED = range(5)
# How a performance follows from a percentage.
LINEAR, DISTANCES = range(2)
PERCENTS = 101
UNIT = 10_000.0  # of an expectation that is read from a table: four decimals are whole numbers

# Places in a row of constants.
KIND, SLOPE, WHOLE, CAP, EXEMPT, CAP_ONCE, BEYOND, MARGIN = range(8)
K_MOST, BY_PERIOD, STEPS, ROUNDING, WHEN, OF_CHANGE = range(8, 14)
BONUS, THRESHOLD, A_GAME, BONUS_LEAST, BONUS_MOST, BONUS_BELOW, TO_PERFORMANCE = range(14, 21)
FIRST, FIRST_RATING, MEASURE, REACH, NEEDED, POINTS_NEEDED = range(21, 27)
DRAWS, DRAWS_AGAINST, FIRST_MOST, PASSES, SETTLED = range(27, 32)
FLOOR, LOSE_BELOW, BELOW_PEAK = range(32, 35)
WIDTH = 35
# Columns of the tables.
AGE_BELOW, GAMES_BELOW, RATING_BELOW, REACHED, LEVEL, K_CLASS, K = range(7)
CONTROL, CLASS, ONLINE, SIZE, WEIGHT = range(5)

# Least and most a number may be; of words: their number.
RATING, DISTANCE, SLOPES = (-10_000.0, 10_000.0), (0.0, 10_000.0), (0.01, 100_000.0)
FACTOR, SHARE, COUNT = (0.0, 10_000.0), (0.0, 10.0), (0.0, 1_000_000.0)
AGE, CODE, SIDE = (0.0, 200.0), (0.0, 100.0), (0.0, 127.0)
MOST_ROWS = 1_000
MOST_GAMES = 1_000_000_000  # of a player, rated so far


class OutOfBoundsError(ValueError):
    """Numbers that no kernel may see; the text has a line for each."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """Expected score by the difference of two ratings.

    `bands`: rows of the largest difference and the expectation of the stronger; `beyond` the last: `beyond`.
    `cap`: a larger difference counts as this, not for players rated `exempt_from` or more, and with
    `cap_once` only for the largest difference of an event. NORMAL: deviation divisor / sqrt 2. `spread`:
    margin that counts as a full win (SPREAD).
    """

    kind: int = LOGISTIC
    divisor: float = 400.0
    bands: tuple[tuple[float, float], ...] = ()
    beyond: float = 1.0
    cap: float | None = None
    exempt_from: float | None = None
    cap_once: bool = False
    spread: float = 1.0


@dataclass(frozen=True, slots=True)
class KRow:
    """K of the players that fit; `reached`: highest rating ever; `level`, `event_class`: codes."""

    k: float
    age_below: float | None = None
    games_below: float | None = None
    rating_below: float | None = None
    reached: float | None = None
    level: int | None = None
    event_class: int | None = None


@dataclass(frozen=True, slots=True)
class WeightRow:
    """Weight of the games that fit; `control`, `event_class`: codes; `size`: of the board."""

    weight: float
    control: int | None = None
    event_class: int | None = None
    online: bool | None = None
    size: int | None = None


@dataclass(frozen=True, slots=True)
class Bonus:
    """Points for a result well above expectation, from `least_games` games on.

    ABOVE_THRESHOLD: factor x (change - threshold - a_game x (games - least_games)); OF_PERFORMANCE: factor x
    (performance - rating - threshold). The factor is that of the first of `rows` (least K, factor) that
    fits. At most `most`; nobody is lifted beyond `below`, nor with `to_performance` beyond the performance.
    """

    kind: int = NO_BONUS
    threshold: float = 0.0
    a_game: float = 0.0
    least_games: int = 1
    most: float | None = None
    below: float | None = None
    to_performance: bool = False
    rows: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class First:
    """Rating of a newcomer.

    `starts`: by code of the grade (BY_GRADE), or rows of age below and rating (BY_AGE). A performance is the
    mean of the opponents and `reach` x (2 p - 1) (LINEAR), or the distance of p in percent, 50 to 100
    (DISTANCES); `draws` are added against `draws_against`. ITERATED: newcomers begin at `rating` and are
    estimated again until nobody moves by `settled`, at most `passes` times.
    """

    kind: int = CONSTANT
    rating: float = 1500.0
    starts: tuple[tuple[float, float], ...] = ()
    measure: int = LINEAR
    reach: float = 400.0
    distances: tuple[float, ...] = ()
    games_needed: int = 1
    points_needed: float = 0.0
    draws: int = 0
    draws_against: float = 0.0
    most: float | None = None
    passes: int = 1
    settled: float = 0.5


@dataclass(frozen=True, slots=True)
class Floor:
    """Least rating; with `lose_below` a lower one is lost. `below_peak`: most points below the highest."""

    rating: float | None = None
    lose_below: bool = False
    below_peak: float | None = None


@dataclass(frozen=True, slots=True)
class Scale:
    """How ratings are rounded: the rating, or with `of_change` what is added to it."""

    decimals: int = 0
    rounding: int = HALF_AWAY
    when: int = EVENT
    of_change: bool = False


@dataclass(frozen=True, slots=True)
class EloEdition:
    """One edition of a generic Elo; `k_games_most`: K times the games of a span is at most this."""

    k: tuple[KRow, ...]
    expected: Expectation = Expectation()
    k_games_most: float | None = None
    weights: tuple[WeightRow, ...] = ()
    bonus: Bonus = Bonus()
    first: First = First()
    floor: Floor = Floor()
    scale: Scale = Scale()
    by_period: bool = False


class Rules(NamedTuple):
    """Editions as kernels read them: D rows of constants, tables one below the other, D + 1 starts each."""

    constants: Floats  # (D, WIDTH)
    k_start: Ints
    k: Floats  # (., 7)
    weight_start: Ints
    weight: Floats  # (., 5)
    bonus_start: Ints
    bonus: Floats  # (., 2): least K, factor
    band_start: Ints
    band: Floats  # (., 2): largest difference, expectation of the weaker in units
    first_start: Ints
    first: Floats  # (., 2)
    distance: Floats  # (D, 101): by percent


def packed(editions: Sequence[EloEdition]) -> Rules:
    """Pack editions into arrays.

    Raises OutOfBoundsError, with a line for each number out of its bounds.
    """
    wrong = [
        f"edition {place}: {line}" for place, edition in enumerate(editions) for line in _problems(edition)
    ]
    if wrong or not 0 < len(editions) <= SIDE[1]:
        raise OutOfBoundsError("\n".join(wrong) or f"1 to {SIDE[1]:g} editions")
    constants = np.array([_constants(edition) for edition in editions], np.float64)
    return Rules(
        constants,
        *_stacked([[_k_row(row) for row in edition.k] for edition in editions], 7),
        *_stacked([[_weight_row(row) for row in edition.weights] for edition in editions], 5),
        *_stacked([edition.bonus.rows for edition in editions], 2),
        *_stacked([_bands(edition.expected) for edition in editions], 2),
        *_stacked([edition.first.starts for edition in editions], 2),
        np.array([_by_percent(edition.first) for edition in editions], np.float64),
    )


def _stacked(tables: Sequence[Sequence[Sequence[float]]], width: int) -> tuple[Ints, Floats]:
    starts = np.cumsum([0, *map(len, tables)]).astype(np.int32)
    rows = [row for table in tables for row in table]
    return starts, np.array(rows, np.float64).reshape(len(rows), width)


def _upper(value: float | None) -> float:
    return math.inf if value is None else value


def _lower(value: float | None) -> float:
    return -math.inf if value is None else value


def _code(value: int | None) -> float:
    return -1.0 if value is None else float(value)


def _k_row(row: KRow) -> tuple[float, ...]:
    limits = map(_upper, (row.age_below, row.games_below, row.rating_below))
    return (*limits, _lower(row.reached), _code(row.level), _code(row.event_class), row.k)


def _weight_row(row: WeightRow) -> tuple[float, ...]:
    codes = map(_code, (row.control, row.event_class, row.online, row.size))
    return (*codes, row.weight)


def _units(share: float) -> float:
    """Return an expectation in units of a table, a whole number."""
    return float(round(share * UNIT))


def _bands(expected: Expectation) -> list[tuple[float, float]]:
    return [(end, UNIT - _units(share)) for end, share in expected.bands]


def _by_percent(first: First) -> list[float]:
    """Return the distance of every percentage; below 50 % the opposite of the other half's."""
    upper = first.distances or (0.0,) * 51
    return [*(-value for value in reversed(upper[1:])), *upper]


def _slope(expected: Expectation) -> float:
    """Return what a difference is multiplied with before the function of its kind."""
    if expected.kind in (LOGISTIC, FIBS):
        return ln10(EXACT) / expected.divisor
    return (0.5 if expected.kind == SPREAD else 1.0) / expected.divisor


def _constants(edition: EloEdition) -> list[float]:
    """Return the row of constants, in the order of their places."""
    expected, scale, bonus = edition.expected, edition.scale, edition.bonus
    first, floor = edition.first, edition.floor
    is_table = expected.kind == TABLE
    return [
        *(expected.kind, _slope(expected), UNIT if is_table else 1.0, _upper(expected.cap)),
        *(_upper(expected.exempt_from), expected.cap_once, UNIT - _units(expected.beyond)),
        *(0.5 / expected.spread, _upper(edition.k_games_most), edition.by_period),
        *(10.0**scale.decimals, scale.rounding, scale.when, scale.of_change),
        *(bonus.kind, bonus.threshold, bonus.a_game, bonus.least_games, _upper(bonus.most)),
        *(_upper(bonus.below), bonus.to_performance),
        *(first.kind, first.rating, first.measure, first.reach, first.games_needed),
        *(2.0 * first.points_needed, first.draws, first.draws_against, _upper(first.most)),
        *(first.passes, first.settled),
        *(RATING[0] if floor.rating is None else floor.rating, floor.lose_below, _upper(floor.below_peak)),
    ]


Numbers = Iterable[tuple[str, float | None, tuple[float, float]]]


def _problems(edition: EloEdition) -> Iterator[str]:
    """Yield a line for each number out of its bounds."""
    for name, value, (least, most) in (*_numbers_of_rows(edition), *_numbers(edition)):
        if value is not None and not least <= value <= most:
            yield f"{name} must be from {least:g} to {most:g}"
    yield from _shapes(edition)


def _numbers(edition: EloEdition) -> Numbers:
    expected, scale, bonus = edition.expected, edition.scale, edition.bonus
    first, floor = edition.first, edition.floor
    yield from (("expected.kind", expected.kind, (0, 4)), ("expected.divisor", expected.divisor, SLOPES))
    yield from (
        ("expected.cap", expected.cap, (1.0, 10_000.0)),
        ("expected.beyond", expected.beyond, (0.5, 1)),
    )
    yield from (("expected.exempt_from", expected.exempt_from, RATING), ("spread", expected.spread, SLOPES))
    yield from (("bonus.kind", bonus.kind, (0, 2)), ("bonus.threshold", bonus.threshold, DISTANCE))
    yield from (("bonus.a_game", bonus.a_game, DISTANCE), ("bonus.least_games", bonus.least_games, COUNT))
    yield from (("bonus.most", bonus.most, DISTANCE), ("bonus.below", bonus.below, RATING))
    for least, factor in bonus.rows:
        yield from (("bonus.k", least, FACTOR), ("bonus.factor", factor, SHARE))
    yield from (("first.kind", first.kind, (0, 4)), ("first.rating", first.rating, RATING))
    for _, start in first.starts:
        yield ("first.starts", start, RATING)
    yield from (("first.reach", first.reach, DISTANCE), ("first.measure", first.measure, (0, 1)))
    yield from (("first.distances", distance, DISTANCE) for distance in first.distances)
    yield from (
        ("first.games_needed", first.games_needed, (1.0, 1_000.0)),
        ("first.draws", first.draws, (0, 100)),
    )
    yield from (("first.points_needed", first.points_needed, COUNT), ("first.most", first.most, RATING))
    yield from (
        ("first.draws_against", first.draws_against, RATING),
        ("first.passes", first.passes, (1, 1_000)),
    )
    yield ("first.settled", first.settled, (1e-9, 10_000.0))
    yield from (("floor.rating", floor.rating, RATING), ("floor.below_peak", floor.below_peak, DISTANCE))
    yield from (("scale.decimals", scale.decimals, (0, 6)), ("scale.rounding", scale.rounding, (0, 2)))
    yield ("scale.when", scale.when, (0, 2))


def _numbers_of_rows(edition: EloEdition) -> Numbers:
    for row in edition.k:
        yield from (("k", row.k, FACTOR), ("k.age_below", row.age_below, AGE))
        yield from (("k.games_below", row.games_below, COUNT), ("k.rating_below", row.rating_below, RATING))
        yield from (("k.reached", row.reached, RATING), ("k.level", row.level, CODE))
        yield ("k.event_class", row.event_class, CODE)
    yield ("k_games_most", edition.k_games_most, (1.0, 1_000_000.0))
    for weight in edition.weights:
        yield from (("weight", weight.weight, SHARE), ("weight.control", weight.control, CODE))
        yield from (("weight.event_class", weight.event_class, CODE), ("weight.size", weight.size, SIDE))


def _shapes(edition: EloEdition) -> Iterator[str]:
    """Yield a line for each table of a wrong shape."""
    expected, first = edition.expected, edition.first
    tables = (edition.k, edition.weights, edition.bonus.rows, expected.bands, first.starts)
    if max(map(len, tables)) > MOST_ROWS:
        yield f"a table has at most {MOST_ROWS} rows"
    if not edition.k:
        yield "k has no row"
    if expected.kind == TABLE and not _is_rising([*expected.bands, (math.inf, expected.beyond)]):
        yield "expected.bands must begin with 0.5 and rise, with at most four decimals"
    if first.distances and (len(first.distances) != 51 or first.distances[0] != 0.0):
        yield "first.distances must have 51 values, of 50 to 100 percent, the first 0"
    if first.measure == DISTANCES and not first.distances:
        yield "first.distances are missing"
    if first.kind == BY_AGE and not all(below >= 0.0 for below, _ in first.starts):
        yield "first.starts must have ages"
    if edition.scale.when == LIST and edition.scale.of_change and not edition.by_period:
        yield "scale.of_change needs a rounding after every game or event"


def _is_rising(bands: Sequence[tuple[float, float]]) -> bool:
    """Return whether differences and expectations rise, from a half on, each of four decimals at most."""
    rises = all(end < further and share <= higher for (end, share), (further, higher) in pairwise(bands))
    whole = all(0.5 <= share <= 1.0 and _units(share) / UNIT == share for _, share in bands)
    return rises and whole and bands[0][0] >= 0.0 and bands[0][1] == 0.5


def outside(name: str, column: NDArray[Any], least: float, most: float, *, nan: bool = False) -> list[str]:
    """Return a line where a column has a number out of its bounds; `nan`: a missing one is none."""
    if not column.size:
        return []
    # fmin and fmax pass over NaN, min and max do not
    low, high = (np.fmin.reduce(column), np.fmax.reduce(column)) if nan else (column.min(), column.max())
    inside = (low >= least and high <= most) or (nan and np.isnan(low))
    return [] if inside else [f"{name} must be from {least:g} to {most:g}"]


def leads(name: str, starts: Ints, rows: int, end: int) -> list[str]:
    """Return a line where starts do not lead from 0 to an end, one a row."""
    fits = starts.shape == (rows + 1,) and int(starts[0]) == 0 and int(starts[-1]) == end
    return [] if fits and bool((np.diff(starts) >= 0).all()) else [f"{name} does not lead from 0 to {end}"]
