"""Players of the register with FIDE numbers, as columns for comparison with a list."""

import sys
from dataclasses import dataclass
from typing import Any

import numpy as np
from django.db.models import Max
from numpy.typing import NDArray

from federation.database import bulk
from federation.models import Identifier
from federation.player_lists.readers.fide_columns import Longs
from federation.player_lists.readers.fide_row import ALIKE, PERSON

NOBODY = -1
_DIGITS = 19  # too many for a number
_SPAN = 50_000  # player numbers read at a time
_TABLES = (
    "federation_identifier i JOIN federation_player p ON p.id = i.player_id"
    " JOIN federation_federation f ON f.id = p.federation_id"
)
_COLUMNS = ["f.code" if name == "federation" else f"p.{name}" for name in PERSON]
_SAID = ", ".join([_COLUMNS[-1], *_COLUMNS[:-1]])  # numbers first
_WHERE = "i.scheme = %s AND i.player_id > %s AND i.player_id <= %s"
_NUMBERS = [np.dtype("O"), np.dtype("i8")]
_DTYPES = [*_NUMBERS, np.dtype("i4"), *[np.dtype("O")] * (len(PERSON) - 1)]


@dataclass(frozen=True, slots=True)
class Known:
    """Players by rising FIDE number; `persons` are the columns PERSON in the same order."""

    number: Longs
    player: Longs
    persons: tuple[NDArray[Any], ...]

    def places(self, numbers: Longs) -> Longs:
        """Return the place of each number in the columns, `NOBODY` when the register does not have it."""
        if not self.number.size:
            return np.full(numbers.size, NOBODY, np.int64)
        place = np.minimum(np.searchsorted(self.number, numbers), self.number.size - 1)
        return np.where(self.number[place] == numbers, place, NOBODY)

    def person(self, place: int) -> tuple[Any, ...]:
        """Return the register's data of a player; an unknown year of birth is None."""
        *texts, year = (column[place] for column in self.persons)
        return (*texts, int(year) if year > 0 else None)


NOTHING = Known(np.empty(0, np.int64), np.empty(0, np.int64), ())


def read_players(*, with_persons: bool = True) -> Known:
    """Read everybody with a FIDE number, some at a time so that the memory stays small."""
    last = Identifier.objects.filter(scheme=Identifier.Scheme.FIDE).aggregate(last=Max("player"))["last"] or 0
    read = _persons if with_persons else _numbers
    parts = [read([Identifier.Scheme.FIDE.value, start, start + _SPAN]) for start in range(0, last, _SPAN)]
    if not parts:
        return NOTHING
    number, player, *persons = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    order = np.argsort(number)
    return Known(number[order], player[order], tuple(column[order] for column in persons))


def _numbers(span: list[str | int]) -> list[NDArray[Any]]:
    """Read the numbers of one span of players."""
    sql = f"SELECT i.value, i.player_id FROM federation_identifier i WHERE {_WHERE}"  # noqa: S608  # ours
    return _numeric(*bulk.read_columns(sql, span, _NUMBERS))


def _persons(span: list[str | int]) -> list[NDArray[Any]]:
    """Read one span of players with their data in the register."""
    sql = f"SELECT i.value, p.id, {_SAID} FROM {_TABLES} WHERE {_WHERE}"  # noqa: S608  # ours
    values, player, year, *texts = bulk.read_columns(sql, span, _DTYPES)
    for column in texts[ALIKE]:
        column[:] = [sys.intern(text) for text in column]
    return _numeric(values, player, *texts, year)


def _numeric(values: NDArray[Any], *columns: NDArray[Any]) -> list[NDArray[Any]]:
    """Leave out values that are no FIDE numbers."""
    rows = np.array([value.isdecimal() and len(value) < _DIGITS for value in values], np.bool_)
    return [np.array([int(value) for value in values[rows]], np.int64), *(column[rows] for column in columns)]
