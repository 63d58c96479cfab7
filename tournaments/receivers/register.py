"""Receivers of merges and of merges undone: move what the players played."""

from collections.abc import Mapping, Sequence
from typing import Any

from federation.models import Account, Merge, Player
from federation.privacy.personal_data import Remainder
from federation.register.merging import Foreseen, Text
from tournaments.people import merging, personal_data, removal


def lock(kept: Player, gone: Player, **_: Any) -> None:
    """Lock servers and streams before the players."""
    merging.lock(kept, gone)


def foresee(kept: Player, gone: Player, **_: Any) -> Foreseen:
    """Return which entries and games a merge would move."""
    return merging.foresee(kept, gone)


def move(kept: Player, gone: Player, account: Account | None = None, **_: Any) -> tuple[str, Any]:
    """Move entries and games to the player kept."""
    return merging.LABEL, merging.move(kept, gone, account)


def undo_obstacles(merge: Merge, **_: Any) -> list[Text]:
    """Return what newer things stand on what was moved."""
    return merging.undo_obstacles(merge)


def move_back(merge: Merge, account: Account | None = None, **_: Any) -> None:
    """Move back what was moved."""
    merging.move_back(merge, account)


def tell(players: list[Player], **_: Any) -> dict[str, Any]:
    """Return what players played."""
    return personal_data.collect(players)


def remainders(players: list[Player], **_: Any) -> list[Remainder]:
    """Return which files still name them."""
    return personal_data.remainders(players)


def erase(players: list[Player], **_: Any) -> None:
    """Take the names off what they played."""
    personal_data.erase(players)


def name_holds(players: Sequence[int], tournament: int, **_: Any) -> Mapping[int, list[Text]]:
    """Return what of tournaments and games stands on players."""
    return removal.holds_on(players, inside=tournament)


def forget(players: Sequence[int], **_: Any) -> None:
    """Suggest players to nobody any more."""
    removal.forget(players)


def name_tournaments(players: Sequence[int], **_: Any) -> Mapping[int, list[tuple[str, str]]]:
    """Return the tournaments players are entered in, by name and address."""
    return removal.tournaments_of(players)
