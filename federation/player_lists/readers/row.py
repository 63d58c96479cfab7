"""Rows of every player list, and findings of lines that are none. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date

from federation.vocabulary.messages import gettext_noop
from federation.vocabulary.names import full_name

UNLICENSED = ("-", "X")  # letters of the FFG ladder


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player as a list writes them; underscores are blanks already."""

    line: int  # 1-based
    identifiers: Mapping[str, str]  # scheme -> number
    surname: str
    given_name: str
    country: str  # two letters, XX unknown
    club: str  # label, "" none
    grade: str = ""
    rating: float | None = None  # level (FFG) or GoR (EGF), as listed
    licence_status: str = ""  # FFG letter
    season: int | None = None  # of the licence
    events: int | None = None  # tournaments so far
    last_event: str = ""  # EGF code
    club_country: str = ""  # where it is not the player's: the ladder's clubs are French

    @property
    def name(self) -> str:
        """The name as written, surname first."""
        return full_name(self.surname, self.given_name)

    @property
    def club_place(self) -> tuple[str, str]:
        """The club's label and country."""
        return self.club, self.club_country or self.country

    @property
    def rating_meant(self) -> float | None:
        """The rating the list stands for: the centre of the hundred where only its lower end is shown.

        FFG ladder rules 3.1: who has no licence is listed at the lower end of their grade (-315 as -400).
        """
        if self.rating is not None and self.licence_status in UNLICENSED and self.rating % 100 == 0:
            return self.rating + 50
        return self.rating


@dataclass(frozen=True, slots=True)
class ListFinding:
    """Something in a list that could not be taken; `values` fill the gaps of the code's text in `TEXTS`."""

    code: str
    line: int | None = None
    values: Mapping[str, str | int] = field(default_factory=dict)

    @property
    def message(self) -> str:
        """The English sentence."""
        return TEXTS[self.code].format(**self.values)


@dataclass(frozen=True, slots=True)
class PlayerList:
    """A list being read: rows and findings come as they are read, once."""

    format: str  # "ffg-v3", "ffg-2014", "egd"
    scheme: str  # whose list it is: "ffg", "egd"
    list_date: date | None
    rows: Iterator[PlayerRow | ListFinding]


class NoList(Exception):
    """The bytes are no supported player list; `finding` gives the reason."""

    def __init__(self, finding: ListFinding) -> None:
        super().__init__(finding.message)
        self.finding = finding


# code -> English sentence
TEXTS: dict[str, str] = {
    "unknown-list": gettext_noop(
        "This is not a player list we can read (FFG ladder, EGD all-world list, FIDE list)."
    ),
    "list-too-large": gettext_noop("The list is larger than {limit} bytes."),
    "list-damaged": gettext_noop("The compressed file is damaged. Download it again."),
    "list-empty": gettext_noop("The list has no players. Download it again."),
    "list-unreadable": gettext_noop(
        "More than {limit} lines cannot be read. Check that this is the file as it was published."
    ),
    "list-archive": gettext_noop(
        "The zip file does not contain exactly one list (.txt or .xml). Unpack it and use the list itself."
    ),
    "list-cut-off": gettext_noop("The XML ends in line {line} before the list does: the file is cut off."),
    "list-not-well-formed": gettext_noop(
        "The XML is not well-formed in line {line}. Often an “&” or “<” stands there where “&amp;” or"
        " “&lt;” is needed."
    ),
    "list-workbook": gettext_noop("The file is a workbook. Save the sheet as text (CSV), and use that file."),
    "list-differs-too-much": gettext_noop(
        "The list differs from the register in {count} places, more than {limit}: import it by command."
    ),
    "older-list": gettext_noop(
        "A newer list, of {day}, has already been imported: what it says of players stays. Discard this list;"
        " to apply it all the same, undo the import of the newer list first."
    ),
    "overtaken": gettext_noop(
        "The register has changed since the plan was made. Nothing was applied; here is the updated plan."
    ),
    "short-line": gettext_noop("The line has {length} characters; {least} are needed."),
    "no-name": gettext_noop("The line has no name."),
    "odd-level": gettext_noop("“{written}” is not a level."),
    "odd-rating": gettext_noop("“{written}” is not a rating."),
    "odd-licence": gettext_noop("“{written}” is not a licence number."),
    "odd-status": gettext_noop("“{written}” is not a licence status."),
    "odd-number": gettext_noop("“{written}” is not a player number."),
    "number-again": gettext_noop("Number {number} is already in the list."),
    "number-twice": gettext_noop("Number {number} is already in the list, in line {first}."),
    "player-unclear": gettext_noop(
        "{name} has no number and may be a player in the register; players of that name: {count}."
    ),
    "player-similar": gettext_noop("{name} has no number and may be {other} in the register."),
    "number-similar": gettext_noop(
        "{name} has the number {number}, which no one has, and will be new unless you say who it is."
    ),
    "number-other-person": gettext_noop(
        "{name} has the number {number}, which is that of {other} in the register: "
        "the names are quite different."
    ),
    "number-other-surname": gettext_noop(
        "{name} has the number {number}, which is that of {other} in the register: the same given name with "
        "another surname."
    ),
    "erased-person": gettext_noop(
        "{name} resembles a person whose data were erased on request on {day}: add the player only if this "
        "is someone else, or if they agree."
    ),
    "player-twice": gettext_noop(
        "{name} is on another line of the list; this one, without a number, was skipped."
    ),
    "name-twice": gettext_noop("{name} has no number and appears in the list {count} times."),
    "name-hidden": gettext_noop("{name} has neither a number nor a name: a player who is not shown by name."),
}
