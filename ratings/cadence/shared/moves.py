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
    def change_shown(self) -> int | None:
        """The difference of both as the edition rounds them; None for a first rating."""
        if self.before is None or self.after is None:
            return None
        editions = SYSTEMS[self.system].editions
        rule = rounding_of(edition_named(editions, self.edition) or editions[-1])
        before, after = rounded(np.array([self.before, self.after]), rule).tolist()
        return int(after - before)


@dataclass(frozen=True, slots=True)
class ListCount:
    """A list a tournament counts for; `moves` by player, empty until the list is computed.

    A move is that of the whole list: the player may have played elsewhere too.
    """

    system: str
    day: date
    moves: Mapping[int, Move]
