"""Queries of a player's published lines on every list, system by system."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from federation.database import bulk
from federation.models import Player
from ratings.cadence.traits import traits_of
from ratings.lists.queries import query_at
from ratings.rulebook.systems import SYSTEMS

_TOP_MOST = 50  # "top 96%" means nothing
# The report of an imported list names its source.
_LINES = (
    'SELECT s."key", l.date, e.rating, e.change, e.period_games, e.k, e.active, e.grade,'
    " CAST(l.report AS text) LIKE '%%\"source\":%%', e.rank, e.active_rank, e.position, e.active_position,"
    " e.provisional, l.active_players, l.established FROM ratings_listentry e"
    " JOIN ratings_publishedlist l ON l.id = e.list_id JOIN ratings_ratingsystem s ON s.id = l.system_id"
    ' WHERE e.player_id = %s AND l.ready AND s."key" IN ({keys})'
    ' AND (s."key" NOT IN ({daily}) OR e.change <> 0 OR e.change IS NULL OR l.id IN ({lists}))'
    " ORDER BY l.date DESC, l.revision DESC"
)


class Place(NamedTuple):
    """Where a player stands on one list."""

    rank: int  # among all; of a stream among the established or the provisional
    active_rank: int | None  # among the active
    position: int
    active_position: int | None  # None too for the provisional of a stream
    is_provisional: bool
    active_players: int  # on the list; of a stream its established ones
    established: int | None

    @property
    def top(self) -> int | None:
        """The best so many percent of the active the player is among; None for who is not active."""
        return top_percent(self.active_rank, self.active_position, self.active_players)

    @property
    def query(self) -> str:
        """The query of the page of the list that has the player's line."""
        return query_at(
            self.position,
            self.active_position,
            is_provisional=self.is_provisional,
            established=self.established or 0,
        )


def top_percent(rank: int | None, position: int | None, players: int) -> int | None:
    """Return the best so many percent a rank is among, 1 to 50; None for the lower half, or not active."""
    if not rank or position is None or not players:
        return None
    percent = -(-100 * rank // players)
    return percent if percent <= _TOP_MOST else None


@dataclass(frozen=True, slots=True)
class Line:
    """A player on one list."""

    day: date
    rating: int
    change: int | None
    games: int  # of the period
    k: int | None
    active: bool
    grade: str
    is_ours: bool  # not an imported list: its calculation can be shown
    place: Place | None = None

    @property
    def has_calculation(self) -> bool:
        """Return whether there is something to calculate."""
        return self.is_ours and self.games > 0


def lines(player: Player, newest: Mapping[str, int]) -> dict[str, list[Line]]:
    """Read a player's lines in some systems, the newest first, each day by its newest revision; one query.

    `newest` is histories.newest_lists() or a part of it. Of lists that come every day only those are
    read that show another rating than the list before, and the newest.
    """
    if not newest:
        return {}
    of_days = [key for key in SYSTEMS if traits_of(key).lists_daily]
    last = [newest[key] for key in newest if key in of_days] or [0]
    daily, keys, lists = (", ".join(["%s"] * len(each)) for each in (of_days, newest, last))
    by_system: dict[str, dict[date, Line]] = {}
    statement = _LINES.format(keys=keys, daily=daily, lists=lists)
    for row in bulk.rows(statement, [player.pk, *newest, *of_days, *last], binary=True):
        key, day, rating, change, games, k, active, grade, is_theirs, *place = row
        line = Line(day, rating, change, games, k, active, grade, not is_theirs, Place(*place))
        by_system.setdefault(key, {}).setdefault(day, line)  # an older revision comes later
    return {key: list(by_system[key].values()) for key in newest if key in by_system}
