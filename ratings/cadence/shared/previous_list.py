"""The list before a list: what its entries said, and how the next one differs."""

from dataclasses import dataclass
from typing import Any

from ratings.models import ListEntry, PublishedList

Rows = dict[str, list[Any]]  # column of ListEntry -> values, one a player


@dataclass(frozen=True, slots=True)
class PreviousList:
    """What the list before said, by player: rating as shown, exact, licence, rank among the active."""

    by_player: dict[int, tuple[int, float, str, int | None]]


def previous_list(before: PublishedList | None) -> PreviousList:
    """Read what the list before said of everybody; nothing where there is none."""
    rows = ListEntry.objects.filter(list=before) if before else ListEntry.objects.none()
    values = rows.values_list("player_id", "rating", "exact", "licence", "active_rank")
    return PreviousList({row[0]: row[1:] for row in values})


def differences(rows: Rows, before: PreviousList) -> dict[str, int]:
    """Count who is new, changed, unchanged and gone, by exact ratings."""
    here = dict(zip(rows["player_id"], rows["exact"], strict=True))
    old = {player: row[1] for player, row in before.by_player.items()}
    return {
        "created": len(here.keys() - old.keys()),
        "changed": sum(exact != old[player] for player, exact in here.items() if player in old),
        "unchanged": sum(exact == old[player] for player, exact in here.items() if player in old),
        "gone": len(old.keys() - here.keys()),
    }
