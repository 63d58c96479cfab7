"""Hears how players want to be shown: lists say no more than that, and their files are made again."""

from collections.abc import Iterable
from typing import Any

from django.dispatch import receiver

from federation import signals
from federation.jobs import jobs
from federation.models import Account, Player
from federation.privacy.personal_data import Remainder
from ratings.lists import anonymise
from ratings.models import ListEntry
from ratings.people import personal_data

REMAKE = "ratings.remake_files"


@receiver(signals.privacy_chosen, dispatch_uid="ratings.privacy_chosen")
def show_as_chosen(player: Player, account: Account | None = None, **_: Any) -> None:
    """Bring published lists to the choice at once, and have their files made again after the commit."""
    _remake(anonymise.show_as_chosen(player), account)


def _remake(changed: Iterable[int], account: Account | None) -> None:
    lists = anonymise.take_files_off(changed)
    if lists:
        jobs.send_after_commit(jobs.request(REMAKE, arguments={"lists": lists}, account=account))


@receiver(signals.data_asked, dispatch_uid="ratings.data_asked")
def tell(players: list[Player], **_: Any) -> dict[str, Any]:
    """Return ratings, lists and decisions of players."""
    return personal_data.collect(players)


@receiver(signals.player_erased, dispatch_uid="ratings.player_erased")
def erase(players: list[Player], account: Account | None = None, **_: Any) -> None:
    """Take away what lists and decisions say of players, and have files made again."""
    personal_data.erase(players)
    _remake(ListEntry.objects.filter(player__in=players).values_list("list", flat=True).distinct(), account)


@receiver(signals.erasure_asked, dispatch_uid="ratings.erasure_asked")
def remainders(players: list[Player], **_: Any) -> list[Remainder]:
    """Return what has to stay because ratings stand on it."""
    return personal_data.remainders(players)
