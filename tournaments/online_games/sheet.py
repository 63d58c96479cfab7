"""Games in a table (CSV): game, ended, white, black, result; teams and tables in the same columns.

Written in one file by servers that have no program for the interface; docs/formats-games.md describes it.
A million duels are read by columns in a few seconds; rows of teams and tables one by one.
"""

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

import numpy as np

from federation.vocabulary.names import fold
from federation.vocabulary.systems.catalogue import STREAMS
from tournaments.online_games import notation
from tournaments.online_games.arrivals import (
    Arrival,
    Arrivals,
    Longs,
    Names,
    Refusal,
    Slice,
    duels,
    joined,
    of_records,
)
from tournaments.online_games.checking import MOST_POINTS
from tournaments.reports.findings import Finding, Place, Unreadable, error, notice, warning

BLOCK, BLOCKS = 50_000, 5  # rows read at a time, and how many times before games are handed on
_HEADINGS: Mapping[str, str] = {
    word: name
    for name, words in {
        "game": "game code id gameid partie numero",
        "ended": "ended end endtime date datetime time fin heure",
        "white": "white player1 blanc blancs joueur1",
        "black": "black player2 noir noirs joueur2",
        "result": "result score resultat",
        "order": "order ordre places classement",
        "max_points": "maxpoints points enjeu",
    }.items()
    for word in words.split()
}
_NAMES = tuple(dict.fromkeys(_HEADINGS.values()))
_SEPARATORS = ",;\t"
_UNKNOWN = -2
_HEADING = "game,ended,white,black,result,order,max_points\r\n"
_ROWS = {
    "duels": "A-1001,2026-03-14T20:15:00Z,anna,ben,1-0,,\r\n"
    "A-1002,2026-03-14T21:31:00+01:00,ben,cem,1/2-1/2,,\r\n",
    "teams": "B-1001,2026-03-14T20:15:00Z,anna + cem,ben + dora,1-0,,\r\n",
    "tables": "C-1001,2026-03-14T21:05:00Z,,,,anna > ben = cem > dora,24\r\n",
}


def template(system: str) -> bytes:
    """Return an example of the table; KeyError where the games of the system do not come one by one."""
    takes = STREAMS[system].games
    rows = [takes.duels and "duels", takes.teams and "teams", takes.most > 4 and "tables"]
    return ("\ufeff" + _HEADING + "".join(_ROWS[row] for row in rows if row)).encode()


@dataclass(slots=True)
class _Reading:
    """Where the columns are, and what is found while reading."""

    separator: str
    columns: Mapping[str, int]
    names: Names = field(default_factory=Names)
    refused: list[Refusal] = field(default_factory=list)
    zoneless: int = 0
    coded: int = 0

    def column(self, rows: Sequence[Sequence[str]], name: str) -> list[str]:
        """Return a column of rows (n); blanks without one."""
        at = self.columns.get(name)
        return [""] * len(rows) if at is None else [row[at].strip() for row in rows]

    def notices(self) -> tuple[Finding, ...]:
        """Return what was assumed."""
        counts = (("zone-assumed", self.zoneless), ("code-made", self.coded))
        return tuple(notice(code, count=count) for code, count in counts if count)


def read(lines: Iterable[str]) -> Iterator[Slice]:
    """Read the lines of a table, 250,000 games at a time; Unreadable when it has no headings."""
    numbered = iter(enumerate(lines, start=1))
    heading = next(((number, line) for number, line in numbered if not line.isspace()), (1, ""))
    separator, columns, findings = _headings(*heading)
    blocks = _blocks(numbered)
    while first := list(islice(blocks, BLOCKS)):
        reading = _Reading(separator, columns)
        parts = [_read_block(block, reading) for block in first]
        yield Slice(joined(parts), tuple(reading.refused), (*findings, *reading.notices()))
        findings = []


def _blocks(numbered: Iterator[tuple[int, str]]) -> Iterator[list[tuple[int, str]]]:
    while rows := list(islice(numbered, BLOCK)):
        yield [(number, line) for number, line in rows if not line.isspace()]


def _headings(number: int, line: str) -> tuple[str, dict[str, int], list[Finding]]:
    """Find separator and columns; an unknown one is a finding, a missing one makes the file unreadable."""
    choices = {separator: _cells(line, separator) for separator in _SEPARATORS}
    separator = max(choices, key=lambda choice: sum(_meaning(cell) is not None for cell in choices[choice]))
    columns: dict[str, int] = {}
    findings = []
    for at, cell in enumerate(choices[separator]):
        name = _meaning(cell)
        if name is None and cell.strip():
            findings.append(warning("unknown-heading", Place(number, at + 1), text=cell.strip()[:40]))
        elif name in columns:
            findings.append(warning("duplicate-heading", Place(number, at + 1), text=cell.strip()[:40]))
        elif name:
            columns[name] = at
    if "ended" not in columns or not ({"white", "black", "result"} <= set(columns) or "order" in columns):
        raise Unreadable(error("missing-columns", Place(number)))
    return separator, columns, findings


def _meaning(heading: str) -> str | None:
    return _HEADINGS.get(fold(heading.replace("_", " ")).replace(" ", ""))


def _cells(line: str, separator: str) -> list[str]:
    """Part a line; quotes hold within it only, so that one left open spoils no other line."""
    line = line.rstrip("\n")
    if '"' not in line:
        return line.split(separator)
    try:
        return next(csv.reader([line], delimiter=separator), [])
    except csv.Error:  # a cell of more than 131,072 letters
        return []


def _read_block(block: Sequence[tuple[int, str]], reading: _Reading) -> Arrivals:
    """Make columns of some rows: as columns where all are duels, else row by row."""
    rows = [_cells(line, reading.separator) for _number, line in block]
    width = max(reading.columns.values()) + 1
    rows = [row if len(row) >= width else row + [""] * (width - len(row)) for row in rows]
    cells = {name: reading.column(rows, name) for name in _NAMES}
    lines = np.array([number for number, _line in block], np.int64)
    ended, bad, zoneless = notation.moments(cells["ended"])
    reading.zoneless += zoneless
    late = set(bad)
    sides = cells["white"] + cells["black"]
    if any(cells["order"]) or any(cells["max_points"]) or any("+" in name for name in sides):
        return _one_by_one(cells, ended, lines, late=late, reading=reading)
    return _as_columns(cells, ended, lines, late=late, reading=reading)


def _as_columns(
    cells: Mapping[str, list[str]], ended: Longs, lines: Longs, *, late: set[int], reading: _Reading
) -> Arrivals:
    """Make duels of columns."""
    lookup = notation.SCORES
    score = np.array([lookup.get(text, _UNKNOWN) for text in cells["result"]], np.int8)
    for row in np.flatnonzero(score == _UNKNOWN).tolist():
        row_score = notation.score(cells["result"][row])
        score[row] = _UNKNOWN if row_score is None else row_score
    white, black = cells["white"], cells["black"]
    odd = late | set(np.flatnonzero(score == _UNKNOWN).tolist())
    odd |= {row for row, pair in enumerate(zip(white, black, strict=True)) if "" in pair}
    for row in sorted(odd):
        _one(cells, (row, int(ended[row]), int(lines[row])), late=row in late, reading=reading)
    seats = np.empty(2 * len(white), np.int32)
    seats[0::2], seats[1::2] = reading.names.of(white), reading.names.of(black)
    codes = _codes(cells, ended, reading)
    good = np.ones(len(codes), bool)
    good[list(odd)] = False
    return duels(reading.names, codes, (ended, seats, score, lines)).kept(good)


def _codes(cells: Mapping[str, list[str]], ended: Longs, reading: _Reading) -> list[str]:
    """Return the codes, made where the table has no column for them."""
    if "game" in reading.columns:
        return cells["game"]
    pairs = zip(ended.tolist(), cells["white"], cells["black"], strict=True)
    reading.coded += len(ended)
    return [notation.made_code(moment, (white, black)) for moment, white, black in pairs]


def _one_by_one(
    cells: Mapping[str, list[str]], ended: Longs, lines: Longs, *, late: set[int], reading: _Reading
) -> Arrivals:
    """Make records of rows, and columns of those."""
    read = [
        _one(cells, (row, moment, line), late=row in late, reading=reading)
        for row, (moment, line) in enumerate(zip(ended.tolist(), lines.tolist(), strict=True))
    ]
    records = [record for record in read if record is not None]
    if "game" not in reading.columns:
        reading.coded += len(records)
        records = [replace(each, code=notation.made_code(each.ended, each.players)) for each in records]
    return of_records(records, reading.names)


def _one(
    cells: Mapping[str, list[str]], row: tuple[int, int, int], *, late: bool, reading: _Reading
) -> Arrival | None:
    """Read one row (which of the block, when it ended, its line); None when it is refused."""
    at, ended, line = row
    cell = {name: column[at] for name, column in cells.items()}
    place = Place(line)
    findings = [] if not late else [_late(cell["ended"], place)]
    points, wrong = _points(cell["max_points"], place)
    arrival = Arrival(cell["game"], ended, (), max_points=points, place=line)
    arrival, more = _read_seats(arrival, cell, place)
    findings += wrong + more
    if findings:
        reading.refused.append(Refusal(line, cell["game"], tuple(findings)))
        return None
    return arrival


def _late(text: str, place: Place) -> Finding:
    return error("odd-moment", place, text=text[:40]) if text else error("missing-end", place)


def _points(text: str, place: Place) -> tuple[float | None, list[Finding]]:
    try:
        return (float(text.replace(",", ".")) if text else None), []
    except ValueError:
        return None, [error("odd-points", place, limit=int(MOST_POINTS))]


def _read_seats(arrival: Arrival, cell: Mapping[str, str], place: Place) -> tuple[Arrival, list[Finding]]:
    """Return who played and how it ended: by an order, or by two sides and a result."""
    if cell["order"]:
        order = notation.order(cell["order"])
        if order is None or cell["white"] or cell["black"]:
            return arrival, [error("odd-order", place, text=cell["order"][:60])]
        return replace(arrival, players=order[0], places=order[1]), []
    white, black = notation.team(cell["white"]), notation.team(cell["black"])
    score = notation.score(cell["result"])
    if not all((*white, *black)):
        return arrival, [error("missing-player", place)]
    if score is None:
        return arrival, [notation.missing(cell["result"], place)]
    if len(white) != len(black):
        return arrival, [error("wants-teams", place)]
    return replace(arrival, players=white + black, score=score, teams=len(white) > 1), []
