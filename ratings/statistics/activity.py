"""How much was played: rated games and the people who played them, by month. Pure."""

from typing import NamedTuple

import numpy as np

from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.record import Record


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


def by_month(record: Record) -> tuple[Month, ...]:
    """Count month after month, those without games too."""
    if not record.month.size:
        return ()
    first, last = int(record.month.min()), int(record.month.max())
    games = np.bincount(record.month - first, minlength=last - first + 1)
    seen, _ = _once(record.seat_month, record.seat_player)
    players = np.bincount(seen - first, minlength=last - first + 1)
    return tuple(Month(first + row, int(games[row]), int(players[row])) for row in range(last - first + 1))


def by_year(record: Record) -> tuple[Year, ...]:
    """Count year after year, those without games too."""
    if not record.month.size:
        return ()
    years = record.month // 12
    first, last = int(years.min()), int(years.max())
    games = np.bincount(years - first, minlength=last - first + 1)
    seen, player = _once(record.seat_month // 12, record.seat_player)
    players = np.bincount(seen - first, minlength=last - first + 1)
    order = np.lexsort((seen, player))
    opens = np.append(True, player[order][1:] != player[order][:-1])
    new = np.bincount(seen[order][opens] - first, minlength=last - first + 1)
    return tuple(
        Year(first + row, int(games[row]), int(players[row]), int(new[row]))
        for row in range(last - first + 1)
    )


def _once(when: Longs, player: Longs) -> tuple[Longs, Longs]:
    """Return each player once a month or year: when, and who."""
    _, who = np.unique(player, return_inverse=True)
    width = int(who.max(initial=0)) + 1
    keys = np.unique(when * width + who)
    return keys // width, keys % width
