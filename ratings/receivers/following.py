"""Receivers of lists that became public and of erased players: open bulletins, forget follows."""

from typing import Any

from django.utils import timezone

from federation.models import Player
from ratings.following import bulletins, subscribing
from ratings.models import PublishedList


def list_shown(instance: PublishedList, created: bool, **more: Any) -> None:  # noqa: FBT001 - as Django sends it
    """Announce a list that was shown to followers; one imported whole only where it is new.

    Nothing is sent from here: the clock finds the bulletin when it is due.
    """
    if not instance.ready or more.get("raw"):  # raw: read back from a copy of the database
        return
    if created:
        if bulletins.is_history(instance, timezone.localdate()):
            return
    elif "ready" not in (more.get("update_fields") or ()):
        return
    bulletins.tell_of(instance)


def player_erased(players: list[Player], **_: Any) -> None:
    """End whatever follows players whose data are erased."""
    subscribing.forget_players(players)
