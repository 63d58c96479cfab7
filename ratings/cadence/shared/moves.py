"""Rating moves of a player by one event, and by one list of a tournament's players."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

import numpy as np

from ratings.rulebook.editions import edition_named
from ratings.rulebook.rounding import rounded, rounding_of
from ratings.rulebook.systems import SYSTEMS


@dataclass(frozen=True, slots=True)
class Move:
    """What one event did to the player in one system."""

    system: str
    before: float | None
    start: float | None
    after: float | None
    games: int
    edition: str

    @property
    def change(self) -> float | None:
        """The whole change, adjustment included, unrounded as both are; None for a first rating."""
        return None if self.before is None or self.after is None else self.after - self.before

    @property
    def before_shown(self) -> int | None:
        """The rating before as the edition rounds it."""
        return self._rounded(self.before)

    @property
    def after_shown(self) -> int | None:
        """The rating after as the edition rounds it."""
        return self._rounded(self.after)

    @property
    def change_shown(self) -> int | None:
        """The difference of both as the edition rounds them; None for a first rating."""
        before, after = self.before_shown, self.after_shown
        return None if before is None or after is None else after - before

    def _rounded(self, rating: float | None) -> int | None:
        if rating is None:
            return None
        editions = SYSTEMS[self.system].editions
        rule = rounding_of(edition_named(editions, self.edition) or editions[-1])
        return int(rounded(np.array([rating]), rule)[0])


@dataclass(frozen=True, slots=True)
class ListCount:
    """A list a tournament counts for; `moves` by player, empty until the list is computed.

    A move is that of the whole list: the player may have played elsewhere too.
    """

    system: str
    day: date
    moves: Mapping[int, Move]
