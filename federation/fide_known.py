"""Reads: the players of the register whom FIDE numbers, as columns to hold a list against."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from django.db.models import Max
from numpy.typing import NDArray

from federation import bulk
from federation.models import Identifier

Longs = NDArray[np.int64]
NOBODY = -1
# What a list of FIDE's says of a person, as columns of the register.
PERSON = ("surname", "given_name", "federation", "sex", "title", "women_title", "other_titles", "birth_year")
_TEXTS = len(PERSON) - 1
_ALIKE = slice(2, _TEXTS)  # texts with few different values: one object each is enough
_SPAN = 50_000  # player numbers read at a time
_SQL = (
    "SELECT i.value, p.id, p.birth_year, p.surname, p.given_name, f.code, p.sex, p.title, p.women_title,"
    " p.other_titles FROM federation_identifier i JOIN federation_player p ON p.id = i.player_id"
    " JOIN federation_federation f ON f.id = p.federation_id"
    " WHERE i.scheme = %s AND i.player_id > %s AND i.player_id <= %s"
)
_DTYPES = [np.dtype("O"), np.dtype("i8"), np.dtype("i4"), *[np.dtype("O")] * _TEXTS]


@dataclass(frozen=True, slots=True)
class Known:
    """Players by rising FIDE number; `persons` are the columns PERSON in the same order."""

    number: Longs
    player: Longs
    persons: tuple[NDArray[Any], ...]

    def places(self, numbers: Longs) -> Longs:
        """Give the place of each number in the columns, NOBODY where the register does not know it."""
        if not self.number.size:
            return np.full(numbers.size, NOBODY, np.int64)
        place = np.minimum(np.searchsorted(self.number, numbers), self.number.size - 1)
        return np.where(self.number[place] == numbers, place, NOBODY)

    def person(self, place: int) -> tuple[Any, ...]:
        """Give what the register says of a player; a year of birth it does not know is None."""
        *texts, year = (column[place] for column in self.persons)
        return (*texts, int(year) if year > 0 else None)


NOTHING = Known(np.empty(0, np.int64), np.empty(0, np.int64), ())


def known() -> Known:
    """Read everybody with a FIDE number, some at a time so that the memory stays small."""
    last = Identifier.objects.filter(scheme=Identifier.Scheme.FIDE).aggregate(last=Max("player"))["last"] or 0
    parts = [_part(start) for start in range(0, last, _SPAN)]
    if not parts:
        return NOTHING
    number, player, *persons = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    order = np.argsort(number)
    return Known(number[order], player[order], tuple(column[order] for column in persons))


def _part(start: int) -> Sequence[NDArray[Any]]:
    """Read the players of one span of numbers; a FIDE number that is none is nobody's."""
    values, player, year, *texts = bulk.read_columns(
        _SQL, [Identifier.Scheme.FIDE.value, start, start + _SPAN], _DTYPES
    )
    numeric = np.array([value.isdecimal() and len(value) < 19 for value in values], np.bool_)
    number = np.array([int(value) for value in values[numeric]], np.int64)
    for column in texts[_ALIKE]:
        column[:] = [sys.intern(text) for text in column]
    return [number, *(column[numeric] for column in (player, *texts, year))]
