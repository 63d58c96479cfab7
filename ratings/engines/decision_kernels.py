"""Kernels that generic Elo engines share: expectation, K, weight, rounding, performance.

Numeric contract 2 only: exp and erfc are correctly rounded, so the same facts give the same bits everywhere.
"""

import math
from typing import NamedTuple

import numpy as np
from numba import njit

from ratings.engines import decision_tables as at
from ratings.engines.contract import Floats
from ratings.engines.decision_tables import Rules
from ratings.exact_math.error_function import erfc
from ratings.exact_math.exponential import exp

EXP_MOST = 700.0  # exp overflows beyond 709
RATING_MOST = at.RATING[1]
NO_AGE = 1e9  # fits the rows without an age alone
RATING, GAMES, PEAK = range(3)  # first columns of people


class Law(NamedTuple):
    """Kind and constants of an expectation."""

    kind: float
    slope: float
    beyond: float  # units, of the weaker beyond the last band
    whole: float  # a whole game in units
    cap: float
    exempt: float


class Limits(NamedTuple):
    """How ratings are rounded and limited."""

    steps: float
    rounding: float
    rounds: float  # 1: a rating is rounded when it is entered
    of_change: float
    below_peak: float
    floor: float
    lose_below: float


@njit(cache=True, error_model="numpy", forceinline=True)
def rounded(value: float, limits: Limits) -> float:
    """Round to the decimals of an edition, by its rule."""
    steps = limits.steps
    if limits.rounding == at.DOWN:
        return float(np.floor(value * steps) / steps) + 0.0
    size = abs(value) * steps
    whole = np.floor(size)
    rest = size - whole
    if rest > 0.5 or (rest == 0.5 and (limits.rounding == at.HALF_AWAY or whole % 2.0 == 1.0)):
        whole += 1.0
    return math.copysign(whole / steps, value) + 0.0  # no zero is negative


@njit(cache=True, error_model="numpy")
def law_of(rule: Floats) -> Law:
    """Return what expectations need of a row of constants."""
    return Law(
        rule[at.KIND],
        rule[at.SLOPE],
        rule[at.BEYOND],
        rule[at.WHOLE],
        rule[at.CAP],
        rule[at.EXEMPT],
    )


@njit(cache=True, error_model="numpy")
def limits_of(rule: Floats, when: int) -> Limits:
    """Return what a rating needs of a row of constants where it is entered: after a GAME, EVENT or LIST."""
    return Limits(
        rule[at.STEPS],
        rule[at.ROUNDING],
        1.0 if rule[at.WHEN] == when else 0.0,
        rule[at.OF_CHANGE],
        rule[at.BELOW_PEAK],
        rule[at.FLOOR],
        rule[at.LOSE_BELOW],
    )


@njit(cache=True, error_model="numpy", forceinline=True)
def in_bands(size: float, part: tuple[int, int], bands: Floats, beyond: float) -> float:
    """Return the expectation of the weaker in units, from the first band that reaches a difference."""
    low, high = part
    while low < high:
        middle = (low + high) >> 1
        if bands[middle, 0] < size:
            low = middle + 1
        else:
            high = middle
    return float(bands[low, 1]) if low < part[1] else beyond


@njit(cache=True, error_model="numpy", forceinline=True)
def weaker(size: float, root: float, law: Law, bands: Floats, part: tuple[int, int]) -> float:
    """Return the expectation of the weaker of two, `size` points apart: units of a table, or games.

    `root`: of the length of a match (FIBS), else 1; `part`: the bands to read.
    """
    if law.kind == at.TABLE:
        return in_bands(size, part, bands, law.beyond)
    if law.kind == at.NORMAL:
        return 0.5 * erfc(size * law.slope)
    if law.kind == at.SPREAD:
        return max(0.5 - size * law.slope, 0.0)
    return 1.0 / (1.0 + exp(min(size * law.slope * root, EXP_MOST)))


@njit(cache=True, error_model="numpy", forceinline=True)
def sizes(own: float, other: float, law: Law) -> tuple[float, float]:
    """Return the difference of two ratings as both sides are computed with it (cap)."""
    size = abs(own - other)
    if size <= law.cap:
        return size, size
    return law.cap if own < law.exempt else size, law.cap if other < law.exempt else size


@njit(cache=True, error_model="numpy", forceinline=True)
def chances(
    both: tuple[float, float],
    widths: tuple[float, float],
    root: float,
    law: Law,
    bands: Floats,
    part: tuple[int, int],
) -> tuple[float, float]:
    """Return the expectations of two sides, units of a table or games.

    `both`: ratings; `widths`: their difference as each side is computed with it.
    """
    first = weaker(widths[0], root, law, bands, part)
    second = first if widths[1] == widths[0] else weaker(widths[1], root, law, bands, part)
    return (law.whole - first, second) if both[0] >= both[1] else (first, law.whole - second)


@njit(cache=True, error_model="numpy", forceinline=True)
def person_of(people: Floats, player: int, own: float, age: float) -> tuple[float, float, float, float]:
    """Return what K depends on: age, games, rating, highest rating."""
    peak = people[player, PEAK]
    return known(age), people[player, GAMES], own, own if math.isnan(peak) else max(peak, own)


@njit(cache=True, error_model="numpy", forceinline=True)
def enter(people: Floats, player: int, after: float, games: float) -> None:
    """Write a rating into its player."""
    people[player, RATING] = after
    people[player, GAMES] = games
    if not math.isnan(after) and not after <= people[player, PEAK]:
        people[player, PEAK] = after


@njit(cache=True, error_model="numpy", forceinline=True)
def known(age: float) -> float:
    """Return an age, one above every limit where it is not known."""
    return NO_AGE if math.isnan(age) else age


@njit(cache=True, error_model="numpy", forceinline=True)
def k_row(
    person: tuple[float, float, float, float], codes: tuple[int, int], part: tuple[int, int], rows: Floats
) -> float:
    """Return K of the first row that fits; 0 where none does.

    `person`: age, games, rating, highest rating; `codes`: level, class of the event; `part`: rows to read.
    """
    age, games, rating, peak = person
    level, event_class = codes
    for row in range(part[0], part[1]):
        # not `and`, of which each would be a branch
        fits = (games < rows[row, at.GAMES_BELOW]) & (rating < rows[row, at.RATING_BELOW])
        fits &= (age < rows[row, at.AGE_BELOW]) & (peak >= rows[row, at.REACHED])
        if (
            fits
            and (rows[row, at.LEVEL] < 0.0 or rows[row, at.LEVEL] == level)
            and (rows[row, at.K_CLASS] < 0.0 or rows[row, at.K_CLASS] == event_class)
        ):
            return float(rows[row, at.K])
    return 0.0


@njit(cache=True, error_model="numpy")
def weight_row(game: tuple[int, int, int, int], part: tuple[int, int], rows: Floats) -> float:
    """Return the weight of a game (control, class, online, size): 1 without rows, 0 where none fits."""
    if part[0] == part[1]:
        return 1.0
    control, event_class, online, size = game
    for row in range(part[0], part[1]):
        if (
            (rows[row, at.CONTROL] < 0.0 or rows[row, at.CONTROL] == control)
            and (rows[row, at.CLASS] < 0.0 or rows[row, at.CLASS] == event_class)
            and (rows[row, at.ONLINE] < 0.0 or rows[row, at.ONLINE] == online)
            and (rows[row, at.SIZE] < 0.0 or rows[row, at.SIZE] == size)
        ):
            return float(rows[row, at.WEIGHT])
    return 0.0


@njit(cache=True, error_model="numpy")
def performance(games: float, half_points: float, opponents: float, rule: Floats, distance: Floats) -> float:
    """Return the performance of some games; `opponents` is the sum of their ratings, draws are added."""
    n = games + rule[at.DRAWS]
    halves = half_points + rule[at.DRAWS]
    mean = (opponents + rule[at.DRAWS] * rule[at.DRAWS_AGAINST]) / n
    if rule[at.MEASURE] == at.LINEAR:
        return float(mean + rule[at.REACH] * (halves / n - 1.0))
    percent = int((100.0 * halves + n) // (2.0 * n))
    return float(mean + distance[percent])


@njit(cache=True, error_model="numpy")
def first_start(grade: int, age: float, edition: int, rules: Rules) -> float:
    """Return what a newcomer starts from: constant, by grade or by age; NaN where nothing says so."""
    rule = rules.constants[edition]
    begin, end = rules.first_start[edition], rules.first_start[edition + 1]
    if rule[at.FIRST] == at.CONSTANT:
        return float(rule[at.FIRST_RATING])
    if rule[at.FIRST] == at.BY_GRADE and 0 <= grade < end - begin:
        return float(rules.first[begin + grade, 1])
    if rule[at.FIRST] == at.BY_AGE:
        for row in range(begin, end):
            if age < rules.first[row, 0] or rules.first[row, 0] == math.inf:
                return float(rules.first[row, 1])
    return math.nan


@njit(cache=True, error_model="numpy", forceinline=True)
def limited(after: float, peak: float, limits: Limits) -> float:
    """Return a rating within its limits: not too far below the highest, then the floor; NaN: lost."""
    if after < peak - limits.below_peak:
        after = peak - limits.below_peak
    after = min(after, RATING_MOST)
    if after < limits.floor:
        return math.nan if limits.lose_below > 0.0 else limits.floor
    return after


@njit(cache=True, error_model="numpy", forceinline=True)
def settled(base: float, change: float, peak: float, limits: Limits) -> float:
    """Return a rating after a change; NaN: it is lost."""
    if limits.rounds == 0.0:
        return limited(base + change, peak, limits)
    if limits.of_change > 0.0:
        return limited(base + rounded(change, limits), peak, limits)
    return limited(rounded(base + change, limits), peak, limits)


@njit(cache=True, error_model="numpy")
def bonus_of(
    change: float, person: tuple[float, float, float], games: float, rules: Rules, edition: int
) -> float:
    """Return the bonus for a change; `person`: rating before, performance, K."""
    rule = rules.constants[edition]
    base, strength, k = person
    if rule[at.BONUS] == at.NO_BONUS or games < rule[at.BONUS_LEAST]:
        return 0.0
    factor = 0.0
    for row in range(rules.bonus_start[edition], rules.bonus_start[edition + 1]):
        if k >= rules.bonus[row, 0]:
            factor = rules.bonus[row, 1]
            break
    above = strength - base if rule[at.BONUS] == at.BONUS_OF_PERFORMANCE else change
    above -= rule[at.THRESHOLD] + rule[at.A_GAME] * (games - rule[at.BONUS_LEAST])
    most = min(rule[at.BONUS_MOST], rule[at.BONUS_BELOW] - (base + change))
    if rule[at.TO_PERFORMANCE] > 0.0:
        most = min(most, strength - (base + change))
    return max(rounded(min(factor * above, most), limits_of(rule, at.EVENT)), 0.0)
