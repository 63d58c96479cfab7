"""Queries of a stream for pages: a player's games and course."""

from dataclasses import dataclass
from datetime import date

import numpy as np
from django.db.models import QuerySet

from federation.models import Player
from ratings.cadence.by_game.moments import MS_A_DAY, day_at
from ratings.cadence.by_game.packing import MOST, ROW, Rows, unpack
from ratings.models import GameHistory, RatingSystem

POINTS = 400  # of a course, at most


@dataclass(frozen=True, slots=True)
class Point:
    """State of a player at the end of a day."""

    day: date
    rating: float
    deviation: float  # NaN: the system has none


def of_player(system: RatingSystem, player: Player | int, *, last: int | None = None) -> Rows:
    """Read a player's rows (packing.ROW), oldest first: all, or the last so many."""
    parts = parts_of(system, player)
    pieces = 1 + -(-last // MOST) if last is not None else None
    rows = rows_of(parts.order_by("-part")[:pieces])
    return rows if last is None else rows[max(rows.size - last, 0) :]


def points(rows: Rows, *, most: int = POINTS) -> list[Point]:
    """Return the last of a player's rows of each day; of many days some, with both ends."""
    days = rows["moment"] // MS_A_DAY
    ends = np.flatnonzero(np.append(days[1:] != days[:-1], True)) if rows.size else np.zeros(0, np.int64)
    if ends.size > most:
        ends = ends[np.unique(np.linspace(0, ends.size - 1, most).round().astype(np.int64))]
    return [
        Point(day_at(int(row["moment"])), float(row["after"]), float(row["deviation"])) for row in rows[ends]
    ]


def parts_of(system: RatingSystem, player: Player | int) -> QuerySet[GameHistory]:
    """Select the parts of a player's history."""
    return GameHistory.objects.filter(
        system=system, player=player.pk if isinstance(player, Player) else player
    )


def rows_of(parts: QuerySet[GameHistory]) -> Rows:
    """Read the rows of some parts of one player, oldest first."""
    pieces = sorted(parts.values_list("part", "data"))
    return unpack([bytes(data) for _, data in pieces]).rows if pieces else np.zeros(0, ROW)
