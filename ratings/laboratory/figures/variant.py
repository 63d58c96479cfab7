"""A variant of a system's rules, read from JSON. Pure; `rules` holds it to the rulebook."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from federation.vocabulary.messages import gettext_noop
from ratings.rulebook.bounds import RATING, Bounds
from ratings.rulebook.editions import NUMBER, TRUTH
from ratings.rulebook.systems import SYSTEMS

NAME_MOST = 80
K_FACTOR = Bounds(0.1, 10)
CONVERSION_FACTOR = Bounds(0.1, 10)
PERIODS = (1, 2, 3, 6)  # months from list to list; all divide a year

MISSING = gettext_noop("is missing")
UNKNOWN = gettext_noop("is not known; known: {known}")
NOT_A_DAY = gettext_noop("must be a day, YYYY-MM-DD")
NOT_AN_OBJECT = gettext_noop("must be an object")
NOT_A_NAME = gettext_noop("must be a text of 1 to {most} characters")
NO_PERIODS = gettext_noop("cannot be changed: only systems rated by lists have periods")
NOT_A_PERIOD = gettext_noop("must be 1, 2, 3 or 6, months from one list to the next")

Value = float | bool | str


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with one place of a variant; the gaps of `text` are filled from `values`."""

    place: str
    text: str
    values: Mapping[str, str | float | date]


class UnfitVariant(Exception):
    """Raised for a variant that cannot be simulated, with every problem found."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(
            "; ".join(f"{problem.place} {problem.text.format(**problem.values)}" for problem in problems)
        )
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
    k_factor: float  # multiplies K (con of the EGF) of every edition
    conversion: Conversion | None
    period: int = 1  # months from one list to the next (FIDE)

    @property
    def as_json(self) -> dict[str, Any]:
        """Return the variant as the JSON `read` takes, parts that change nothing left out."""
        document: dict[str, Any] = {"name": self.name, "system": self.system}
        if self.constants:
            document["constants"] = {name: dict(values) for name, values in self.constants.items()}
        if self.dates:
            document["dates"] = {name: day.isoformat() for name, day in self.dates.items()}
        if not self.adjustment:
            document["adjustment"] = False
        if not self.floor:
            document["floor"] = False
        if self.k_factor != 1.0:
            document["k_factor"] = self.k_factor
        if self.period != 1:
            document["period"] = self.period
        if self.conversion:
            day = self.conversion.day.isoformat()
            document["conversion"] = {
                "date": day,
                "factor": self.conversion.factor,
                "offset": self.conversion.offset,
            }
        return document


def read(document: object) -> Variant:
    """Read a variant from parsed JSON; raises UnfitVariant with every problem of its form."""
    if not isinstance(document, Mapping):
        raise UnfitVariant([Problem("variant", NOT_AN_OBJECT, {})])
    reader = _Reader(document)
    variant = reader.variant()
    if reader.problems:
        raise UnfitVariant(reader.problems)
    return variant


class _Reader:
    """Reads the parts of a variant and notes what is wrong with each."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self._said = document
        self.problems: list[Problem] = []

    def variant(self) -> Variant:
        known = (*Variant.__dataclass_fields__,)
        for name in self._said:
            if name not in known:
                self._note(str(name), UNKNOWN, known=", ".join(known))
        system = self._system()
        return Variant(
            name=self._name(),
            system=system,
            constants=self._constants(),
            dates={str(name): self._day(f"dates.{name}", day) for name, day in self._object("dates").items()},
            adjustment=self._truth("adjustment"),
            floor=self._truth("floor"),
            k_factor=self._number("k_factor", self._said.get("k_factor", 1.0), K_FACTOR),
            conversion=self._conversion(),
            period=self._period(system),
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
        return key

    def _period(self, system: str) -> int:
        period = self._said.get("period", 1)
        if "period" in self._said and system and not SYSTEMS[system].entry.moves_by_period:
            self._note("period", NO_PERIODS)
        elif isinstance(period, bool) or not isinstance(period, int) or period not in PERIODS:
            self._note("period", NOT_A_PERIOD)
        else:
            return period
        return 1

    def _object(self, name: str) -> Mapping[str, Any]:
        part = self._said.get(name, {})
        if not isinstance(part, Mapping):
            self._note(name, NOT_AN_OBJECT)
            return {}
        return part

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
        conversion = self._object("conversion")
        for name in conversion.keys() - {"date", "factor", "offset"}:
            self._note(f"conversion.{name}", UNKNOWN, known="date, factor, offset")
        return Conversion(
            self._day("conversion.date", conversion.get("date")),
            self._number("conversion.factor", conversion.get("factor", 1.0), CONVERSION_FACTOR),
            self._number("conversion.offset", conversion.get("offset", 0.0), RATING),
        )
