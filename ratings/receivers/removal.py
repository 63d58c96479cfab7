"""Receivers of players taken out of the register."""

from collections.abc import Mapping, Sequence
from typing import Any

from ratings.people import removal


def name_holds(players: Sequence[int], **_: Any) -> Mapping[int, list[removal.Text]]:
    """Return what of ratings and lists stands on players."""
    return removal.holds_on(players)


def forget(players: Sequence[int], **_: Any) -> None:
    """Delete what runs that are over said of players."""
    removal.forget(players)
