"""Dated editions of a rulebook: which is in force, which has a name, what its constants are called."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import date
from typing import ClassVar, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from tournaments.findings import gettext_noop


@dataclass(frozen=True, slots=True)
class Edition:
    """What every edition has; each family adds its constants, in the order its engine reads them."""

    # What the engine reads for the words a constant may be, where it is one.
    words: ClassVar[Mapping[str, Mapping[str, float]]] = {}

    name: str
    effective: date | None  # None: never in force by date
    clause: str  # where the rules stand


TRUTH = gettext_noop("true or false")
WORD = gettext_noop("a word")
NUMBER = gettext_noop("a finite number")
ABOVE_ZERO = gettext_noop("a number above 0")
NOT_BELOW_ZERO = gettext_noop("a number that is not below 0")

Some = TypeVar("Some", bound=Edition)
_ABOUT = frozenset(field.name for field in fields(Edition))


class UnknownParameterError(Exception):
    """No constant of the edition has this name; `known` lists those that have one."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        super().__init__(f"unknown parameter {name}; known: {', '.join(known)}")
        self.name, self.known = name, tuple(known)


class UnfitParameterError(Exception):
    """The value cannot stand for this constant; `wanted` is the type it must have."""

    def __init__(self, name: str, wanted: str) -> None:
        super().__init__(f"parameter {name} must be {wanted}")
        self.name, self.wanted = name, wanted


def above_zero(name: str, value: float) -> None:
    """Raise UnfitParameterError unless a constant is above 0."""
    if not value > 0.0:
        raise UnfitParameterError(name, ABOVE_ZERO)


def not_below_zero(name: str, value: float) -> None:
    """Raise UnfitParameterError where a constant is below 0."""
    if not value >= 0.0:
        raise UnfitParameterError(name, NOT_BELOW_ZERO)


def edition_on(editions: Sequence[Some], on: date) -> Some | None:
    """Give the edition in force on a day; None before the first."""
    dated = [edition for edition in editions if edition.effective is not None and edition.effective <= on]
    return max(dated, key=lambda edition: edition.effective or date.min, default=None)


def edition_named(editions: Sequence[Some], name: str) -> Some | None:
    """Give the edition of that name, None where there is none."""
    return next((edition for edition in editions if edition.name == name), None)


def parameters_of(edition: Edition) -> dict[str, float | bool | str]:
    """Give the named constants of an edition that a job may replace; printed tables are not among them."""
    values = {
        field.name: getattr(edition, field.name) for field in fields(edition) if field.name not in _ABOUT
    }
    return {name: value for name, value in values.items() if not isinstance(value, tuple)}


def with_parameters(edition: Some, values: Mapping[str, object]) -> Some:
    """Replace named constants.

    Raises UnknownParameterError and UnfitParameterError; numbers are finite, divisors and steps above 0.
    """
    known = parameters_of(edition)
    for name, value in values.items():
        if name not in known:
            raise UnknownParameterError(name, sorted(known))
        _check(name, value, known[name])
    changed = {name: value if isinstance(value, bool | str) else float(cast(float, value))
               for name, value in values.items()}  # fmt: skip
    return replace(edition, **changed)  # type: ignore[arg-type]  # names and types were checked above


def pack(edition: Edition) -> list[float]:
    """Lay the constants of an edition out as one row of its engine's parameter table, fields in order."""
    row: list[float] = []
    for field in fields(edition):
        value = getattr(edition, field.name)
        if isinstance(value, str) and field.name in edition.words:
            value = edition.words[field.name][value]
        if field.name not in _ABOUT:
            row.extend(value if isinstance(value, tuple) else (float(value),))
    return row


def place_of(edition: Edition, name: str) -> int:
    """Give the place of a constant in the packed row of an edition without printed tables.

    Raises KeyError for a name that is none of its constants.
    """
    places = [field.name for field in fields(edition) if field.name not in _ABOUT]
    if name not in places:
        raise KeyError(name)
    return places.index(name)


def pack_all(editions: Sequence[Edition]) -> NDArray[np.float64]:
    """Pack several editions of one family: the parameter table, one row per edition."""
    return np.array([pack(edition) for edition in editions], np.float64)


def _check(name: str, value: object, present: object) -> None:
    if isinstance(present, bool | str):
        if not isinstance(value, type(present)):
            raise UnfitParameterError(name, TRUTH if isinstance(present, bool) else WORD)
        return
    if isinstance(value, bool) or not isinstance(value, int | float) or not _is_finite(value):
        raise UnfitParameterError(name, NUMBER)
    if name.endswith(("divisor", "step", "exponent")) and value <= 0:
        raise UnfitParameterError(name, ABOVE_ZERO)


def _is_finite(value: float) -> bool:
    try:
        return math.isfinite(float(value))
    except OverflowError:
        return False
