"""Contents of downloads: a published list and its rows, as listed; written as JSON and CSV. Pure."""

import csv
import io
import json
import re
from collections.abc import Iterable
from dataclasses import InitVar, dataclass, field, fields
from datetime import date, datetime
from inspect import signature

from federation.vocabulary.spreadsheets import cell
from federation.vocabulary.spreadsheets import render_table as render_table
from ratings.rulebook.deviation import band


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
    """A player as listed; "" and None where nothing is known."""

    number: int
    position: int
    rank: int
    active_rank: int | None
    surname: str
    given_name: str
    sex: str
    birth_year: int | None
    federation: str
    club: str
    club_name: str
    region: str
    ffg: str
    egd: str
    declared_grade: str
    grade: str
    rating: int
    change: int | None
    games: int
    events: int
    last_played: date | None
    last_event: str
    active: bool
    licence: str

    @property
    def club_label(self) -> str:
        """The characters files write for the club: the public code abroad has its country in front."""
        return re.sub(r"^[A-Z]{2}-", "", self.club)


@dataclass(frozen=True, slots=True)
class StreamRow:
    """A player on a list of a stream; ranks count inside their table. None where nothing is known."""

    number: int
    position: int
    table: str = field(init=False)  # ESTABLISHED, PROVISIONAL
    rank: int
    active_rank: int | None
    surname: str
    given_name: str
    sex: str
    birth_year: int | None
    federation: str
    club: str
    club_name: str
    region: str
    title: str
    fide: str
    rating: int
    exact: float
    deviation: float | None  # RD at the end of the list's day
    # ends of the band that holds the true strength with 95 %
    low: int | None = field(init=False, default=None)
    high: int | None = field(init=False, default=None)
    change: int | None
    games: int
    last_played: date | None
    active: bool
    provisional: InitVar[bool]

    def __post_init__(self, provisional: bool) -> None:
        """Compute which table the player is in, and between which ratings they are with 95 %."""
        object.__setattr__(self, "table", PROVISIONAL if provisional else ESTABLISHED)
        if self.deviation is not None:
            for name, end in zip(("low", "high"), band(self.exact, self.deviation), strict=True):
                object.__setattr__(self, name, round(end))


ESTABLISHED, PROVISIONAL = "established", "provisional"
AnyRow = Row | StreamRow


def stored_names(kind: type[AnyRow]) -> tuple[str, ...]:
    """Name what a row is made of, in the order it takes it."""
    return tuple(signature(kind).parameters)


def render_json(head: Head, rows: Iterable[AnyRow], *, kind: type[AnyRow] = Row) -> bytes:
    """Write one object, one player a line, keys in a fixed order: the same list gives the same bytes."""
    names = [field.name for field in fields(kind)]
    about = {
        "system": head.system,
        "name": head.name,
        "date": head.date.isoformat(),
        "revision": head.revision,
        "published": head.published.isoformat(timespec="seconds"),
        "count": head.players,
        "active": head.active_players,
    }
    lines = ",\n".join(_compact({name: _plain(getattr(row, name)) for name in names}) for row in rows)
    return f'{_compact(about)[:-1]},"players":[\n{lines}\n]}}\n'.encode()


def _plain(value: object) -> object:
    return value.isoformat() if isinstance(value, date) else value


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def render_csv(head: Head, rows: Iterable[AnyRow], *, kind: type[AnyRow] = Row) -> bytes:
    """Write the list, its system, date and revision in front of every row, so that files can be joined."""
    names = [field.name for field in fields(kind)]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(("system", "date", "revision", *names))
    front = (head.system, head.date.isoformat(), head.revision)
    for row in rows:
        writer.writerow((*front, *(cell(getattr(row, name)) for name in names)))
    return text.getvalue().encode("utf-8-sig")
