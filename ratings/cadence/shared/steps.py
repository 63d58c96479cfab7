"""Rating changes of a player, step by step, and moves by one event or one list, for any cadence."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple

from ratings.models import CurrentRating, ListEntry, RatingSystem
from ratings.rulebook.editions import edition_named, rounded_rating, rounding_of
from ratings.rulebook.expected_score import Strength
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
        return rounded_rating(rating, rule)


@dataclass(frozen=True, slots=True)
class ListCount:
    """A list a tournament counts for; `moves` by player, empty until the list is computed.

    A move is that of the whole list: the player may have played elsewhere too.
    """

    system: str
    day: date
    moves: Mapping[int, Move]


@dataclass(frozen=True, slots=True)
class Step:
    """A change of a player's rating in one system, or the rating then; None: does not apply.

    An event: before, start, after, games, edition. A list: rating, change, games, K. A day of single games:
    after and deviation at its end.
    """

    day: date
    kind: str  # tournament, decision, list, day
    name: str = ""
    tournament: int | None = None
    before: float | None = None
    start: float | None = None
    after: float | None = None
    change: float | None = None
    games: int | None = None
    k: int | None = None
    deviation: float | None = None
    edition: str = ""
    active: bool = True  # False: a list that has the player inactive
    declared: str = ""  # grade declared by then, of an event


# By key of the system and of the player, oldest first; who has no step there is left out.
Courses = Mapping[tuple[str, int], Sequence[Step]]


@dataclass(frozen=True, slots=True)
class UnnamedMove:
    """A day that moved a player without an event of a name: a list, or the games of the day."""

    day: date
    kind: str  # list, games
    system: str
    before: float | None
    after: float | None


# By tournament: systems that knew any of some players, with what each of these came with, by player.
CameWith = Mapping[int, Sequence[tuple[RatingSystem, Mapping[int, float]]]]


class StandingNow(NamedTuple):
    """Where a player stands in one system; `day` of the list, None: live."""

    day: date | None
    strength: Strength


def standing_as_listed(
    entry: ListEntry | None, _current: CurrentRating | None, _moment: datetime
) -> StandingNow | None:
    """Return the rating as listed."""
    return StandingNow(entry.list.date, Strength(entry.rating)) if entry else None


@dataclass(frozen=True, slots=True)
class Due:
    """From which day on a list has a tournament, None: none will; and that list, where the rules name it."""

    since: date | None = None
    list: date | None = None
