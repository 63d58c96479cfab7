"""Causes of differences between a list and today's ratings, the first that applies to each."""

from collections import Counter
from collections.abc import Collection
from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_noop

from federation.models import Merge
from ratings.cadence.table import cadence_of
from ratings.models import ManualEvent, PublishedList
from tournaments.models import Entry, Tournament
from tournaments.models.stages import ONCE_APPROVED, SHOWN

MERGED = gettext_noop("merged with another player")
TOURNAMENT = gettext_noop("in a tournament approved, corrected or revoked since")
GAME = gettext_noop("in an online game received or withdrawn since")
DECISION = gettext_noop("a manual adjustment added or withdrawn since")
OTHERS = gettext_noop("through other players whose ratings changed")
UNKNOWN = gettext_noop("no cause found")


def causes_of(published: PublishedList, players: Collection[int]) -> dict[str, int]:
    """Count differing players by cause, in the order in which causes are tried; six queries at most."""
    counts = Counter(cause_of_each(published, players).values())
    order = (MERGED, TOURNAMENT, GAME, DECISION, OTHERS, UNKNOWN)
    return {cause: counts[cause] for cause in order if counts[cause]}


def cause_of_each(published: PublishedList, players: Collection[int]) -> dict[int, str]:
    """Return the first cause that holds for each differing player; six queries at most."""
    left, causes = set(players), dict[int, str]()
    for cause, having in (
        (MERGED, _merged(players)),
        (TOURNAMENT, _played(published, players)),
        (GAME, cadence_of(published.system.key).late_players(published, _moment(published))),
        (DECISION, _decided(published, players)),
    ):
        reached = left & having
        causes |= dict.fromkeys(reached, cause)
        left -= reached
    rest = OTHERS if causes or (left and _everybody_moved(published)) else UNKNOWN
    return causes | dict.fromkeys(left, rest)


def tournaments_since(published: PublishedList, players: Collection[int]) -> dict[int, Tournament]:
    """Return the tournament of the list's time decided last since, of players who played in one; one query.

    A tournament everybody may look at; of one that was superseded, its successor.
    """
    rows = _entries_since(published, players).filter(tournament__stage__in=SHOWN)
    rows = rows.select_related("tournament").order_by("tournament__decided", "tournament__number")
    return {row.player_id: row.tournament for row in rows if row.player_id is not None}


def _merged(players: Collection[int]) -> set[int]:
    """Return who was merged, or was merged with."""
    rows = Merge.objects.filter(Q(kept__in=players) | Q(gone__in=players))
    return {key for pair in rows.values_list("kept_id", "gone_id") for key in pair}


def _played(published: PublishedList, players: Collection[int]) -> set[int]:
    """Return who took part in a tournament of the list's time that was decided since."""
    rows = _entries_since(published, players).filter(tournament__stage__in=ONCE_APPROVED)
    return {key for key in rows.values_list("player_id", flat=True) if key is not None}


def _entries_since(published: PublishedList, players: Collection[int]) -> QuerySet[Entry]:
    return Entry.objects.filter(
        player__in=players,
        tournament__start__lte=published.date,
        tournament__decided__gt=_moment(published),
    )


def _decided(published: PublishedList, players: Collection[int]) -> set[int]:
    """Return whose level the office has set since, or no longer sets."""
    rows = _decisions_since(published).filter(player__in=players)
    return {key for key in rows.values_list("player_id", flat=True) if key is not None}


def _everybody_moved(published: PublishedList) -> bool:
    """Return whether everybody was adjusted since."""
    return _decisions_since(published).filter(player=None).exists()


def _moment(published: PublishedList) -> datetime | None:
    """Return when a list was frozen; one of an archive was arranged here long after it was published."""
    return min((moment for moment in (published.prepared, published.published) if moment), default=None)


def _decisions_since(published: PublishedList) -> QuerySet[ManualEvent]:
    moment = _moment(published)
    since = Q(entered__gt=moment) | Q(withdrawn__gt=moment)
    return ManualEvent.objects.filter(since, system=published.system, date__lte=published.date)
