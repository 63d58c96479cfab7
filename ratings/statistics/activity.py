"""Amount of play: rated games and the people who played them, by month. Pure."""

from typing import NamedTuple

import numpy as np

from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.record import Record

_MONTH = 1 << 40  # more than there are keys of players


class Month(NamedTuple):
    """A month: rated games, and players with at least one."""

    month: int
    games: int
    players: int


class Year(NamedTuple):
    """A year: rated games, players with at least one, and those never seen in a year before."""

    year: int
    games: int
    players: int
    new: int


class Totals:
    """What was played, of a record that comes piece by piece."""

    def __init__(self) -> None:
        self._games: dict[int, int] = {}  # by month
        self._seats: list[Longs] = []  # players of months, each once a piece: month and player in one number

    def add(self, record: Record) -> None:
        """Count some more."""
        months, games = np.unique(record.month, return_counts=True)
        for month, count in zip(months.tolist(), games.tolist(), strict=True):
            self._games[month] = self._games.get(month, 0) + count
        self._seats.append(np.unique(record.seat_month * _MONTH + record.seat_player))

    def by_month(self) -> tuple[Month, ...]:
        """Return month after month, those without games too."""
        if not self._games:
            return ()
        first, last = min(self._games), max(self._games)
        players = np.bincount(self._once() // _MONTH - first, minlength=last - first + 1).tolist()
        return tuple(
            Month(month, self._games.get(month, 0), players[month - first])
            for month in range(first, last + 1)
        )

    def by_year(self) -> tuple[Year, ...]:
        """Return year after year, those without games too."""
        if not self._games:
            return ()
        first, last = min(self._games) // 12, max(self._games) // 12
        games = np.zeros(last - first + 1, np.int64)
        for month, count in self._games.items():
            games[month // 12 - first] += count
        seats = self._once()
        seen, player = np.divmod(np.unique(seats // _MONTH // 12 * _MONTH + seats % _MONTH), _MONTH)
        players = np.bincount(seen - first, minlength=games.size)
        order = np.lexsort((seen, player))
        opens = np.append(True, player[order][1:] != player[order][:-1])
        new = np.bincount(seen[order][opens] - first, minlength=games.size)
        return tuple(
            Year(first + row, int(games[row]), int(players[row]), int(new[row])) for row in range(games.size)
        )

    def _once(self) -> Longs:
        """Return each player once a month."""
        self._seats = [np.unique(np.concatenate(self._seats))]
        return self._seats[0]


def by_month(record: Record) -> tuple[Month, ...]:
    """Count a whole record month after month, those without games too."""
    totals = Totals()
    totals.add(record)
    return totals.by_month()


def by_year(record: Record) -> tuple[Year, ...]:
    """Count a whole record year after year, those without games too."""
    totals = Totals()
    totals.add(record)
    return totals.by_year()
