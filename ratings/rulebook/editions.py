"""Dated editions of a rulebook: in force, by name, with constants, and the rules to round a list. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import date
from functools import cache
from typing import Any, ClassVar, TypeVar, cast, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

from federation.vocabulary.messages import gettext_noop
from federation.vocabulary.systems.declaration import DeclaredEdition
from federation.vocabulary.tables import BadDeclaration
from ratings.exact_math import EXACT
from ratings.rulebook.bounds import Bounds

Amendment = tuple[date, str, float | bool | str]  # from this day a constant has another value


@dataclass(frozen=True, slots=True)
class Edition:
    """What every edition has; each family adds its constants, in the order its engine reads them."""

    engine: ClassVar[str]
    # Whether ratings carry a deviation, and whether games of several at a table are rated.
    has_deviation: ClassVar[bool] = False
    rates_tables: ClassVar[bool] = False
    # What the engine reads for the words a constant may be, where it is one.
    words: ClassVar[Mapping[str, Mapping[str, float]]] = {}
    # Between which values each constant that is a number may be replaced.
    bounds: ClassVar[Mapping[str, Bounds]] = {}
    # Pairs of constants the first of which is below the second.
    rising: ClassVar[Sequence[tuple[str, str]]] = ()
    # Constants that release 1.0.0 did not have, each with the value that gives what it computed.
    since_1_0: ClassVar[Mapping[str, float | bool | str]] = {}
    # Constants no engine reads: they decide what counts before it, or what a list shows of its ratings.
    outside_engine: ClassVar[frozenset[str]] = frozenset()
    # Constants that decide which tournaments are facts at all.
    chooses_events: ClassVar[frozenset[str]] = frozenset()
    # Whether amendments may change what the engine reads, too; such editions always list theirs.
    engine_is_amended: ClassVar[bool] = False

    name: str
    effective: date | None  # None: never in force by date
    clause: str  # where the rules stand
    # Constants that change while it is in force.
    later: tuple[Amendment, ...] = field(default=(), kw_only=True)

    def handicap_worth(self, stones: float) -> float:
        """Return by how much a handicap raises Black (FFG and EGF rules 1.3); 0 in systems without."""
        step: float = getattr(self, "handicap_step", 0.0)
        return step * (stones - getattr(self, "komi_stones", 0.0))

    @property
    def established_from(self) -> float:
        """Return the deviation down to which, or the games from which on, a rating is established."""
        return 0.0


TRUTH = gettext_noop("must be true or false")
WORD = gettext_noop("must be one of {known}")
NUMBER = gettext_noop("must be a finite number")
NUMBERS = "must be numbers"
_KINDS: Mapping[type, str] = {bool: TRUTH, str: WORD, float: NUMBER}
BELOW = gettext_noop("must be below {other}, which is {value}")
ABOVE = gettext_noop("must be above {other}, which is {value}")

Some = TypeVar("Some", bound=Edition)
_ABOUT = frozenset(field.name for field in fields(Edition))
_LATER = "later"


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


@cache
def _types_of(kind: Callable[..., Edition]) -> Mapping[str, Any]:
    return get_type_hints(kind)


def from_declaration(kind: type[Some], declared: DeclaredEdition) -> Some:
    """Make an edition of a declaration, whose constants have to be those of the engine.

    A constant release 1.0.0 did not have may be missing: it has the value that gives what 1.0.0 computed.
    Raises BadDeclaration for a constant that is missing, unknown, of another type or out of bounds, and for
    an amendment of one that holds for the whole edition.
    """
    names = [field.name for field in fields(kind) if field.name not in _ABOUT]
    constants: dict[str, Any] = {**kind.since_1_0, **declared.constants}
    for name in sorted(constants.keys() ^ set(names)):
        problem = "is missing" if name in names else f"is no constant of {kind.engine}"
        raise BadDeclaration(f"edition {declared.name}: {name} {problem}")
    for name, wanted in _types_of(cast(Callable[..., Edition], kind)).items():
        if name in constants and not isinstance(constants[name], get_origin(wanted) or wanted):
            problem = _KINDS.get(wanted, NUMBERS).format(known=", ".join(kind.words.get(name, ())))
            raise BadDeclaration(f"edition {declared.name}: {name} {problem}")
    edition = kind(declared.name, declared.since, declared.clause, **constants)
    try:
        with_parameters(edition, parameters_of(edition))
        return replace(edition, later=_amendments(edition, declared))
    except (UnknownParameterError, UnfitParameterError) as problem:
        raise BadDeclaration(f"edition {declared.name}: {problem}") from None


def _amendments(edition: Edition, declared: DeclaredEdition) -> tuple[Amendment, ...]:
    """Return the amendments of a declaration, oldest first, each held to the edition as it reads by then."""
    amendments: list[Amendment] = []
    for part in sorted(declared.later, key=lambda part: part.since):
        for name in part.constants:
            if not edition.engine_is_amended and name in engine_constants(edition):
                problem = f"{edition.engine} reads {name}, which changes with an edition only"
                raise BadDeclaration(f"edition {declared.name}, from {part.since}: {problem}")
        edition = with_parameters(edition, part.constants)
        amendments += [(part.since, name, getattr(edition, name)) for name in part.constants]
    return tuple(amendments)


def amended(edition: Some, on: date) -> Some:
    """Return an edition as it reads on a day."""
    due = {name: value for since, name, value in edition.later if since <= on}
    return replace(edition, **due) if due else edition  # type: ignore[arg-type]  # names of constants


def edition_on(editions: Sequence[Some], on: date) -> Some | None:
    """Return the edition in force on a day; None before the first."""
    dated = [edition for edition in editions if edition.effective is not None and edition.effective <= on]
    return max(dated, key=lambda edition: edition.effective or date.min, default=None)


def edition_named(editions: Sequence[Some], name: str) -> Some | None:
    """Return the edition of that name, None without one."""
    return next((edition for edition in editions if edition.name == name), None)


def parameters_of(edition: Edition) -> dict[str, float | bool | str]:
    """Return the named constants of an edition that a job may replace; printed tables are not among them."""
    return {name: value for name, value in _constants(edition).items() if not isinstance(value, tuple)}


def constants_of(edition: Edition) -> dict[str, Any]:
    """Return every constant of an edition by name, as JSON has it: tables as lists, days in ISO 8601.

    Among them the amendments, where the edition has some or its engine reads what they change.
    """
    constants = _constants(edition)
    if edition.later or edition.engine_is_amended:
        constants[_LATER] = edition.later
    return {name: _in_json(value) for name, value in constants.items()}


def _constants(edition: Edition) -> dict[str, Any]:
    return {field.name: getattr(edition, field.name) for field in fields(edition) if field.name not in _ABOUT}


def _in_json(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_in_json(item) for item in value]
    return value.isoformat() if isinstance(value, date) else value


def with_parameters(edition: Some, values: Mapping[str, object]) -> Some:
    """Replace named constants; the one check of a job's or an office's values against bounds.

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


def replaced_for_good(edition: Some, values: Mapping[str, object]) -> Some:
    """Replace constants for as long as an edition is in force: no amendment changes them later.

    Raises as `with_parameters`.
    """
    changed = with_parameters(edition, values)
    return replace(
        changed, later=tuple(amendment for amendment in changed.later if amendment[1] not in values)
    )


def replaced_in(editions: Sequence[Some], values: Mapping[str, object]) -> list[Some]:
    """Replace constants as an office does: in the last edition, in the others by `in_earlier`.

    Raises as `with_parameters`.
    """
    *earlier, newest = editions
    changed = replaced_for_good(newest, values)
    return [
        *(
            replaced_for_good(earlier_edition, in_earlier(earlier_edition, values))
            for earlier_edition in earlier
        ),
        changed,
    ]


def in_earlier(edition: Edition, values: Mapping[str, object]) -> dict[str, object]:
    """Return the constants among `values` that are replaced in an edition that is not the newest.

    A constant of an old document means something else there; but a rule the office was asked about after
    release 1.0.0 is chosen for the whole history, wherever the edition has it.
    """
    newer = newer_than_1_0(edition)
    return {name: value for name, value in values.items() if name in newer}


def newer_than_1_0(edition: Edition) -> dict[str, float | bool | str]:
    """Return the constants release 1.0.0 did not have whose values are not what it computed with."""
    return {
        name: getattr(edition, name)
        for name, value in edition.since_1_0.items()
        if getattr(edition, name) != value
    }


def pack(edition: Edition) -> list[float]:
    """Arrange the constants of an edition as one row of its engine's parameter table, fields in order."""
    row: list[float] = []
    for name in engine_constants(edition):
        value = getattr(edition, name)
        if isinstance(value, str) and name in edition.words:
            value = edition.words[name][value]
        row.extend(value if isinstance(value, tuple) else (float(value),))
    return row


def engine_constants(edition: Edition) -> list[str]:
    """Return the names of the constants an engine reads, in its order."""
    return [name for name in _constants(edition) if name not in edition.outside_engine]


def place_of(edition: Edition, name: str) -> int:
    """Return the place of a constant in the packed row of an edition without printed tables.

    Raises KeyError for a name that is none of its constants.
    """
    places = engine_constants(edition)
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


Floats = NDArray[np.float64]
HALF_UP = "half-up"
HALF_AWAY = "half-away"


def _half_away(values: Floats) -> Floats:
    whole: Floats = np.trunc(values)
    whole += np.where(np.abs(values - whole) >= 0.5, np.sign(values), 0.0)
    return whole


_RULES: Mapping[str, Callable[[Floats], Floats]] = {
    HALF_UP: lambda values: np.floor(values + 0.5),
    HALF_AWAY: _half_away,  # from zero
    "half-even": np.rint,
    "floor": np.floor,
}
# As the words of a constant, which most editions have; no engine reads the numbers.
ROUNDINGS: Mapping[str, float] = {rule: float(place) for place, rule in enumerate(_RULES)}


def rounded(values: Floats, rule: str) -> NDArray[np.int64]:
    """Return ratings in whole points, by one of the ROUNDINGS."""
    return _RULES[rule](values).astype(np.int64)


def rounded_rating(value: float, rule: str) -> int:
    """Return one rating in whole points, by one of the ROUNDINGS; pages of moves ask for hundreds."""
    return int(_RULES[rule](np.asarray(value)))


def rounding_of(edition: Edition) -> str:
    """Return the rule of an edition; half up where its engine computes in whole points (FIDE)."""
    rule: str = getattr(edition, "rounding", HALF_UP)
    return rule
