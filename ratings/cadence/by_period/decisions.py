"""Decisions on players of a period system, as columns; the lists a replay makes. Pure."""

from dataclasses import dataclass
from typing import Protocol

from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.place import sequence
from ratings.engines.contract import Bytes, Ints
from ratings.rulebook.fide_periods import list_date

SET, BASE, CORRECTION = 0, 1, 2
NOT_SAID = -1


class Lists(Protocol):
    """Which lists are replayed: those after the list `standing`, up to `last`; months as numbers."""

    @property
    def standing(self) -> int | None:
        """Return the list before; None: from the beginning."""

    @property
    def last(self) -> int | None:
        """Return the last list; None: up to the last fact."""


@dataclass(frozen=True, slots=True)
class Decisions:
    """Decisions on players, in the order of entry; ratings 0 = none, NOT_SAID: not given.

    SET and BASE: the player's rating on the list of that month, of an imported list with games, K and
    highest rating.
    CORRECTION: the rating on that list which the next one is computed from.
    """

    key: Longs
    kind: Bytes
    month: Ints
    player: Longs
    rating: Ints
    k: Ints
    games: Ints
    peak: Ints


def place_of(month: int) -> int:
    """Return the place of a list's rows in the replay."""
    return sequence(list_date(month))
