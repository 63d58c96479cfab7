"""Contents of downloads: a published list and its rows, as listed; written as JSON and CSV. Pure."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from ratings.exports.streamed import compact, csv_pieces
from ratings.rulebook.deviation import band
from ratings.rulebook.list_fields import GO, STREAM, names_in


@dataclass(frozen=True, slots=True)
class Head:
    """A published list; `published` is local time."""

    system: str
    name: str
    date: date
    revision: int
    published: datetime
    players: int
    active_players: int


@dataclass(frozen=True, slots=True)
class Row:
    """What layouts of other programs show of a player as listed; "" where nothing is known."""

    number: int
    surname: str
    given_name: str
    federation: str
    club: str
    ffg: str
    egd: str
    declared_grade: str
    grade: str
    rating: int
    events: int
    last_event: str
    licence: str

    @property
    def club_label(self) -> str:
        """The characters files write for the club: the public code abroad has its country in front."""
        return re.sub(r"^[A-Z]{2}-", "", self.club)


TABLES = {False: "established", True: "provisional"}  # of a stream
Values = Sequence[Any]
_POSITION, _EXACT, _DEVIATION = map(names_in(STREAM).index, ("position", "exact", "deviation"))


def columns_of(file: str) -> Values:
    """Name the columns of a file, in its order."""
    names = names_in(file)
    return _with_table_and_band(names, "table", ("low", "high")) if file == STREAM else names


def reads_of(file: str) -> tuple[str, ...]:
    """Name the fields of an entry that rows of a file are made of."""
    return (*names_in(file), "provisional") if file == STREAM else names_in(file)


def _rows(file: str, rows: Iterable[Values]) -> Iterator[Values]:
    if file != STREAM:
        yield from rows
        return
    for *row, provisional in rows:
        rd = row[_DEVIATION]
        ends = (None, None) if rd is None else map(round, band(row[_EXACT], rd))
        yield _with_table_and_band(row, TABLES[provisional], ends)


def _with_table_and_band(row: Values, table: str, ends: Iterable[object]) -> Values:
    """Put the table behind the position, and the ends of the 95 % band behind the deviation."""
    between = row[_POSITION + 1 : _DEVIATION + 1]
    return [*row[: _POSITION + 1], table, *between, *ends, *row[_DEVIATION + 1 :]]


def render_json(head: Head, rows: Iterable[Values], *, file: str = GO) -> bytes:
    """Write one object, one player a line, keys in a fixed order: the same list gives the same bytes."""
    names = columns_of(file)
    about = {
        "system": head.system,
        "name": head.name,
        "date": head.date.isoformat(),
        "revision": head.revision,
        "published": head.published.isoformat(timespec="seconds"),
        "count": head.players,
        "active": head.active_players,
    }
    lines = ",\n".join(compact(dict(zip(names, row, strict=True))) for row in _rows(file, rows))
    return f'{compact(about)[:-1]},"players":[\n{lines}\n]}}\n'.encode()


def render_csv(head: Head, rows: Iterable[Values], *, file: str = GO) -> bytes:
    """Write the list, its system, date and revision in front of every row, so that files can be joined."""
    front = (head.system, head.date.isoformat(), head.revision)
    names = ("system", "date", "revision", *columns_of(file))
    return b"".join(csv_pieces(names, ((*front, *row) for row in _rows(file, rows))))
