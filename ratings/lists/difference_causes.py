"""Reads: why players stand elsewhere today than on a list, each by the first cause that holds for him."""

from collections import Counter
from collections.abc import Collection
from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_noop

from federation.models import Merge
from ratings.models import ManualEvent, PublishedList
from tournaments.models import Entry
from tournaments.models.stages import ONCE_APPROVED

MERGED = gettext_noop("merged with another player")
TOURNAMENT = gettext_noop("in a tournament approved, corrected or revoked since")
DECISION = gettext_noop("a manual adjustment added or withdrawn since")
OTHERS = gettext_noop("through other players whose ratings changed")
UNKNOWN = gettext_noop("no cause found")


def causes_of(published: PublishedList, players: Collection[int]) -> dict[str, int]:
    """Count differing players by cause, in the order in which causes are tried; four queries."""
    left, found = set(players), Counter[str]()
    for cause, reached in (
        (MERGED, _merged(left)),
        (TOURNAMENT, _played(published, left)),
        (DECISION, _decided(published, left)),
    ):
        found[cause] = len(left & reached)
        left -= reached
    moved = found[TOURNAMENT] + found[DECISION] + found[MERGED] > 0
    found[OTHERS if moved or _everybody_moved(published) else UNKNOWN] = len(left)
    return {cause: count for cause, count in found.items() if count}


def _merged(players: Collection[int]) -> set[int]:
    """Return who was merged, or was merged with."""
    rows = Merge.objects.filter(Q(kept__in=players) | Q(gone__in=players))
    return {key for pair in rows.values_list("kept_id", "gone_id") for key in pair}


def _played(published: PublishedList, players: Collection[int]) -> set[int]:
    """Return who took part in a tournament of the list's time that was decided since."""
    rows = Entry.objects.filter(
        player__in=players,
        tournament__stage__in=ONCE_APPROVED,
        tournament__start__lte=published.date,
        tournament__decided__gt=_moment(published),
    )
    return set(rows.values_list("player_id", flat=True))


def _decided(published: PublishedList, players: Collection[int]) -> set[int]:
    """Return whose level the office has set since, or no longer sets."""
    rows = _decisions_since(published).filter(player__in=players)
    return {key for key in rows.values_list("player_id", flat=True) if key is not None}


def _everybody_moved(published: PublishedList) -> bool:
    """Return whether everybody was adjusted since."""
    return _decisions_since(published).filter(player=None).exists()


def _moment(published: PublishedList) -> datetime | None:
    """Return when a list was frozen; one of an archive was arranged here long after it was published."""
    return min((one for one in (published.prepared, published.published) if one), default=None)


def _decisions_since(published: PublishedList) -> QuerySet[ManualEvent]:
    moment = _moment(published)
    since = Q(entered__gt=moment) | Q(withdrawn__gt=moment)
    return ManualEvent.objects.filter(since, system=published.system, date__lte=published.date)
