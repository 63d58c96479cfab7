"""Receivers of the register: merges, removals, how players are shown, their data, erasure."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from federation.jobs import jobs
from federation.models import Account, Merge, Player
from federation.privacy.personal_data import Remainder
from federation.register.merging import Foreseen, Text
from ratings.cadence.facts import facts_of
from ratings.lists import anonymise
from ratings.models import ListEntry
from ratings.people import merging, personal_data, removal
from ratings.players import own_record


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
        facts_of(key).enqueue_rating(key, account)


def name_holds(players: Sequence[int], **_: Any) -> Mapping[int, list[removal.Text]]:
    """Return what of ratings and lists stands on players."""
    return removal.holds_on(players)


def forget(players: Sequence[int], **_: Any) -> None:
    """Delete what runs that are over said of players."""
    removal.forget(players)


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
