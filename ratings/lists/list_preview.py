"""Reads: a list that was prepared and is not shown yet: its first rows, what is new and gone, what is odd."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Exists, Max, Min, OuterRef, Q, QuerySet

from ratings.cadence.shared.comparison import FEWEST_RATED, Alarm
from ratings.lists.build import list_before
from ratings.models import ListEntry, PublishedList
from ratings.runs.alarm_thresholds import bounds_of

FIRST, NAMED, FARTHEST, GLANCED = 100, 50, 10, 3
MOVED = Q(change__lt=0) | Q(change__gt=0)


@dataclass(frozen=True, slots=True)
class ListPreview:
    """What an officer looks at before everybody does."""

    before: PublishedList | None
    rows: Sequence[ListEntry]  # the first of the list
    created: Sequence[ListEntry]  # not on the list before, the highest first
    gone: Sequence[ListEntry]  # as they stood on the list before
    farthest: Sequence[ListEntry]  # who moved most
    alarms: Sequence[Alarm]


def preview(prepared: PublishedList) -> ListPreview:
    """Read what is to be looked at; seven queries."""
    before = list_before(prepared)
    entries = ListEntry.objects.filter(list=prepared)
    gone: Sequence[ListEntry] = []
    if before is not None:
        here = entries.filter(player=OuterRef("player"))
        left = ListEntry.objects.filter(~Exists(here), list=before)
        gone = list(left.order_by("position")[:NAMED])
    created = entries.filter(change=None) if before is not None else entries.none()
    return ListPreview(
        before=before,
        rows=list(entries.order_by("position")[:FIRST]),
        created=list(created.order_by("position")[:NAMED]),
        gone=gone,
        farthest=_farthest(entries),
        alarms=_alarms(prepared, before),
    )


def _farthest(entries: QuerySet[ListEntry]) -> list[ListEntry]:
    """Return who won or lost most against the list before."""
    moved = entries.filter(MOVED)
    ends = [
        *moved.order_by("change", "position")[:FARTHEST],
        *moved.order_by("-change", "position")[:FARTHEST],
    ]
    once = {one.pk: one for one in ends}.values()
    return sorted(once, key=lambda one: (-abs(one.change or 0), one.position))[:FARTHEST]


@dataclass(frozen=True, slots=True)
class Glance:
    """The least an officer looks at: who moved most, and what is odd."""

    farthest: Sequence[ListEntry]
    alarms: Sequence[Alarm]


def glance(prepared: PublishedList) -> Glance:
    """Read the least that is to be looked at; four queries."""
    return Glance(_farthest(ListEntry.objects.filter(list=prepared))[:GLANCED], alarms_of(prepared))


def alarms_of(prepared: PublishedList) -> list[Alarm]:
    """Hold a list against the bounds of its system; two queries."""
    return _alarms(prepared, list_before(prepared))


def _alarms(prepared: PublishedList, before: PublishedList | None) -> list[Alarm]:
    """Hold a list against the bounds of its system, as a run is; a first list raises none."""
    if before is None:
        return []
    bounds, found = bounds_of(prepared.system), []
    seen = ListEntry.objects.filter(list=prepared).aggregate(
        most=Max("change"),
        least=Min("change"),
        moved=Count("pk", filter=MOVED),
    )
    farthest = max(abs(seen["most"] or 0), abs(seen["least"] or 0))
    if farthest > bounds.largest_move:
        found.append(Alarm("large-move", bounds.largest_move, farthest))
    report = prepared.report
    if report["gone"] > bounds.most_leaving:
        found.append(Alarm("leaving", bounds.most_leaving, report["gone"]))
    if report["created"] > bounds.most_entering:
        found.append(Alarm("entering", bounds.most_entering, report["created"]))
    share = seen["moved"] / before.players if before.players else 0.0
    if before.players >= FEWEST_RATED and share > bounds.share_moved:
        found.append(Alarm("many-moved", bounds.share_moved, share))
    return found


def waiting() -> dict[int, PublishedList]:
    """Return the newest list of each system that is prepared and not shown, by the system; one query."""
    lists = PublishedList.objects.filter(ready=False, prepared__isnull=False).select_related("system")
    return {one.system_id: one for one in lists.order_by("date", "revision")}
