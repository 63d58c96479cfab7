"""Receivers of privacy choices: apply them to published lists and make their files again."""

from collections.abc import Collection, Iterable
from typing import Any

from federation.jobs import jobs
from federation.models import Account, Player
from federation.privacy.personal_data import Remainder
from ratings.lists import anonymise
from ratings.models import ListEntry
from ratings.people import personal_data
from ratings.players import own_record

REMAKE = "ratings.remake_files"


def apply_choice(player: Player, account: Account | None = None, **_: Any) -> None:
    """Bring published lists to the choice at once, and have their files made again after the commit."""
    _remake(anonymise.apply_choice(player), account)


def _remake(changed: Iterable[int], account: Account | None) -> None:
    lists = anonymise.take_files_off(changed)
    if lists:
        jobs.enqueue_after_commit(jobs.request(REMAKE, arguments={"lists": lists}, account=account))


def tell(players: list[Player], **_: Any) -> dict[str, Any]:
    """Return ratings, lists and decisions of players."""
    return personal_data.collect(players)


def tell_ratings(players: Collection[int], **_: Any) -> dict[int, dict[str, Any]]:
    """Return the ratings of players on the newest lists, by system: for a site they log in to."""
    return own_record.ratings(players)


def erase(players: list[Player], account: Account | None = None, **_: Any) -> None:
    """Take away what lists and decisions say of players, and have files made again."""
    personal_data.erase(players)
    _remake(ListEntry.objects.filter(player__in=players).values_list("list", flat=True).distinct(), account)


def remainders(players: list[Player], **_: Any) -> list[Remainder]:
    """Return what has to stay because ratings stand on it."""
    return personal_data.remainders(players)
