"""Hears how players want to be shown: lists say no more than that, and their files are made again."""

from typing import Any

from django.dispatch import receiver

from federation import jobs, signals
from federation.models import Account, Player
from ratings import hidden_names

REMAKE = "ratings.remake_files"


@receiver(signals.privacy_chosen, dispatch_uid="ratings.privacy_chosen")
def show_as_chosen(player: Player, account: Account | None = None, **_: Any) -> None:
    """Bring published lists to the choice at once, and have their files made again after the commit."""
    lists = hidden_names.take_files_off(hidden_names.show_as_chosen(player))
    if lists:
        jobs.send_after_commit(jobs.request(REMAKE, arguments={"lists": lists}, account=account))
