"""The constants to fit: their ranges, and the coordinates the search measures them in. Pure."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from federation.vocabulary.messages import gettext_noop
from ratings.laboratory.figures.rules import Dated, Rules, rules_in_force, rules_of, why_untried
from ratings.laboratory.figures.variant import K_FACTOR, UNKNOWN, Problem, UnfitVariant, Variant
from ratings.rulebook.bounds import Bounds
from ratings.rulebook.editions import parameters_of

SCALE = "k_factor"  # multiplies K (con of the EGF), printed tables included
MOST_AT_ONCE = 4  # a curve of more would take days
TENFOLD = 10.0  # how far a scale is searched on either side
SHARE = 0.05  # of the bounds, on either side: how far a constant that may be negative is searched

NO_NUMBER = gettext_noop("is no number, it cannot be fitted; `simulate` compares its values")
TWICE = gettext_noop("is named twice")
TOO_MANY = gettext_noop("are more than {most}")
NO_SCALE = gettext_noop("cannot be fitted in this system; fit its constants of K")
NO_RANGE = gettext_noop("must be two numbers, the lower first: LOW:HIGH")
NOT_FITTED = gettext_noop("is not among the constants to be fitted")


@dataclass(frozen=True, slots=True)
class Constant:
    """A constant of one edition, as it is searched."""

    name: str  # EDITION.NAME, or k_factor
    edition: str
    key: str
    value: float  # in force
    low: float
    high: float
    decimals: int | None

    @property
    def is_scale(self) -> bool:
        """Return whether ratios count rather than differences: the search then takes logarithms."""
        return self.low > 0.0

    def coordinate(self, value: float) -> float:
        """Return where a value lies on the line that is searched."""
        return math.log(value) if self.is_scale else value

    def value_at(self, coordinate: float) -> float:
        """Return the value at a place of that line, in the range, with the decimals it may have."""
        value = math.exp(min(coordinate, 700.0)) if self.is_scale else coordinate
        value = min(max(value, self.low), self.high)
        return value if self.decimals is None else round(value, self.decimals)

    @property
    def least(self) -> float:
        """Return the lowest coordinate."""
        return self.coordinate(self.low)

    @property
    def most(self) -> float:
        """Return the highest coordinate."""
        return self.coordinate(self.high)


def choose(
    names: Sequence[str],
    editions: Sequence[Dated],
    ranges: Mapping[str, tuple[float, float]],
    *,
    may_scale: bool,
) -> list[Constant]:
    """Find the constants of these names: NAME of the newest edition, EDITION.NAME of another.

    Raises UnfitVariant with every name that is none, or whose values cannot be searched.
    """
    problems: list[Problem] = []
    found = [_one(name, editions, ranges, may_scale=may_scale, problems=problems) for name in names]
    chosen = [constant for constant in found if constant is not None]
    for place, constant in enumerate(chosen):
        if constant.name in [other.name for other in chosen[:place]]:
            problems.append(Problem(constant.name, TWICE, {}))
    if len(names) > MOST_AT_ONCE:
        problems.append(Problem("constants", TOO_MANY, {"most": MOST_AT_ONCE}))
    problems += [Problem(name, NOT_FITTED, {}) for name in ranges if name not in names]
    if problems:
        raise UnfitVariant(problems)
    return chosen


def _one(
    name: str,
    editions: Sequence[Dated],
    ranges: Mapping[str, tuple[float, float]],
    *,
    may_scale: bool,
    problems: list[Problem],
) -> Constant | None:
    if name == SCALE:
        if not may_scale:
            problems.append(Problem(name, NO_SCALE, {}))
            return None
        return _ranged(Constant(SCALE, "", SCALE, 1.0, 0.0, 0.0, None), K_FACTOR, ranges.get(name), problems)
    prefix, _, key = name.rpartition(".")
    by_name = {edition.name: edition for edition, _ in editions}
    edition = by_name.get(prefix) if prefix else editions[-1][0]
    if edition is None:
        problems.append(Problem(name, UNKNOWN, {"known": ", ".join(by_name)}))
        return None
    known = parameters_of(edition)
    if key not in known:
        numbers = [number for number in known if number in edition.bounds]
        problems.append(Problem(name, UNKNOWN, {"known": ", ".join([*numbers, *([SCALE] * may_scale)])}))
        return None
    if text := why_untried(edition, key):
        problems.append(Problem(name, text, {}))
        return None
    if key not in edition.bounds:
        problems.append(Problem(name, NO_NUMBER, {}))
        return None
    bounds = edition.bounds[key]
    constant = Constant(
        f"{edition.name}.{key}", edition.name, key, float(known[key]), 0.0, 0.0, bounds.decimals
    )
    return _ranged(constant, bounds, ranges.get(name), problems)


def _ranged(
    constant: Constant, bounds: Bounds, given: tuple[float, float] | None, problems: list[Problem]
) -> Constant | None:
    """Give a constant the range it is searched in: as asked for, else about the value in force."""
    if given is not None:
        outside = [value for value in given if not bounds.admit(value)]
        if outside:
            problems.append(Problem(constant.name, bounds.text, bounds.values))
        elif not given[0] < given[1]:
            problems.append(Problem(constant.name, NO_RANGE, {}))
        else:
            return _with_range(constant, *given)
        return None
    if bounds.least >= 0.0 and constant.value > 0.0:
        low, high = constant.value / TENFOLD, constant.value * TENFOLD
    else:
        room = SHARE * (bounds.most - bounds.least)
        low, high = constant.value - room, constant.value + room
    return _with_range(constant, max(low, bounds.least), min(high, bounds.most))


def _with_range(constant: Constant, low: float, high: float) -> Constant:
    if constant.decimals is not None:
        step = 10.0**-constant.decimals
        low, high = math.ceil(round(low / step, 6)) * step, math.floor(round(high / step, 6)) * step
    return Constant(
        constant.name, constant.edition, constant.key, constant.value, low, high, constant.decimals
    )


def rules_with(
    constants: Sequence[Constant],
    values: Sequence[float],
    *,
    system: str,
    editions: Sequence[Dated],
    numeric: int,
) -> Rules:
    """Return the rules in force with these constants replaced.

    Raises UnfitVariant where two of them contradict each other (a floor above its ceiling).
    """
    by_edition: dict[str, dict[str, float | bool | str]] = {}
    factor = 1.0
    for constant, value in zip(constants, values, strict=True):
        if constant.key == SCALE:
            factor = value
        else:
            by_edition.setdefault(constant.edition, {})[constant.key] = value
    if all(value == constant.value for constant, value in zip(constants, values, strict=True)):
        return rules_in_force(editions, numeric=numeric)
    variant = Variant(
        "fit", system, by_edition, {}, adjustment=True, floor=True, k_factor=factor, conversion=None
    )
    return rules_of(variant, editions, numeric=numeric)
