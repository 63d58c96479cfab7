"""Hears of players that become one or two again: decisions move, systems wait to be computed."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.dispatch import receiver

from federation import signals
from federation.models import Account, Merge, Player
from federation.register.merging import Foreseen, Text
from ratings.cadence.by_game import stale
from ratings.cadence.by_game.enqueue_rating import remind
from ratings.cadence.table import cadence_of
from ratings.models import RatingSystem
from ratings.people import merging
from tournaments.signals import games_moved


@receiver(signals.merge_asked, dispatch_uid="ratings.merge_asked")
def foresee(kept: Player, gone: Player, **_: Any) -> Foreseen:
    """Return what a merge would do to ratings."""
    return merging.foresee(kept, gone)


@receiver(signals.players_merged, dispatch_uid="ratings.players_merged")
def move(kept: Player, gone: Player, **more: Any) -> tuple[str, Any]:
    """Move decisions and mark systems stale."""
    since: Mapping[str, date] = more["notes"][merging.NOTE]
    moved = merging.move(kept, gone, since)
    _remind(since, more.get("account"))
    return merging.LABEL, moved


@receiver(signals.unmerge_asked, dispatch_uid="ratings.unmerge_asked")
def undo_obstacles(merge: Merge, **_: Any) -> list[Text]:
    """Return which decisions have moved on."""
    return merging.undo_obstacles(merge)


@receiver(signals.players_unmerged, dispatch_uid="ratings.players_unmerged")
def move_back(merge: Merge, **more: Any) -> None:
    """Give decisions back and mark systems stale."""
    _remind(merging.move_back(merge), more.get("account"))


@receiver(games_moved, dispatch_uid="ratings.games_moved")
def rate_moved(system: str, since: int, account: Account | None = None, **_: Any) -> None:
    """Have a stream replayed from the first game that changed its player."""
    stale.mark(RatingSystem.objects.get(key=system), since)
    remind(system, account)


def _remind(since: Mapping[str, date], account: Account | None) -> None:
    for key in since:
        cadence_of(key).enqueue_rating(key, account)
