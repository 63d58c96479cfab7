"""The fields of a calculator, by family of systems: their names are those of the address."""

import re
from collections.abc import Mapping
from enum import StrEnum

from federation.vocabulary.disciplines.catalogue import DISCIPLINES
from federation.vocabulary.grades import parse_grade
from ratings.rulebook.egf import EgfEdition
from ratings.rulebook.ffg import FfgEdition
from ratings.rulebook.fics import FicsEdition
from ratings.rulebook.fide import FideEdition
from ratings.rulebook.ladder import LadderEdition
from ratings.rulebook.systems import System

MOST_LINES = 12
Typed = Mapping[str, str]  # name of a field -> what stands in it

# What was scored -> the result in a job, the player's side first.
RESULTS = {"1": "1-0", "0.5": "1/2-1/2", "0": "0-1"}
_FIGURE = re.compile(r"[+-]?\d{1,9}(\.\d{1,9})?", re.ASCII)


class Family(StrEnum):
    """Systems that are asked the same questions."""

    FFG = FfgEdition.engine
    EGF = EgfEdition.engine
    FIDE = FideEdition.engine
    GLICKO = FicsEdition.engine
    TEAMS = "teams"
    LADDER = LadderEdition.engine

    @property
    def asks_colour(self) -> bool:
        """Return whether the game has a White and a Black side, and its event moves the rating."""
        return self in (Family.FFG, Family.EGF)

    @property
    def rates_tables(self) -> bool:
        """Return whether a table of several players may be asked about."""
        return self is Family.LADDER

    @property
    def is_whole(self) -> bool:
        """Return whether ratings are whole points."""
        return self in (Family.FIDE, Family.GLICKO, Family.TEAMS)


_OWN_FIELDS: Mapping[Family, tuple[str, ...]] = {
    Family.FFG: ("who", "grade", "games"),
    Family.EGF: ("who", "grade"),
    Family.FIDE: ("who", "games", "k", "born"),
    Family.GLICKO: ("who", "rd", "idle"),
    Family.TEAMS: ("who", "rd", "idle"),
    Family.LADDER: ("who", "games"),
}
_EVENT_FIELDS: Mapping[Family, tuple[str, ...]] = {
    Family.FFG: ("edition", "minutes", "size"),
    Family.EGF: ("edition", "class"),
    Family.FIDE: ("edition",),
    Family.GLICKO: ("edition",),
    Family.TEAMS: ("edition",),
    Family.LADDER: ("edition", "points"),
}
# Stems: the number of the line follows.
_LINE_FIELDS: Mapping[Family, tuple[str, ...]] = {
    Family.FFG: ("o", "s", "h", "c"),
    Family.EGF: ("o", "s", "h", "c"),
    Family.FIDE: ("o", "s"),
    Family.GLICKO: ("o", "d", "s"),
    Family.TEAMS: ("m", "md", "o", "d", "q", "qd", "s"),
    Family.LADDER: ("o", "g", "s"),
}
TABLE_FIELDS = ("o", "g", "f")  # of the ladder, one table of several
PEOPLE = ("o", "m", "q")  # stems that name a player


def family_of(system: System) -> Family:
    """Return the family whose questions fit a system."""
    return Family.TEAMS if not system.entry.games.duels else Family(system.engine)


def is_table(family: Family, typed: Typed) -> bool:
    """Return whether one table of several is asked about."""
    return family.rates_tables and typed.get("mode") == "table"


def own_fields(system: System) -> tuple[str, ...]:
    """Return the fields about the player."""
    return _asked(system, _OWN_FIELDS)


def event_fields(system: System) -> tuple[str, ...]:
    """Return the fields about the event."""
    return _asked(system, _EVENT_FIELDS)


def line_fields(system: System, typed: Typed) -> tuple[str, ...]:
    """Return the stems of the fields of a line."""
    return TABLE_FIELDS if is_table(family_of(system), typed) else _asked(system, _LINE_FIELDS)


def _asked(system: System, fields: Mapping[Family, tuple[str, ...]]) -> tuple[str, ...]:
    """Return fields without those of grades, handicap and classes where the system has none."""
    absent = set() if system.scale else {"grade"}
    if system.game in DISCIPLINES and not DISCIPLINES[system.game].handicap:
        absent |= {"h", "c"}
    if not system.entry.counts.classes:
        absent.add("class")
    return tuple(name for name in fields[family_of(system)] if name not in absent)


def names_of(system: System, typed: Typed) -> list[str]:
    """Return what has to be looked up among the players: every text that is neither a number nor a grade."""
    stems = [stem for stem in line_fields(system, typed) if stem in PEOPLE]
    fields = ["who", *(f"{stem}{line}" for line in range(1, MOST_LINES + 1) for stem in stems)]
    texts = dict.fromkeys(typed.get(field, "").strip() for field in fields)
    return [text for text in texts if text and figure(text) is None and not is_grade(system, text)]


def figure(text: str) -> int | float | None:
    """Read a number as people type it: a comma, a true minus, blanks between thousands."""
    plain = "".join(text.split()).replace("\N{MINUS SIGN}", "-").replace(",", ".")
    if not _FIGURE.fullmatch(plain):
        return None
    value = float(plain)
    return int(value) if value.is_integer() else value


def is_grade(system: System, text: str) -> bool:
    """Return whether a text is a grade in a system that knows grades."""
    return bool(system.scale) and parse_grade(text) is not None
