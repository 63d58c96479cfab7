"""A variant of a system's rules: read from JSON, within the rulebook's bounds, packed. Pure."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from federation.vocabulary.messages import gettext_noop
from ratings.engines.contract import Floats
from ratings.exact_math import EXACT
from ratings.rulebook.bounds import RATING, Bounds
from ratings.rulebook.editions import (
    NUMBER,
    TRUTH,
    Edition,
    UnfitParameterError,
    UnknownParameterError,
    pack_all,
    with_parameters,
)
from ratings.rulebook.egf import EgfEdition
from ratings.rulebook.ffg import FfgEdition
from ratings.rulebook.systems import SYSTEMS

NAME_MOST = 80
K_FACTOR = Bounds(0.1, 10)
CONVERSION_FACTOR = Bounds(0.1, 10)
FAMILIES = ("ffg", "gor")  # engines whose facts are replayed event by event

MISSING = gettext_noop("is missing")
UNKNOWN = gettext_noop("is not known; known: {known}")
NOT_A_DAY = gettext_noop("must be a day, YYYY-MM-DD")
NOT_AN_OBJECT = gettext_noop("must be an object")
NOT_A_NAME = gettext_noop("must be a text of 1 to {most} characters")
NO_FAMILY = gettext_noop("has no laboratory yet: only systems rated tournament by tournament have one")
SAME_DAY = gettext_noop("is the day of the edition {other}; two editions cannot begin on one day")
ONE_EDITION = gettext_noop("cannot be moved: this office rates the whole history with one edition")
NO_ADJUSTMENT = gettext_noop("is not a rule of this system")
NO_PERIODS = gettext_noop(
    "cannot be changed: this system is rated tournament by tournament, it has no periods"
)
NO_CHANGE = gettext_noop("changes nothing: every rule is as it is in force")

Value = float | bool | str


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with one place of a variant; the gaps of `text` are filled from `values`."""

    place: str
    text: str
    values: Mapping[str, str | float]


class UnfitVariant(Exception):
    """Raised for a variant that cannot be simulated, with every problem found."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("; ".join(f"{one.place} {one.text.format(**one.values)}" for one in problems))
        self.problems = tuple(problems)


@dataclass(frozen=True, slots=True)
class Conversion:
    """What is done once to every rating before the first event on or after a day: factor, then offset."""

    day: date
    factor: float
    offset: float


@dataclass(frozen=True, slots=True)
class Variant:
    """Which rules of a system are other than those in force."""

    name: str
    system: str
    constants: Mapping[str, Mapping[str, Value]]  # edition -> constant -> value
    dates: Mapping[str, date]  # edition -> the day it begins
    adjustment: bool  # False: no start is moved (FFG 1.9)
    floor: bool  # False: no lowest rating
    k_factor: float  # multiplies K (FFG) or con (EGF) of every edition
    conversion: Conversion | None

    @property
    def as_json(self) -> dict[str, Any]:
        """Return the variant as the JSON `read` takes, parts that change nothing left out."""
        said: dict[str, Any] = {"name": self.name, "system": self.system}
        if self.constants:
            said["constants"] = {name: dict(values) for name, values in self.constants.items()}
        if self.dates:
            said["dates"] = {name: day.isoformat() for name, day in self.dates.items()}
        if not self.adjustment:
            said["adjustment"] = False
        if not self.floor:
            said["floor"] = False
        if self.k_factor != 1.0:
            said["k_factor"] = self.k_factor
        if self.conversion:
            day = self.conversion.day.isoformat()
            said["conversion"] = {
                "date": day,
                "factor": self.conversion.factor,
                "offset": self.conversion.offset,
            }
        return said


@dataclass(frozen=True, slots=True)
class Rules:
    """Editions as an engine reads them: a row each, with the day from which each is in force."""

    names: tuple[str, ...]
    effective: tuple[date, ...]
    parameters: Floats
    conversion: Conversion | None = None


def read(said: object) -> Variant:
    """Read a variant from parsed JSON; raises UnfitVariant with every problem of its form."""
    if not isinstance(said, Mapping):
        raise UnfitVariant([Problem("variant", NOT_AN_OBJECT, {})])
    reader = _Reader(said)
    variant = reader.variant()
    if reader.problems:
        raise UnfitVariant(reader.problems)
    return variant


class _Reader:
    """Reads the parts of a variant and notes what is wrong with each."""

    def __init__(self, said: Mapping[str, Any]) -> None:
        self._said = said
        self.problems: list[Problem] = []

    def variant(self) -> Variant:
        known = ("name", "system", "constants", "dates", "adjustment", "floor", "k_factor", "conversion")
        for name in self._said:
            if name == "period":
                self._note("period", NO_PERIODS)
            elif name not in known:
                self._note(str(name), UNKNOWN, known=", ".join(known))
        return Variant(
            name=self._name(),
            system=self._system(),
            constants=self._constants(),
            dates={str(name): self._day(f"dates.{name}", day) for name, day in self._object("dates").items()},
            adjustment=self._truth("adjustment"),
            floor=self._truth("floor"),
            k_factor=self._number("k_factor", self._said.get("k_factor", 1.0), K_FACTOR),
            conversion=self._conversion(),
        )

    def _note(self, place: str, text: str, **values: str | float) -> None:
        self.problems.append(Problem(place, text, values))

    def _name(self) -> str:
        name = self._said.get("name")
        if not isinstance(name, str) or not 0 < len(name.strip()) <= NAME_MOST or not name.isprintable():
            self._note("name", NOT_A_NAME, most=NAME_MOST)
            return ""
        return name.strip()

    def _system(self) -> str:
        key = self._said.get("system")
        if not isinstance(key, str) or key not in SYSTEMS:
            self._note("system", UNKNOWN, known=", ".join(SYSTEMS))
            return ""
        if SYSTEMS[key].engine not in FAMILIES:
            self._note("system", NO_FAMILY)
        return key

    def _object(self, name: str) -> Mapping[str, Any]:
        said = self._said.get(name, {})
        if not isinstance(said, Mapping):
            self._note(name, NOT_AN_OBJECT)
            return {}
        return said

    def _constants(self) -> dict[str, dict[str, Value]]:
        found = {}
        for edition, values in self._object("constants").items():
            if isinstance(values, Mapping):
                found[str(edition)] = dict(values)
            else:
                self._note(f"constants.{edition}", NOT_AN_OBJECT)
        return found

    def _truth(self, name: str) -> bool:
        value = self._said.get(name, True)
        if not isinstance(value, bool):
            self._note(name, TRUTH)
        return bool(value)

    def _number(self, place: str, value: object, bounds: Bounds) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            self._note(place, NUMBER)
            return 1.0
        if not bounds.admit(value):
            self._note(place, bounds.text, **bounds.values)
            return 1.0
        return float(value)

    def _day(self, place: str, value: object) -> date:
        try:
            return date.fromisoformat(value if isinstance(value, str) else "")
        except ValueError:
            self._note(place, NOT_A_DAY)
            return date.min

    def _conversion(self) -> Conversion | None:
        if "conversion" not in self._said:
            return None
        said = self._object("conversion")
        for name in said.keys() - {"date", "factor", "offset"}:
            self._note(f"conversion.{name}", UNKNOWN, known="date, factor, offset")
        return Conversion(
            self._day("conversion.date", said.get("date")),
            self._number("conversion.factor", said.get("factor", 1.0), CONVERSION_FACTOR),
            self._number("conversion.offset", said.get("offset", 0.0), RATING),
        )


def rules_in_force(editions: Sequence[tuple[Edition, date]], *, numeric: int = EXACT) -> Rules:
    """Pack the editions as this office uses them (`policy.editions_of`)."""
    return Rules(
        tuple(one.name for one, _ in editions),
        tuple(day for _, day in editions),
        pack_all([one for one, _ in editions], numeric),
    )


def rules_of(variant: Variant, editions: Sequence[tuple[Edition, date]], *, numeric: int = EXACT) -> Rules:
    """Replace in the editions in force what a variant says is other.

    Raises UnfitVariant for editions and constants that are unknown, values outside the bounds, two editions
    that begin on one day, and where nothing at all would be other.
    """
    problems: list[Problem] = []
    names = [one.name for one, _ in editions]
    for part, given in (("constants", variant.constants), ("dates", variant.dates)):
        for name in given:
            if name not in names:
                problems.append(Problem(f"{part}.{name}", UNKNOWN, {"known": ", ".join(names)}))
    if variant.dates and len(editions) == 1:
        problems.append(Problem("dates", ONE_EDITION, {}))
    if not variant.adjustment and not any(isinstance(one, FfgEdition) for one, _ in editions):
        problems.append(Problem("adjustment", NO_ADJUSTMENT, {}))
    changed, days = [], []
    for edition, day in editions:
        changed.append(_changed(variant, edition, problems))
        days.append(variant.dates.get(edition.name, day))
    for place, day in enumerate(days):
        if day in days[:place]:
            other = names[days.index(day)]
            problems.append(Problem(f"dates.{names[place]}", SAME_DAY, {"other": other}))
    if problems:
        raise UnfitVariant(problems)
    rules = Rules(tuple(names), tuple(days), pack_all(changed, numeric), variant.conversion)
    _refuse_same(rules, rules_in_force(editions, numeric=numeric))
    return rules


def _refuse_same(rules: Rules, base: Rules) -> None:
    """Raise UnfitVariant where every rule is as it is in force."""
    converted = rules.conversion and (rules.conversion.factor, rules.conversion.offset) != (1.0, 0.0)
    same = rules.effective == base.effective and rules.parameters.tobytes() == base.parameters.tobytes()
    if same and not converted:
        raise UnfitVariant([Problem("variant", NO_CHANGE, {})])


def _changed(variant: Variant, edition: Edition, problems: list[Problem]) -> Edition:
    """Return an edition with its constants replaced; what cannot be is noted in `problems`."""
    place = f"constants.{edition.name}"
    try:
        edition = with_parameters(edition, variant.constants.get(edition.name, {}))
    except UnknownParameterError as error:
        problems.append(Problem(f"{place}.{error.name}", UNKNOWN, {"known": ", ".join(error.known)}))
    except UnfitParameterError as error:
        problems.append(Problem(f"{place}.{error.name}", error.text, error.values))
    if isinstance(edition, FfgEdition):
        return _changed_ffg(variant, edition)
    if isinstance(edition, EgfEdition):
        return _changed_egf(variant, edition)
    return edition


def _changed_ffg(variant: Variant, edition: FfgEdition) -> FfgEdition:
    scaled = tuple(value * variant.k_factor for value in edition.k)
    edition = replace(edition, k=scaled)
    edition = edition if variant.adjustment else replace(edition, passes_most=1.0)
    return edition if variant.floor else replace(edition, floor=RATING.least)


def _changed_egf(variant: Variant, edition: EgfEdition) -> EgfEdition:
    """Scale con: the printed column, or the divisor of the formula of 2021, whose power the factor passes."""
    if variant.k_factor != 1.0:
        shrunk = math.pow(variant.k_factor, 1.0 / edition.con_power) if edition.con_power > 0.0 else 1.0
        edition = replace(
            edition,
            con=tuple(value * variant.k_factor for value in edition.con),
            con_above=edition.con_above * variant.k_factor,
            con_divisor=edition.con_divisor / shrunk,
        )
    return edition if variant.floor else replace(edition, floor=RATING.least)
