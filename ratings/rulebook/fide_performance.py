"""The performance of FIDE: Rp = Ra + dp(p), in whole points, half up. Pure.

Source: FIDE's title regulations of 1 January 2024, with table 8.1.1 of Handbook B.02; the encyclopaedia's
Rp = Rc + D(p).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ratings.engines.fide_tables import distance_of
from ratings.rulebook.interpreted import interpreted

_ROBIN = interpreted("ratings.engines.fide_robin")


@dataclass(frozen=True, slots=True)
class Performance:
    """What a player did against the rated opponents of a tournament."""

    average: int  # Ra: mean of their ratings in force, not limited by the 400 rule
    games: int  # against them
    half_points: int

    @property
    def share(self) -> int:
        """Return p in whole percent, half up."""
        return int(_ROBIN.percent(self.half_points, self.games))

    @property
    def distance(self) -> int:
        """Return dp, from -800 of no point to 800 of all (table 8.1.1)."""
        return distance_of(self.share)

    @property
    def rating(self) -> int:
        """Return Rp."""
        return self.average + self.distance


def performance(opponents: Sequence[int], half_points: int) -> Performance:
    """Return the performance against opponents, by their ratings.

    Raises ValueError without opponents or for more points than games.
    """
    games = len(opponents)
    if not games or not 0 <= half_points <= 2 * games:
        raise ValueError(f"{half_points} half points of {games} games")
    return Performance((2 * sum(opponents) + games) // (2 * games), games, half_points)
