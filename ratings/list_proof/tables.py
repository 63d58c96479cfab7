"""Tables of a bundle, with their columns, keys and order."""

from collections.abc import Mapping
from dataclasses import dataclass

from ratings.rulebook.list_fields import PROOF, fields_in

INTEGER, NUMBER, TEXT, DAY, FLAG = "integer", "number", "string", "date", "boolean"


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table; `required`: no cell of it is empty."""

    name: str
    type: str
    says: str
    required: bool = True


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a bundle: its file, columns, key, and what the order of its rows is."""

    name: str
    says: str
    columns: tuple[Column, ...]
    key: tuple[str, ...] = ()
    foreign: Mapping[str, tuple[str, str]] | None = None  # column -> table and column it refers to

    @property
    def file(self) -> str:
        """Return the name of the file."""
        return f"{self.name}.csv"

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the columns."""
        return tuple(column.name for column in self.columns)


def _columns(text: str) -> tuple[Column, ...]:
    """Read columns written a line each: name, type, ? where a cell may be empty, its meaning."""
    columns = []
    for line in filter(str.strip, text.splitlines()):
        name, kind, says = line.strip().split(" ", 2)
        columns.append(Column(name, kind.rstrip("?"), says, required=not kind.endswith("?")))
    return tuple(columns)


LIST = Table(
    "list",
    "The list as published, by position; the bytes whose SHA-256 the public log has.",
    tuple(
        Column(field.name_in(PROOF), field.type, field.proof, required=not field.null and field.type != TEXT)
        for field in fields_in(PROOF)
    ),
    ("number",),
)
_EVENTS = """
    number integer public number of the tournament
    start date first day
    end date last day
"""
_GO_EVENTS = Table(
    "events",
    "Tournaments that count, by first day and number.",
    _columns(
        _EVENTS
        + """
        class string? EGF class: A, B, C, D
        minutes number? adjusted thinking time in minutes
        online boolean played on a server
        board_size integer lines of the board
    """
    ),
    ("number",),
)
_ENTRANTS = Table(
    "entrants",
    "Entrants who are players of the register, by tournament and number there.",
    _columns("""
        event integer number of the tournament
        place integer number of the entrant in the tournament
        player integer public number
        grade string? declared grade
    """),
    ("event", "player"),
    {"event": ("events", "number")},
)
_GO_GAMES = Table(
    "games",
    "Games that were played to a result, by tournament, round, White's and Black's place.",
    _columns("""
        event integer number of the tournament
        round integer round
        white integer public number of White
        black integer public number of Black
        score integer half points of White: 0, 1, 2
        handicap integer stones given to Black; 1: no komi
    """),
    (),
    {"event": ("events", "number")},
)
_GO_DECIDED = """
    number integer number of the decision
    kind string initial, reevaluation, reset, adjustment; base: a level of an older list
    date date day from which it holds
    player integer? public number; of an adjustment nobody: it is for all
    value number? the level
    factor number of an adjustment
    offset number of an adjustment
"""
_GO_PLAYERS = Table(
    "players",
    "What the register says of the players on the day of the list, by number.",
    _columns("""
        number integer public number
        grade string? grade declared last
        licence string status of the licence, FFG: L, C, e; - for none
    """),
    ("number",),
)
_GO_SEEDS = Table(
    "seeds",
    "Levels newcomers have in the system this one takes them from, before the tournament.",
    _columns("""
        event integer number of the tournament
        player integer public number
        level number level there; proved by the lists of that system
    """),
    ("event", "player"),
    {"event": ("events", "number")},
)


def _decided(columns: str) -> tuple[Table, Table]:
    """Return the tables of the office's decisions and of levels taken from older lists."""
    return (
        Table("decisions", "Decisions of the office, by day and number.", _columns(columns), ("number",)),
        Table(
            "base_levels", "Levels taken from older lists, by day and number.", _columns(columns), ("number",)
        ),
    )


_FIDE_EVENTS = Table(
    "events",
    "Tournaments that count, by first day and number.",
    _columns(
        _EVENTS
        + """
        official boolean of the kind whose report may come later (FIDE B.02, 9.1)
        reported date? day on which the report came
        round_days string? days of the rounds, with blanks between; - for one not known
    """
    ),
    ("number",),
)
_FIDE_GAMES = Table(
    "games",
    "Pairings, by tournament, round, White and Black.",
    _columns("""
        event integer number of the tournament
        round integer round
        white integer? public number of White
        black integer? public number of Black
        score integer? half points of White: 0, 1, 2; none: not played
        by_default boolean won without a game
    """),
    (),
    {"event": ("events", "number")},
)
_FIDE_DECIDED = """
    number integer number of the decision
    kind string initial, reevaluation, reset, correction; base: a rating of an older list
    date date day of the list
    player integer public number
    rating integer rating; 0 for none
    k integer? K on that list
    games integer? rated games until then
    peak integer? highest rating until then
    active boolean whether that list called the player active
"""
_FIDE_PLAYERS = Table(
    "players",
    "Years of birth, which K of a junior depends on, by number.",
    _columns("""
        number integer public number
        born integer? year of birth; one that makes nobody a junior here as the latest such year
    """),
    ("number",),
)
_FIDE_SEEDS = Table(
    "seeds",
    "Ratings newcomers have on lists of the system this one takes them from, by list and number.",
    _columns("""
        list date day of the list
        player integer public number
        rating integer rating there; proved by the lists of that system
    """),
    ("list", "player"),
)
_STREAM_GAMES = Table(
    "games",
    "Games in the order they count: by end and server; of one moment and server by the server's code.",
    _columns("""
        number integer 1.. without gaps
        ended integer end in milliseconds since 1970, UTC
        server integer number of the server
        white integer? public number of White; of a table none
        black integer? public number of Black
        score integer? half points of White: 0, 1, 2
        points number? points at stake
    """),
    ("number",),
)
_SEATS = Table(
    "seats",
    "Seats of games of more than two, by game, team and seat.",
    _columns("""
        game integer number of the game
        seat integer number at the table
        player integer public number
        place integer 1 for the first; who ties shares it
        team integer 1 or 2; 0: everybody alone
    """),
    ("game", "player"),
    {"game": ("games", "number")},
)
_STREAM_DECIDED = """
    number integer number of the decision
    kind string initial; base: a rating of an older list
    date date day from whose beginning (UTC) it holds
    player integer public number
    rating number? rating
    deviation number? rating deviation
    games integer rated games to count from
"""

GO, FIDE, STREAMS = "go", "fide", "streams"
TABLES: Mapping[str, tuple[Table, ...]] = {
    GO: (_GO_EVENTS, _ENTRANTS, _GO_GAMES, *_decided(_GO_DECIDED), _GO_PLAYERS, _GO_SEEDS, LIST),
    FIDE: (_FIDE_EVENTS, _FIDE_GAMES, *_decided(_FIDE_DECIDED), _FIDE_PLAYERS, _FIDE_SEEDS, LIST),
    STREAMS: (_STREAM_GAMES, _SEATS, *_decided(_STREAM_DECIDED), LIST),
}
