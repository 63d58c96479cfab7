"""Result of reading any file: Report, Entrant, Pairing, Bye, Team.

Pure records of all readers and writers.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from federation.vocabulary.disciplines.catalogue import DEFAULT
from tournaments.reports.findings import Finding
from tournaments.reports.mcmahon import McMahon
from tournaments.reports.outcomes import ByeKind, Outcome, is_rateable

BIRTH_YEARS = range(1850, 2151)


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player as a file writes him. `number` is his 1-based place in the order of the file's entrants."""

    number: int
    surname: str
    given_name: str = ""
    grade: str = ""  # declared grade: "5k", "2d", "3p", "" when none
    country: str = ""  # two letters as Go files write them (UK, not GB; XX unknown)
    club: str = ""  # club code as written
    identifiers: Mapping[str, str] = field(default_factory=dict)  # scheme ("ffg", "egd", "aga") -> number
    rating: float | None = None  # as written, in the file's own scale
    licence_status: str = ""  # FFG letter
    rank: str = ""  # printed rank, "" where tied
    participating: tuple[bool, ...] = ()  # by round, where the file gives it
    line: int | None = None
    # chess
    start_number: int | None = None  # as the file counts its players, where that is not `number`
    sex: str = ""  # "f", "m"
    title: str = ""  # FIDE: "GM", "WIM"
    federation: str = ""  # three letters as FIDE writes them
    birth: str = ""  # as exact as the file: "1990-11-30", "1990"
    score: str = ""  # printed score: "5.5"

    @property
    def birth_year(self) -> int | None:
        """The year of birth; None where the file gives none that can be one."""
        year = int(self.birth[:4]) if self.birth[:4].isdecimal() else 0
        return year if year in BIRTH_YEARS else None


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two entrants paired in a round. `white` and `black` are entrant numbers."""

    round: int
    white: int
    black: int
    outcome: Outcome
    by_default: bool = False
    handicap: int = 0
    colour_known: bool = True
    board: int | None = None
    line: int | None = None
    short: bool = False  # chess: ended before both had moved (by default, too), so never rated

    @property
    def rateable(self) -> bool:
        """Whether the game can be rated at all (played, one winner or a draw)."""
        return is_rateable(self.outcome, by_default=self.by_default)


@dataclass(frozen=True, slots=True)
class Bye:
    """An entrant without opponent in a round."""

    round: int
    entrant: int
    kind: ByeKind
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Team:
    """A team as a file lists it; `members` are entrant numbers in board order, the figures as printed."""

    number: int
    name: str
    members: tuple[int, ...] = ()
    nickname: str = ""
    strength: str = ""
    match_points: str = ""
    game_points: str = ""
    rank: str = ""


@dataclass(frozen=True, slots=True)
class NationalRecord:
    """What a national federation knows of an entrant, beside FIDE's figures (TRF26)."""

    entrant: int
    federation: str  # three letters, whose record it is
    name: str = ""
    sex: str = ""
    classification: str = ""
    rating: int | None = None
    origin: str = ""  # region or club, three letters
    number: str = ""
    birth: str = ""
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """A whole tournament as it stands in a file, with the findings made while reading."""

    format: str  # key in tournaments.formats.table
    encoding: str  # as decoded: "utf-8", "iso-8859-15", ...
    name: str = ""
    start: date | None = None
    end: date | None = None
    place: str = ""  # town, "OGS", ...
    country: str = ""  # two letters, "" unknown
    rounds: int = 0
    board_size: int = 19
    komi: float | None = None
    time_class: str = ""  # EGF class A B C D, "" unknown or below C
    adjusted_minutes: float | None = None  # main time + the rules' allowance for byo-yomi, minutes
    time_system: str = ""  # words of the file, or ours
    online: bool | None = None  # None: the file does not say
    handicap_reduction: int | None = None  # H9 "HA[h1]": grade difference minus 1
    mcmahon: McMahon | None = None  # None: the file does not say
    program: str = ""
    comments: tuple[str, ...] = ()
    entrants: tuple[Entrant, ...] = ()
    pairings: tuple[Pairing, ...] = ()
    byes: tuple[Bye, ...] = ()
    findings: tuple[Finding, ...] = ()
    # chess
    discipline: str = DEFAULT
    federation: str = ""  # three letters as FIDE writes them
    rate: str = ""  # "standard", "rapid", "blitz", "" unknown
    system: str = ""  # kind of tournament in the words of the file
    arbiters: tuple[str, ...] = ()  # the chief arbiter first; "" there when only deputies are named
    round_dates: tuple[date | None, ...] = ()
    teams: tuple[Team, ...] = ()
    nationals: tuple[NationalRecord, ...] = ()
    records: tuple[str, ...] = ()  # lines for pairing programs, preserved as written
