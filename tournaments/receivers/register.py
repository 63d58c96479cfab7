"""Hears of players that become one or two again, and moves what they played."""

from typing import Any

from django.dispatch import receiver

from federation import signals
from federation.models import Account, Merge, Player
from federation.privacy.personal_data import Remainder
from federation.register.merging import Foreseen, Text
from tournaments.people import merging, personal_data


@receiver(signals.merge_begins, dispatch_uid="tournaments.merge_begins")
def lock(kept: Player, gone: Player, **_: Any) -> None:
    """Lock servers and streams before the players."""
    merging.lock(kept, gone)


@receiver(signals.merge_asked, dispatch_uid="tournaments.merge_asked")
def foresee(kept: Player, gone: Player, **_: Any) -> Foreseen:
    """Return what would move of what was played."""
    return merging.foresee(kept, gone)


@receiver(signals.players_merged, dispatch_uid="tournaments.players_merged")
def move(kept: Player, gone: Player, account: Account | None = None, **_: Any) -> tuple[str, Any]:
    """Move what was played."""
    return merging.LABEL, merging.move(kept, gone, account)


@receiver(signals.unmerge_asked, dispatch_uid="tournaments.unmerge_asked")
def undo_obstacles(merge: Merge, **_: Any) -> list[Text]:
    """Return what newer things stand on what was moved."""
    return merging.undo_obstacles(merge)


@receiver(signals.players_unmerged, dispatch_uid="tournaments.players_unmerged")
def move_back(merge: Merge, account: Account | None = None, **_: Any) -> None:
    """Give back what was moved."""
    merging.move_back(merge, account)


@receiver(signals.data_asked, dispatch_uid="tournaments.data_asked")
def tell(players: list[Player], **_: Any) -> dict[str, Any]:
    """Return what players played."""
    return personal_data.collect(players)


@receiver(signals.erasure_asked, dispatch_uid="tournaments.erasure_asked")
def remainders(players: list[Player], **_: Any) -> list[Remainder]:
    """Return which files still name them."""
    return personal_data.remainders(players)


@receiver(signals.player_erased, dispatch_uid="tournaments.player_erased")
def erase(players: list[Player], **_: Any) -> None:
    """Take the names off what they played."""
    personal_data.erase(players)
