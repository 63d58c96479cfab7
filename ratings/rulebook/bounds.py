"""Between which values the constants of an edition and the numbers of a rating job may lie.

The bounds are ours: far beyond every rule and every printed figure, near enough that no formula overflows.
"""

from dataclasses import dataclass

from federation.vocabulary.messages import gettext_noop

BETWEEN = gettext_noop("must be a number from {least} to {most}")
WHOLE = gettext_noop("must be a whole number from {least} to {most}")
ROUNDED = gettext_noop("must be a number from {least} to {most} with at most {decimals} decimals")


@dataclass(frozen=True, slots=True)
class Bounds:
    """The least and the most a number may be, and how many decimals it may have; None: any."""

    least: float
    most: float
    decimals: int | None = None

    def admit(self, value: float) -> bool:
        """Return whether a number lies inside; never a NaN, an infinity or an integer no float can hold."""
        if not self.least <= value <= self.most:
            return False
        return self.decimals is None or round(value, self.decimals) == value

    @property
    def text(self) -> str:
        """Return the sentence for a number outside, its gaps to be filled from `values`."""
        return BETWEEN if self.decimals is None else ROUNDED if self.decimals else WHOLE

    @property
    def values(self) -> dict[str, float]:
        """Return what fills the gaps of `text`."""
        limits = {"least": _plain(self.least), "most": _plain(self.most)}
        return limits | ({"decimals": self.decimals} if self.decimals else {})


def _plain(value: float) -> float:
    return int(value) if float(value).is_integer() else value


# Of constants and of jobs alike. Ratings: Go levels, GoR, FICS and the ladder.
RATING = Bounds(-10_000, 10_000)
DEVIATION = Bounds(0, 10_000)
# Of jobs only.
MINUTES = Bounds(0, 1_000_000)
KOMI = Bounds(-1_000, 1_000)
STAKE = Bounds(0, 10_000)  # points a game of the ladder is about
PUBLISHED = Bounds(1, 4_000, decimals=0)  # a FIDE rating
# Of constants only.
DISTANCE = Bounds(0, 10_000)  # between two ratings
DIVISOR = Bounds(0.01, 100_000)
STEP = Bounds(0.01, 10_000)
WEIGHT = Bounds(0, 10)
DAYS = Bounds(0, 100_000)
MONTHS = Bounds(0, 1_200, decimals=0)  # a hundred years
# Of FIDE, which computes in whole numbers.
POINTS = Bounds(0, 10_000, decimals=0)  # a rating, or a difference of two; 0: none
FACTOR = Bounds(0, 1_000, decimals=0)  # K
COUNT = Bounds(0, 1_000, decimals=0)  # games, half points or draws
LISTS = MONTHS
