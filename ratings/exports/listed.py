"""Contents of downloads: a published list and its rows, as listed; written as JSON and CSV. Pure.

Rows for JSON and CSV have the values of `reads_of` a file.
"""

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, NamedTuple

from federation.vocabulary.spreadsheets import cell
from federation.vocabulary.spreadsheets import render_table as render_table
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


class Made(NamedTuple):
    """A column of a file that is made of stored fields, and the column it follows."""

    name: str
    behind: str
    reads: tuple[str, ...]
    make: Callable[..., object]


ESTABLISHED, PROVISIONAL = "established", "provisional"


def _end(place: int) -> Callable[[float, float | None], int | None]:
    """Return how an end of the band is computed that holds the true strength with 95 %."""
    return lambda exact, deviation: None if deviation is None else round(band(exact, deviation)[place])


_BAND = ("exact", "deviation")
_MADE = {
    STREAM: (
        Made("table", "position", ("provisional",), {False: ESTABLISHED, True: PROVISIONAL}.__getitem__),
        Made("low", "deviation", _BAND, _end(0)),
        Made("high", "low", _BAND, _end(1)),
    )
}
Values = Sequence[Any]


def columns_of(file: str) -> list[str]:
    """Name the columns of a file, in its order."""
    names = list(names_in(file))
    for made in _MADE.get(file, ()):
        names.insert(names.index(made.behind) + 1, made.name)
    return names


def reads_of(file: str) -> tuple[str, ...]:
    """Name the fields of an entry that a file is made of."""
    made = (name for column in _MADE.get(file, ()) for name in column.reads)
    return tuple(dict.fromkeys((*names_in(file), *made)))


def _rows(file: str, rows: Iterable[Values]) -> Iterable[Values]:
    """Return rows as a file has them, of the fields it is made of."""
    if file not in _MADE:
        return rows
    return _made_rows(file, rows)


def _made_rows(file: str, rows: Iterable[Values]) -> Iterator[Values]:
    reads, columns = reads_of(file), columns_of(file)
    for row in rows:
        values = dict(zip(reads, row, strict=True))
        for made in _MADE[file]:
            values[made.name] = made.make(*(values[name] for name in made.reads))
        yield [values[name] for name in columns]


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
    lines = ",\n".join(_compact(dict(zip(names, row, strict=True))) for row in _rows(file, rows))
    return f'{_compact(about)[:-1]},"players":[\n{lines}\n]}}\n'.encode()


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=date.isoformat)


def render_csv(head: Head, rows: Iterable[Values], *, file: str = GO) -> bytes:
    """Write the list, its system, date and revision in front of every row, so that files can be joined."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(("system", "date", "revision", *columns_of(file)))
    front = (head.system, head.date.isoformat(), head.revision)
    for row in _rows(file, rows):
        writer.writerow((*front, *map(cell, row)))
    return text.getvalue().encode("utf-8-sig")
