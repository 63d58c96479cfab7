"""Queries of one player for programs: ratings in every system, and the history in one."""

from collections.abc import Sequence
from dataclasses import dataclass

from federation.models import Player
from ratings.cadence.shared.steps import Step
from ratings.cadence.table import cadence_of
from ratings.models import CurrentRating, ListEntry, RatingSystem
from ratings.players import histories


@dataclass(frozen=True, slots=True)
class Place:
    """Where a player stands in one system: on the newest list, and live; None where they do not."""

    system: str
    entry: ListEntry | None
    current: CurrentRating | None


def places(player: Player) -> list[Place]:
    """Read where a player stands, in the order of the site; three queries.

    Systems that move once a list have no live rating. Nor has a player without a licence on an FFG ladder:
    its lists show the foot of the grade, and no more is shown elsewhere (FFG ladder rules 3.1).
    """
    newest = histories.newest_lists()
    entries = ListEntry.objects.filter(player=player, list__in=newest.values()).select_related("list__system")
    entry_of = {entry.list.system.key: entry for entry in entries}
    rows = CurrentRating.objects.filter(player=player, system__active=True).select_related("system")
    current_of: dict[str, CurrentRating] = {}
    order = {}
    for row in rows:
        order[row.system.key] = row.system.position
        is_exact = histories.Standing(row, entry_of.get(row.system.key)).is_exact
        if is_exact and cadence_of(row.system.key).moves_between_lists:
            current_of[row.system.key] = row
    order |= {key: entry.list.system.position for key, entry in entry_of.items()}
    return [
        Place(key, entry_of.get(key), current_of.get(key)) for key in sorted(order, key=order.__getitem__)
    ]


def course(player: Player, system: RatingSystem) -> Sequence[Step]:
    """Read everything that moved a player in a system, oldest first; one query."""
    return cadence_of(system.key).courses([system.key], [player]).get((system.key, player.pk), ())
