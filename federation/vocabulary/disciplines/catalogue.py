"""The disciplines: what a file declares, read into a record; all declared beside this module, in order."""

import re
from collections.abc import Mapping, Set
from dataclasses import dataclass
from importlib import resources

from federation.vocabulary import tables
from federation.vocabulary.tables import Table

SCHEMA = 1
KEY = re.compile(r"[a-z][a-z0-9-]{1,7}")  # as long as the column of a tournament
TIE_BREAKS = ("buchholz", "buchholz-cut-1", "sonneborn-berger")
# Data of a tournament, and of an entrant, in some disciplines only.
FACTS = ("time_class", "rate", "official", "round_dates")
REQUIRED = ("place", "federation", "arbiters")
COLUMNS = (
    *("grade", "club", "title", "federation", "sex", "birth_year", "rating_written", "start_number"),
    *("ffg", "egd", "aga", "fide"),
)


_FILES = (
    file
    for file in resources.files("federation.vocabulary.disciplines").iterdir()
    if file.name.endswith(".toml")
)


@dataclass(frozen=True, slots=True)
class Seat:
    """A side of a game: the name of its colour, its letter in crosstables, the phrase for playing with it."""

    name: str
    letter: str
    phrase: str


@dataclass(frozen=True, slots=True)
class Discipline:
    """One discipline as its file declares it.

    `tournament`: what one of it is called; `tournaments`: what they are called beside the streams of servers;
    `first`, `second`: the sides of a game, stored as "w" and "b"; `sizes`: of boards, the usual one first;
    `facts`: data of a tournament besides those every one has; `required`: facts whose lack is a
    warning; `tie_breaks`: which part equals, in order, in a crosstable of points, without any it has signs,
    McMahon scores and the sum of the opponents' scores; `file`: the format of what is entered by hand;
    `entrants`: what is written of entrants besides names; `required_of_entrants`: columns whose lack is a
    warning.
    """

    key: str
    order: int
    name: str
    tournament: str
    tournaments: str
    first: Seat
    second: Seat
    handicap: bool
    sizes: tuple[int, ...]
    facts: Set[str]
    required: Set[str]
    tie_breaks: tuple[str, ...]
    file: str
    entrants: Set[str]
    required_of_entrants: Set[str]

    @property
    def seats(self) -> Mapping[str, Seat]:
        """Return the sides of a game by the letters they are stored as."""
        return {"w": self.first, "b": self.second}

    @property
    def has_grades(self) -> bool:
        """Return whether entrants declare a grade."""
        return "grade" in self.entrants

    @property
    def has_ratings(self) -> bool:
        """Return whether files write the ratings of entrants."""
        return "rating_written" in self.entrants

    @property
    def has_rates(self) -> bool:
        """Return whether tournaments have a rate of play, which decides where they count."""
        return "rate" in self.facts

    @property
    def has_sizes(self) -> bool:
        """Return whether it is played on boards of several sizes."""
        return len(self.sizes) > 1


def read(text: str) -> Discipline:
    """Read a file.

    Raises BadDeclaration, with line and column where the file is no TOML.
    """
    whole = tables.parse(text, schema=SCHEMA)
    head, games, entrants = whole.table("discipline"), whole.table("games"), whole.table("entrants")
    tournaments = whole.table("tournaments")
    name = head.text("name")
    discipline = Discipline(
        key=head.take("key", str),
        order=head.take("order", int),
        name=name,
        tournament=head.text("tournament"),
        tournaments=head.text("tournaments", name),
        first=_seat(whole.table("first")),
        second=_seat(whole.table("second")),
        handicap=games.truth("handicap"),
        sizes=_sizes(games),
        facts=frozenset(tournaments.words("facts", FACTS)),
        required=frozenset(tournaments.words("required", REQUIRED)),
        tie_breaks=tournaments.words("tie_breaks", TIE_BREAKS),
        file=tournaments.take("file", str),
        entrants=frozenset(entrants.words("columns", COLUMNS)),
        required_of_entrants=frozenset(entrants.words("required", COLUMNS)),
    )
    for table in (head, games, tournaments, entrants, whole):
        table.close()
    if not KEY.fullmatch(discipline.key):
        raise head.bad("key", "2 to 8 lower-case letters, digits and hyphens, a letter first")
    if extra := discipline.required_of_entrants - discipline.entrants:
        raise entrants.bad("required", f"no column {min(extra)}")
    return discipline


def _seat(table: Table) -> Seat:
    seat = Seat(table.text("name"), table.text("letter"), table.text("phrase"))
    table.close()
    return seat


def _sizes(games: Table) -> tuple[int, ...]:
    sizes = games.array("sizes", int)
    if not sizes or min(sizes) <= 0:
        raise games.bad("sizes", "at least one size, of at least 1")
    return sizes


_ALL = sorted((read(file.read_text("utf-8")) for file in _FILES), key=lambda declared: declared.order)
DISCIPLINES: Mapping[str, Discipline] = {declared.key: declared for declared in _ALL}
# The discipline of files and rows that do not name theirs.
DEFAULT = _ALL[0].key
