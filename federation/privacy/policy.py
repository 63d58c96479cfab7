"""Privacy policy: which field of a person an output may show, and to which audience. Pure.

Every output asks `level`. A field without a row is an error, not a default: an output that needs it fails.
"""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from federation.vocabulary.messages import gettext_noop

LEAST_IN_CATEGORY = 5  # players of a category that is offered
LEAST_IN_CLUB = 20  # players of a club on a list, for an anonymous player's club to be shown


class Level(StrEnum):
    """How far a field goes."""

    SHOWN = "shown"
    CATEGORY = "category"  # filters, named lists, number ones; never a value
    OFFICE = "office"  # as the office sets it (settings.MINORS_SHOWN)
    INSIDE = "inside"


class Kind(StrEnum):
    """The kind of system a list belongs to; the register belongs to no list and is OTHER."""

    FIDE = "fide"
    OTHER = "other"


class Audience(StrEnum):
    """Who reads an output; the office and the player read everything and ask no policy."""

    PUBLIC = "public"
    PROOF = "proof"  # bundles from which a list is computed again


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table; None fits every kind of system, or every age."""

    field: str
    level: Level
    kind: Kind | None = None
    minor: bool | None = None
    audience: Audience = Audience.PUBLIC


TABLE: tuple[Row, ...] = (
    Row("name", Level.SHOWN, minor=False),
    Row("name", Level.OFFICE, minor=True),
    Row("club", Level.SHOWN),
    Row("title", Level.SHOWN),
    Row("sex", Level.SHOWN, Kind.FIDE),  # FIDE publishes year of birth, sex and titles itself
    Row("sex", Level.CATEGORY, Kind.OTHER),
    Row("age", Level.SHOWN, Kind.FIDE),
    Row("age", Level.CATEGORY, Kind.OTHER),
    Row("birth_year", Level.SHOWN, Kind.FIDE),
    Row("birth_year", Level.INSIDE, Kind.OTHER),
    Row("birth_date", Level.INSIDE),
    Row("own_number", Level.SHOWN),  # of the register whose list or tournament it is
    Row("number", Level.SHOWN, minor=False),  # of any other register
    Row("number", Level.INSIDE, minor=True),
    Row("national", Level.SHOWN, Kind.FIDE),  # national records of a chess tournament
    Row("national", Level.INSIDE, Kind.OTHER),
    Row("arbiter", Level.SHOWN),  # the name of who directs a tournament, whether they play in it or not
    Row("contact", Level.INSIDE),
    Row("remark", Level.INSIDE),
    Row("birth_year", Level.CATEGORY, Kind.FIDE, audience=Audience.PROOF),
)
# What a player's own choice hides beside the name; the club of an anonymous player by LEAST_IN_CLUB.
HIDDEN_BY_CHOICE = {
    "public": frozenset[str](),
    "initials": frozenset({"own_number", "number", "national", "arbiter"}),
    "anonymous": frozenset({"own_number", "number", "national", "arbiter", "birth_year", "age", "sex"}),
}
# What lists and results are made of: no row hides it, for any choice of a player.
ALWAYS = (
    gettext_noop("Ratings, ranks and results"),
    gettext_noop("Federation, grade and licence"),
    gettext_noop("Number in this register"),
)
LABELS = {
    "name": gettext_noop("Name"),
    "club": gettext_noop("Club"),
    "title": gettext_noop("Titles"),
    "sex": gettext_noop("Sex"),
    "age": gettext_noop("Age group"),
    "birth_year": gettext_noop("Year of birth"),
    "birth_date": gettext_noop("Date of birth"),
    "own_number": gettext_noop("Number in the register of the list"),
    "number": gettext_noop("Numbers in other registers"),
    "national": gettext_noop("National records in tournament files"),
    "arbiter": gettext_noop("Name as an arbiter in tournament files"),
    "contact": gettext_noop("E-mail, telephone and other contact data"),
    "remark": gettext_noop("Remarks and other free text in files"),
}


def level(
    field: str, kind: Kind = Kind.OTHER, *, minor: bool = False, audience: Audience = Audience.PUBLIC
) -> Level:
    """Return the level of a field; LookupError where the table has no row for it."""
    for row in TABLE:
        if (
            (row.field, row.audience) == (field, audience)
            and row.kind in (None, kind)
            and row.minor in (None, minor)
        ):
            return row.level
    raise LookupError(f"no privacy policy for {field} ({kind}, minor: {minor}, {audience})")


def is_shown(field: str, kind: Kind = Kind.OTHER, *, minor: bool = False, choice: str = "public") -> bool:
    """Return whether the public sees a field of a player who made a choice."""
    return level(field, kind, minor=minor) is Level.SHOWN and field not in HIDDEN_BY_CHOICE[choice]


def visible_fields(
    choice: str, kinds: Collection[Kind], *, minor: bool
) -> list[tuple[str, Level, set[Kind]]]:
    """Return the fields the public still has of a player who made a choice, but for the name.

    Each with how far it goes, all of it or no more than the category, and in which of some kinds of systems.
    """
    fields = dict.fromkeys(row.field for row in TABLE if row.field != "name")
    levels = (Level.SHOWN, Level.CATEGORY)
    rows = [
        (field, reach, {kind for kind in kinds if level(field, kind, minor=minor) is reach})
        for field in fields
        if field not in HIDDEN_BY_CHOICE[choice]
        for reach in levels
    ]
    return [row for row in rows if row[2]]


def first_minor_year(year: int, age: int) -> int:
    """Return the first year of birth of minors in a year.

    Only years of birth are known: a minor stays one until the year of the birthday ends.
    """
    return year - age


def is_minor(birth_year: int | None, year: int, age: int) -> bool:
    """Return whether a person may be a minor in a year; False where the year of birth is not known."""
    return birth_year is not None and birth_year >= first_minor_year(year, age)


def shown_as(birth_year: int | None, year: int, *, minors: str, age: int) -> str:
    """Return how a player who made no choice is shown: "public", or `minors`, the office's setting."""
    by_office = level("name", minor=is_minor(birth_year, year, age)) is Level.OFFICE
    return minors if by_office else "public"
