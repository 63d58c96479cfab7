"""Which tables a bundle has, with their columns, and how a cell is written: plain CSV that needs no quotes.

A cell holds no comma, quote or line break; what there is none of is empty. Whole numbers have no sign but a
minus and no leading zeros, other numbers are the shortest decimals that are read back to the same double
(Python's `repr`), days are ISO 8601, flags 1 or 0, texts NFC. One way to write a value, so that the same
facts are the same bytes.
"""

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import repeat
from math import isfinite
from typing import Any

from ratings.list_proof import quick_tables

INTEGER, NUMBER, TEXT, DAY, FLAG = "integer", "number", "string", "date", "boolean"
LONGEST_TEXT = 400  # characters of a cell
_LARGEST = 10**18


class BadTable(ValueError):
    """A table that cannot be what it says; says where and what."""


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
    """Read columns written a line each: name, type, ? where a cell may be empty, what it says."""
    found = []
    for line in filter(str.strip, text.splitlines()):
        name, kind, says = line.strip().split(" ", 2)
        found.append(Column(name, kind.rstrip("?"), says, required=not kind.endswith("?")))
    return tuple(found)


LIST = Table(
    "list",
    "The list as published, by position; the bytes whose SHA-256 the public log has.",
    _columns("""
        number integer public number of the player
        position integer place on the page, 1.. without gaps
        rank integer place among all; equal ratings share it
        active_position integer? place on the page of the active
        active_rank integer? place among the active; equal ratings share it
        rating integer rating as shown
        exact number rating before it was rounded to be shown
        deviation number? rating deviation, aged to the day of the list
        games integer rated games so far
        k integer? K as printed
        title string? title; taken as it is
        active boolean whether the list calls the player active
        provisional boolean whether the rating is provisional
    """),
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
Rows = Iterable[Sequence[Any]]
Columns = dict[str, list[Any]]


def _written(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, float):
        return repr(value)
    return value.isoformat() if isinstance(value, date) else unicodedata.normalize("NFC", str(value))


def write(table: Table, rows: Rows) -> bytes:
    """Return a table as the bytes of its file."""
    lines = [",".join(table.names)]
    lines += [",".join(map(_written, row)) for row in rows]
    return ("\n".join(lines) + "\n").encode()


def read(table: Table, data: bytes) -> Columns:
    """Return the columns of a table's file, by name; cells that are empty are None. Raises BadTable."""
    found = _read_at_once(table, data) or _read_lines(table, data)
    if table.key:
        _check_key(table, found)
    return found


def _read_at_once(table: Table, data: bytes) -> Columns | None:
    """Return the columns of a large table; None where it is small, or a cell has to be looked at."""
    cells = quick_tables.cells(data, heading=",".join(table.names), width=len(table.columns))
    if cells is None:
        return None
    found: Columns = {}
    for place, column in enumerate(table.columns):
        values: list[Any] | None
        if column.type == INTEGER:
            values = cells.integers(place, required=column.required)
        elif column.type == FLAG and column.required:
            values = cells.flags(place)
        elif not column.required and cells.is_empty(place):
            values = [None] * cells.rows
        else:
            values = _read_column(table, column, cells.texts(place))
        if values is None:
            return None
        found[column.name] = values
    return found


def _read_lines(table: Table, data: bytes) -> Columns:
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise BadTable(f"{table.file} is not UTF-8.") from None
    lines = text.split("\n")
    if lines.pop() != "" or not lines or lines[0] != ",".join(table.names):
        raise BadTable(
            f"{table.file} does not have the columns {', '.join(table.names)}, or has no last line."
        )
    width, count = len(table.columns), len(lines) - 1
    commas = list(map(str.count, lines, repeat(",")))
    if commas.count(width - 1) != len(lines):
        place = next(at for at, number in enumerate(commas) if number != width - 1)
        raise BadTable(f"{table.file}, line {place + 1}: {commas[place] + 1} cells and not {width}.")
    # All cells at once, a column every so many: a list a line would take far longer.
    flat = ",".join(lines[1:]).split(",") if count else []
    cells = [flat[place::width] for place in range(width)]
    return {
        one.name: _read_column(table, one, list(of)) for one, of in zip(table.columns, cells, strict=True)
    }


def _check_key(table: Table, found: Columns) -> None:
    columns = [found[name] for name in table.key]
    keys = columns[0] if len(columns) == 1 else list(zip(*columns, strict=True))
    if len(set(keys)) == len(keys):
        return
    seen: set[Any] = set()
    for place, key in enumerate(keys, start=2):
        if key in seen:
            raise BadTable(f"{table.file}, line {place}: {', '.join(table.key)} {key} stands twice.")
        seen.add(key)


def _read_column(table: Table, column: Column, cells: list[str]) -> list[Any]:
    given = cells if column.required else [cell for cell in cells if cell]
    try:
        values = _READERS[column.type](given)
    except (ValueError, OverflowError):
        values = _one_by_one(table, column, cells)
    if column.required:
        return values
    rest = iter(values)
    return [next(rest) if cell else None for cell in cells]


def _one_by_one(table: Table, column: Column, cells: list[str]) -> list[Any]:
    """Find the cell that cannot be read, and raise BadTable for it."""
    for place, cell in enumerate(cells, start=2):
        if cell or column.required:
            try:
                _READERS[column.type]([cell])
            except (ValueError, OverflowError):
                shown = "".join(one if one.isprintable() else "?" for one in cell[:40])
                raise BadTable(
                    f'{table.file}, line {place}, {column.name}: "{shown}" is no {column.type}.'
                ) from None
    raise BadTable(f"{table.file}: {column.name} cannot be read.")


def _integers(cells: list[str]) -> list[Any]:
    values = list(map(int, cells))
    if list(map(str, values)) != cells or (values and not -_LARGEST < min(values) <= max(values) < _LARGEST):
        raise ValueError
    return values


def _numbers(cells: list[str]) -> list[Any]:
    values = list(map(float, cells))
    if list(map(repr, values)) != cells or not all(map(isfinite, values)):
        raise ValueError
    return values


def _days(cells: list[str]) -> list[Any]:
    values = list(map(date.fromisoformat, cells))
    if [value.isoformat() for value in values] != cells:
        raise ValueError
    return values


def _flags(cells: list[str]) -> list[Any]:
    return [{"0": False, "1": True}[cell] if cell in ("0", "1") else _refuse() for cell in cells]


def _refuse() -> bool:
    raise ValueError


def _texts(cells: list[str]) -> list[Any]:
    for cell in set(cells):
        if len(cell) > LONGEST_TEXT or not cell or not cell.isprintable() or '"' in cell:
            raise ValueError
        if not unicodedata.is_normalized("NFC", cell):
            raise ValueError
    return list(cells)


_READERS: Mapping[str, Callable[[list[str]], list[Any]]] = {
    INTEGER: _integers,
    NUMBER: _numbers,
    TEXT: _texts,
    DAY: _days,
    FLAG: _flags,
}
