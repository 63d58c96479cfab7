"""Games that two tournaments share: the same pair of persons with the same result. Pure.

A game is rated once, regardless of the account, name, format or day it was handed in under. The bounds are
ours: no rulebook has any.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property

from tournaments.reports.outcomes import Outcome, scores

ERROR_SHARE = 0.8  # of the games of the smaller tournament: the same tournament, or a part of it
WARNING_SHARE = 0.3
LEAST = 3  # equal games; fewer are a sign only where they are the whole of a tournament of the same days
NEAR = timedelta(days=60)  # between the days of two tournaments; further apart they are never compared
# Where no day is common, of the games of the same pairs: fewer equal results make it a rematch.
AGREEMENT = 0.8


Result = tuple[int, int, int]  # a pair of persons in the order of their numbers, half points of the first


@dataclass(frozen=True, slots=True)
class Played:
    """A game two persons played; `colour_known`: `white` had White."""

    white: int
    black: int
    outcome: Outcome
    colour_known: bool = True


class Games:
    """The games of a tournament and its days; a person has the same number in tournaments to be compared."""

    def __init__(self, games: Iterable[Played], *, start: date, end: date) -> None:
        """Take the rateable games and the days."""
        self._games = list(games)
        self.start, self.end = start, end

    def __len__(self) -> int:
        return len(self._games)

    @cached_property
    def results(self) -> Counter[Result]:
        """The games by pair and result."""
        return Counter(map(result, self._games))

    @cached_property
    def pairs(self) -> Counter[tuple[int, int]]:
        """How often each pair met."""
        return Counter(_pair(game) for game in self._games)

    @cached_property
    def colours(self) -> Counter[tuple[int, int, int, bool]]:
        """The results with whether the first of the pair had White, of games whose colours are known."""
        return Counter((*result(game), game.white < game.black) for game in self._games if game.colour_known)

    def near(self, other: "Games") -> bool:
        """Return whether the days of two tournaments are near enough for them to be one."""
        return self.start - NEAR <= other.end and other.start - NEAR <= self.end

    def same_days(self, other: "Games") -> bool:
        """Return whether the tournaments have a day in common."""
        return self.start <= other.end and other.start <= self.end


@dataclass(frozen=True, slots=True)
class Comparison:
    """The games two tournaments share, their share of the smaller one, and the games of the first."""

    equal: Counter[Result]
    share: float
    games: int


def compare(ours: Games, other: Games) -> Comparison:
    """Return the games two tournaments share, none where what is equal is chance.

    Of tournaments without a common day, a rematch has other results and a second leg the other colours.
    """
    equal = ours.results & other.results
    same_days = ours.same_days(other)
    is_chance = not ours.near(other) or not _is_sign(equal.total(), ours, other, same_days=same_days)
    if is_chance or (not same_days and (_is_rematch(equal, ours, other) or _is_second_leg(ours, other))):
        equal.clear()
    return Comparison(equal, equal.total() / max(1, min(len(ours), len(other))), len(ours))


def covered(found: Iterable[Counter[Result]], ours: Games) -> float:
    """Return the part of a tournament's games that several others hold together."""
    together = sum(found, Counter[Result]())
    return (together & ours.results).total() / max(1, len(ours))


def _is_sign(equal: int, ours: Games, other: Games, *, same_days: bool) -> bool:
    smaller = min(len(ours), len(other))
    return equal >= LEAST or (same_days and 0 < equal == smaller)


def _is_rematch(equal: Counter[Result], ours: Games, other: Games) -> bool:
    return equal.total() < AGREEMENT * (ours.pairs & other.pairs).total()


def _is_second_leg(ours: Games, other: Games) -> bool:
    """Return whether most of the equal games have their colours exchanged."""
    same = (ours.colours & other.colours).total()
    exchanged = (ours.colours & Counter({_turned(key): n for key, n in other.colours.items()})).total()
    return exchanged > same


def _turned(key: tuple[int, int, int, bool]) -> tuple[int, int, int, bool]:
    first, second, points, white = key
    return first, second, points, not white


def _pair(game: Played) -> tuple[int, int]:
    return (game.white, game.black) if game.white < game.black else (game.black, game.white)


def result(game: Played) -> Result:
    """Return the pair and the result of a game."""
    white, black = scores(game.outcome)
    return (*_pair(game), white if game.white < game.black else black)
