"""Receivers of merges, of merges undone and of years of birth: move decisions, mark systems stale."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from federation.models import Account, Merge, Player
from federation.register.merging import Foreseen, Text
from ratings.cadence.table import cadence_of
from ratings.people import merging


def foresee(kept: Player, gone: Player, **_: Any) -> Foreseen:
    """Return what a merge would do to ratings."""
    return merging.foresee(kept, gone)


def move(kept: Player, gone: Player, **more: Any) -> tuple[str, Any]:
    """Move decisions and mark systems stale."""
    since: Mapping[str, date] = more["notes"][merging.NOTE]
    moved = merging.move(kept, gone, since)
    _remind(since, more.get("account"))
    return merging.LABEL, moved


def undo_obstacles(merge: Merge, **_: Any) -> list[Text]:
    """Return which decisions have moved on."""
    return merging.undo_obstacles(merge)


def move_back(merge: Merge, **more: Any) -> None:
    """Move decisions back and mark systems stale."""
    _remind(merging.move_back(merge), more.get("account"))


def mark_born(player: Player, account: Account | None = None, **_: Any) -> None:
    """Mark the systems stale whose ratings depend on a year of birth, from the player's first fact on."""
    since = merging.born_since(player)
    merging.mark(since)
    _remind(since, account)


def _remind(since: Mapping[str, date], account: Account | None) -> None:
    for key in since:
        cadence_of(key).enqueue_rating(key, account)
