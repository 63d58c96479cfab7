"""Dated editions of a rulebook: which is in force, which has a name, what its constants are called."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import date
from typing import Any, ClassVar, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from federation.vocabulary.messages import gettext_noop
from ratings.exact_math import EXACT
from ratings.rulebook.bounds import Bounds


@dataclass(frozen=True, slots=True)
class Edition:
    """What every edition has; each family adds its constants, in the order its engine reads them."""

    # What the engine reads for the words a constant may be, where it is one.
    words: ClassVar[Mapping[str, Mapping[str, float]]] = {}
    # Between which values each constant that is a number may be replaced.
    bounds: ClassVar[Mapping[str, Bounds]] = {}
    # Pairs of constants the first of which is below the second.
    rising: ClassVar[Sequence[tuple[str, str]]] = ()

    name: str
    effective: date | None  # None: never in force by date
    clause: str  # where the rules stand


TRUTH = gettext_noop("must be true or false")
WORD = gettext_noop("must be one of {known}")
NUMBER = gettext_noop("must be a finite number")
BELOW = gettext_noop("must be below {other}, which is {value}")
ABOVE = gettext_noop("must be above {other}, which is {value}")

Some = TypeVar("Some", bound=Edition)
_ABOUT = frozenset(field.name for field in fields(Edition))


class UnknownParameterError(Exception):
    """No constant of the edition has this name; `known` lists those that have one."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        super().__init__(f"unknown parameter {name}; known: {', '.join(known)}")
        self.name, self.known = name, tuple(known)


class UnfitParameterError(Exception):
    """The value cannot stand for this constant; `text` is a sentence whose gaps `values` fill."""

    def __init__(self, name: str, text: str, **values: str | float) -> None:
        super().__init__(f"parameter {name} {text.format(**values)}")
        self.name, self.text, self.values = name, text, values


def edition_on(editions: Sequence[Some], on: date) -> Some | None:
    """Return the edition in force on a day; None before the first."""
    dated = [edition for edition in editions if edition.effective is not None and edition.effective <= on]
    return max(dated, key=lambda edition: edition.effective or date.min, default=None)


def edition_named(editions: Sequence[Some], name: str) -> Some | None:
    """Return the edition of that name, None where there is none."""
    return next((edition for edition in editions if edition.name == name), None)


def parameters_of(edition: Edition) -> dict[str, float | bool | str]:
    """Return the named constants of an edition that a job may replace; printed tables are not among them."""
    return {name: value for name, value in _constants(edition).items() if not isinstance(value, tuple)}


def constants_of(edition: Edition) -> dict[str, Any]:
    """Return every constant of an edition by name, as JSON has it: tables as lists, days in ISO 8601."""
    return {name: _in_json(value) for name, value in _constants(edition).items()}


def _constants(edition: Edition) -> dict[str, Any]:
    return {field.name: getattr(edition, field.name) for field in fields(edition) if field.name not in _ABOUT}


def _in_json(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_in_json(one) for one in value]
    return value.isoformat() if isinstance(value, date) else value


def with_parameters(edition: Some, values: Mapping[str, object]) -> Some:
    """Replace named constants; the one place where what a job or an office says is held to the bounds.

    Raises UnknownParameterError, and UnfitParameterError for a value outside the bounds of its constant.
    """
    known = parameters_of(edition)
    for name, value in values.items():
        if name not in known:
            raise UnknownParameterError(name, sorted(known))
        _check(edition, name, value)
    constants = {
        name: value if isinstance(value, bool | str) else float(cast(float, value))
        for name, value in values.items()
    }
    changed = replace(edition, **constants)  # type: ignore[arg-type]  # names and types were checked above
    for low, high in edition.rising:
        least, most = getattr(changed, low), getattr(changed, high)
        if not least < most and low in values:
            raise UnfitParameterError(low, BELOW, other=high, value=most)
        if not least < most:
            raise UnfitParameterError(high, ABOVE, other=low, value=least)
    return changed


def pack(edition: Edition) -> list[float]:
    """Arrange the constants of an edition as one row of its engine's parameter table, fields in order."""
    row: list[float] = []
    for field in fields(edition):
        value = getattr(edition, field.name)
        if isinstance(value, str) and field.name in edition.words:
            value = edition.words[field.name][value]
        if field.name not in _ABOUT:
            row.extend(value if isinstance(value, tuple) else (float(value),))
    return row


def place_of(edition: Edition, name: str) -> int:
    """Return the place of a constant in the packed row of an edition without printed tables.

    Raises KeyError for a name that is none of its constants.
    """
    places = [field.name for field in fields(edition) if field.name not in _ABOUT]
    if name not in places:
        raise KeyError(name)
    return places.index(name)


def pack_all(editions: Sequence[Edition], numeric: int = EXACT) -> NDArray[np.float64]:
    """Pack several editions of one family: the parameter table, one row per edition.

    `numeric` is the contract of the functions they are computed with (exact_math).
    """
    return np.array([[*pack(edition), float(numeric)] for edition in editions], np.float64)


def _check(edition: Edition, name: str, value: object) -> None:
    present = getattr(edition, name)
    if isinstance(present, bool):
        if not isinstance(value, bool):
            raise UnfitParameterError(name, TRUTH)
    elif isinstance(present, str):
        if not isinstance(value, str) or value not in edition.words[name]:
            raise UnfitParameterError(name, WORD, known=", ".join(edition.words[name]))
    elif isinstance(value, bool) or not isinstance(value, int | float):
        raise UnfitParameterError(name, NUMBER)
    elif not edition.bounds[name].admit(value):
        raise UnfitParameterError(name, edition.bounds[name].text, **edition.bounds[name].values)
