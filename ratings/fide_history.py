"""Reads of one player's FIDE ratings: list by list, and his ranks on the newest."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from federation.models import Player
from ratings.models import ListEntry

FAMILY = "fide-"
_LINE = ("list__date", "rating", "change", "period_games", "k", "active", "list__report__source")
_PLACE = ("list__system__key", "list_id", "rank", "active_rank")


@dataclass(frozen=True, slots=True)
class Line:
    """A player on one list."""

    day: date
    rating: int
    change: int | None
    games: int  # of the period
    k: int | None
    active: bool
    is_ours: bool  # not an imported list: its calculation can be shown

    @property
    def has_calculation(self) -> bool:
        """Say whether there is something to calculate."""
        return self.is_ours and self.games > 0


@dataclass(frozen=True, slots=True)
class Course:
    """A player's lists in one system, the newest first, and where he stands on the newest list there is."""

    system: str
    lines: Sequence[Line]
    rank: int | None  # among the active, else among all; None: not on the newest list

    @property
    def highest(self) -> int:
        """The highest rating he was published with."""
        return max(line.rating for line in self.lines)


def courses(player: Player, newest: Mapping[str, int]) -> list[Course]:
    """Read a player's lists in every FIDE system of the office, in the order of the site.

    `newest` is histories.newest_lists(). One query.
    """
    keys = [key for key in newest if key.startswith(FAMILY)]
    if not keys:
        return []
    rows = ListEntry.objects.filter(player=player, list__ready=True, list__system__key__in=keys)
    ordered = rows.order_by("-list__date", "-list__revision").values_list(*_PLACE, *_LINE)
    lines: dict[str, dict[date, Line]] = {}
    ranks: dict[str, int] = {}
    for (
        key,
        listed,
        rank,
        active_rank,
        day,
        rating,
        change,
        games,
        k,
        active,
        source,
    ) in ordered:
        line = Line(day, rating, change, games, k, active, is_ours=source is None)
        lines.setdefault(key, {}).setdefault(day, line)  # an older revision comes later
        if listed == newest[key]:
            ranks[key] = active_rank or rank
    return [Course(key, list(lines[key].values()), ranks.get(key)) for key in keys if key in lines]
