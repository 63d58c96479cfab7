"""The list before a list: the values of its entries, and how the next one differs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ratings.models import ListEntry, PublishedList

Rows = dict[str, list[Any]]  # column of ListEntry -> values, one a player


class Was(NamedTuple):
    """A player on the list before: their rating as shown, their rank among the active."""

    rating: int
    active_rank: int | None


@dataclass(frozen=True, slots=True)
class PreviousList:
    """Entries of the list before, by player."""

    by_player: dict[int, Was]


def previous_list(before: PublishedList | None) -> PreviousList:
    """Read the entries of the list before; nothing without one."""
    rows = ListEntry.objects.filter(list=before) if before else ListEntry.objects.none()
    values = rows.values_list("player_id", "rating", "active_rank")
    return PreviousList({row[0]: Was(*row[1:]) for row in values})


def moves(rows: Rows, before: PreviousList) -> Rows:
    """Return the columns `change` and `rank_change` against the list before; None: not on it.

    Both are differences of what the two lists show: an unrounded rating behind them would reveal what a
    list does not show (FFG ladder rules 3.1: without licence only the lower end of the grade).
    """
    old = [before.by_player.get(player) for player in rows["player_id"]]
    ratings: Sequence[int] = rows["rating"]
    ranks: Sequence[int | None] = rows["active_rank"]
    return {
        "change": [now - was.rating if was else None for now, was in zip(ratings, old, strict=True)],
        "rank_change": [
            was.active_rank - rank if was and was.active_rank and rank else None
            for rank, was in zip(ranks, old, strict=True)
        ],
    }


def differences(rows: Rows, before: PreviousList) -> dict[str, int]:
    """Count who is new, changed, unchanged and gone, by ratings as shown."""
    here = dict(zip(rows["player_id"], rows["rating"], strict=True))
    old = {player: was.rating for player, was in before.by_player.items()}
    return {
        "created": len(here.keys() - old.keys()),
        "changed": sum(shown != old[player] for player, shown in here.items() if player in old),
        "unchanged": sum(shown == old[player] for player, shown in here.items() if player in old),
        "gone": len(old.keys() - here.keys()),
    }
