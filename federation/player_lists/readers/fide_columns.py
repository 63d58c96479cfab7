"""A FIDE list as columns: ratings and persons of its players, gathered row by row. Pure."""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from sys import intern
from typing import Any

import numpy as np
from numpy.typing import NDArray

from federation.player_lists.readers.fide_row import ALIKE, PERSON, FideRow
from federation.vocabulary.names import key_of

RATES = ("standard", "rapid", "blitz")
Longs = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Levels:
    """The players of one rate of play who have a rating, in the order of the list; arrays (n,)."""

    player: Longs  # number in the register
    rating: Longs
    games: Longs  # of the period that led to the list
    k: Longs  # 0: the list gives none
    birth_year: Longs  # 0: not known
    inactive: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Persons:
    """The same players as the list writes them, one value each."""

    surname: Sequence[str]
    given_name: Sequence[str]
    search_key: Sequence[str]
    federation: Sequence[str]  # our code
    sex: Sequence[str]
    title: Sequence[str]
    women_title: Sequence[str]
    other_titles: Sequence[str]
    fide: Sequence[str]


# Fields of a person: name, place in `PERSON`, which begins with the names, whether few values are different.
_PLACES = tuple(
    (name, PERSON.index(name), name in PERSON[ALIKE])
    for name in PERSON
    if name in Persons.__dataclass_fields__
)


@dataclass(slots=True)
class Gathering:
    """Columns of one rate of play gathered while a list is read; persons only if wanted."""

    rate: str
    with_persons: bool
    numbers: dict[str, "array[int]"] = field(
        default_factory=lambda: {
            name: array("q") for name in ("player", "rating", "games", "k", "birth_year", "inactive")
        }
    )
    persons: dict[str, list[str]] = field(
        default_factory=lambda: {name: [] for name in Persons.__dataclass_fields__}
    )

    def add(
        self, rows: Sequence[FideRow], players: Sequence[int], *, people: Sequence[tuple[Any, ...]]
    ) -> None:
        """Add the rated players of some rows; `people` are their personal data for the register."""
        games, k = f"{self.rate}_games", f"{self.rate}_k"
        for row, player, person in zip(rows, players, people, strict=True):
            rating = getattr(row, self.rate)
            if rating is None:
                continue
            numbers = (
                player,
                rating,
                getattr(row, games),
                getattr(row, k) or 0,
                row.birth_year or 0,
                row.inactive,
            )
            for column, value in zip(self.numbers.values(), numbers, strict=True):
                column.append(value)
            if self.with_persons:
                for name, place, has_few in _PLACES:
                    self.persons[name].append(intern(person[place]) if has_few else person[place])
                self.persons["search_key"].append(key_of(person[0], person[1]))
                self.persons["fide"].append(row.number)

    def levels(self) -> Levels:
        """Return the ratings as arrays."""
        columns = {
            name: np.frombuffer(column, np.int64) for name, column in self.numbers.items() if len(column)
        }
        empty = np.empty(0, np.int64)
        player, rating, games, k, birth_year, inactive = (columns.get(name, empty) for name in self.numbers)
        return Levels(player, rating, games, k, birth_year, inactive.astype(np.bool_))

    def people(self) -> Persons:
        """Return the persons."""
        return Persons(**self.persons)
