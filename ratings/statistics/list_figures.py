"""Figures of several lists: level, who won most in a year, the clubs side by side; no query."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.listed_games import look_up
from ratings.cadence.shared.record import Flags, Floats, Record

BEST = 10  # ratings shown of a club
MOST = 50  # players of a table of improvers
_HALF_A_YEAR = 183  # days
LEAST_GAMES = (1, 10, 30)  # rated games between the lists an improver must have had, as can be asked for


@dataclass(frozen=True, slots=True)
class Listed:
    """The entries of a list, P of them."""

    day: date
    player: Longs  # rising
    rating: Floats  # as the list shows it
    active: Flags


class Level(NamedTuple):
    """How many players a list counts, and where their ratings lie."""

    day: date
    players: int
    mean: float
    median: float


class Improver(NamedTuple):
    """A player, their ratings as two lists show them and their rated games between them."""

    player: int
    before: float
    now: float
    games: int


class Club(NamedTuple):
    """A club, or a federation, on a list: players, active ones, and the best ratings of these, falling."""

    code: str
    players: int
    active: int
    best: tuple[float, ...]
    won: int = 0  # rated games its players won in the year of the list

    def mean_of(self, count: int) -> float | None:
        """Return the mean of the best few; None where fewer are active."""
        return sum(self.best[:count]) / count if len(self.best) >= count else None


def level_of(day: date, ratings: Floats) -> Level:
    """Describe the ratings of a list; raises ValueError for none."""
    if not ratings.size:
        raise ValueError("nobody has a rating")
    return Level(day, int(ratings.size), float(ratings.mean()), float(np.median(ratings)))


class Company:
    """Who was on every list so far, taken from the newest back, and what each list rated them."""

    def __init__(self) -> None:
        self._days: list[date] = []
        self._player: Longs | None = None
        self._ratings: list[Floats] = []

    def add(self, listed: Listed) -> None:
        """Take the next older list: players not on it leave the company."""
        if self._player is None:
            self._player, rating = listed.player, listed.rating
        else:
            self._player, mine, theirs = np.intersect1d(
                self._player, listed.player, assume_unique=True, return_indices=True
            )
            self._ratings = [column[mine] for column in self._ratings]
            rating = listed.rating[theirs]
        self._days.append(listed.day)
        self._ratings.append(rating)

    def keep(self, players: Longs) -> None:
        """Let everybody else leave the company."""
        if self._player is not None:
            stays = np.isin(self._player, players)
            self._player = self._player[stays]
            self._ratings = [column[stays] for column in self._ratings]

    def levels(self) -> tuple[Level, ...]:
        """Return the level of the same people list by list, the oldest first; none where all are gone."""
        rows = list(zip(self._days, self._ratings, strict=True))
        return tuple(level_of(day, ratings) for day, ratings in reversed(rows) if ratings.size)


def improvers(now: Listed, before: Listed, games: Longs, *, least: int) -> tuple[Improver, ...]:
    """Return the active who won most between two lists; `games` between them, one a row of `now`.

    `before` has those alone whose level that list shows.
    """
    player, mine, theirs = np.intersect1d(now.player, before.player, assume_unique=True, return_indices=True)
    gain = now.rating[mine] - before.rating[theirs]
    fits = np.flatnonzero(now.active[mine] & (games[mine] >= least) & (gain > 0.0))
    order = fits[np.lexsort((player[fits], -now.rating[mine][fits], -gain[fits]))][:MOST]
    return tuple(
        Improver(
            int(player[row]),
            float(before.rating[theirs[row]]),
            float(now.rating[mine[row]]),
            int(games[mine[row]]),
        )
        for row in order.tolist()
    )


class Wins:
    """The rated games players won in the year of a list, up to its day; the record may come in pieces.

    A list of 1 January closes the year before.
    """

    def __init__(self, day: date) -> None:
        first = date(games_year(day), 1, 1)
        self._first, self._last = first.toordinal(), min(day, date(first.year, 12, 31)).toordinal()
        self._winners: list[Longs] = []  # keys of players, one a game; 0: a side of several

    def add(self, record: Record) -> None:
        """Count some more."""
        sides, score = record.sides, record.pairs.score
        then = (self._first <= sides.day) & (sides.day <= self._last)
        self._winners += [sides.first[then & (score == 1.0)], sides.other[then & (score == 0.0)]]

    def of(self, players: Longs) -> Longs:
        """Return how many games each of some players won."""
        winners, games = np.unique(np.concatenate([*self._winners, players[:0]]), return_counts=True)
        return look_up(players, winners, games)


def games_year(day: date) -> int:
    """Return the year whose games a list closes or counts so far."""
    return (day - timedelta(days=1)).year


def clubs(listed: Listed, code: NDArray[np.object_], won: Longs | None = None) -> tuple[Club, ...]:
    """Gather a list by a code of each player, "" = none; by code. `won`: games, one a row of the list."""
    names, place = np.unique(code.astype(str), return_inverse=True)
    players = np.bincount(place, minlength=names.size)
    wins = np.bincount(place, won, minlength=names.size) if won is not None else np.zeros(names.size)
    order = np.lexsort((-listed.rating, place))
    order = order[listed.active[order]]
    start = np.searchsorted(place[order], np.arange(names.size + 1))
    return tuple(
        Club(
            str(name),
            int(players[row]),
            int(start[row + 1] - start[row]),
            tuple(listed.rating[order[start[row] : min(start[row] + BEST, start[row + 1])]].tolist()),
            int(wins[row]),
        )
        for row, name in enumerate(names)
        if name
    )


def year_marks(days: Sequence[date]) -> list[date]:
    """Return the days of lists, the newest first, between which a year lies each; `days` rise, one at least.

    The last year may be as short as half a year, and is longer where less than that is left.
    """
    marks = [days[-1]]
    while earlier := [day for day in days if day <= years_before(marks[-1], 1)]:
        marks.append(earlier[-1])
    rest = (marks[-1] - days[0]).days
    if rest and (rest >= _HALF_A_YEAR or len(marks) == 1):
        marks.append(days[0])
    elif rest:
        marks[-1] = days[0]
    return marks


def years_before(day: date, years: int) -> date:
    """Return the same day of an earlier year; of 29 February the 28th."""
    return day.replace(year=day.year - years, day=28 if (day.month, day.day) == (2, 29) else day.day)


def last_of_months(days: Sequence[date]) -> list[date]:
    """Return the last day of each month there is, rising: daily lists would say the same thirty times."""
    return sorted({(day.year, day.month): day for day in sorted(days)}.values())
