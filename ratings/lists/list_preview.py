"""Preview of a prepared list that is not shown yet: its first rows, what is new, gone and odd."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count, Exists, F, Max, Min, OuterRef, Q, QuerySet

from ratings.cadence.shared.comparison import FEWEST_RATED, Alarm
from ratings.lists import revisions
from ratings.lists.build import list_before
from ratings.lists.revisions import Replacement
from ratings.models import ListEntry, PublishedList
from ratings.runs.automation import bounds_of

FIRST, NAMED, FARTHEST, GLANCED = 100, 50, 10, 3
NEW, MOVED = Q(gain=None), Q(gain__lt=0) | Q(gain__gt=0)


@dataclass(frozen=True, slots=True)
class Mover:
    """Who moved, and by how many points against what the list is compared with."""

    entry: ListEntry
    change: int


@dataclass(frozen=True, slots=True)
class ListPreview:
    """What an officer looks at before everybody does: a new revision beside the one it replaces."""

    before: PublishedList | None  # of an older date
    replaces: Replacement | None
    rows: Sequence[ListEntry]  # the first of the list
    created: Sequence[ListEntry]  # not on the list it is compared with, the highest first
    gone: Sequence[ListEntry]  # as on that one
    farthest: Sequence[Mover]
    alarms: Sequence[Alarm]
    counts: Mapping[str, int]  # "created" and "gone", of whom only the first are named


@dataclass(frozen=True, slots=True)
class _Compared:
    """A prepared list beside another one: the revision it replaces, else the list before."""

    prepared: PublishedList
    other: PublishedList | None
    replaces: Replacement | None

    @property
    def entries(self) -> QuerySet[ListEntry]:
        """Select the entries, each with its `gain`."""
        if self.replaces is not None and self.other is not None:
            return revisions.beside(self.prepared, self.other)
        return ListEntry.objects.filter(list=self.prepared).annotate(gain=F("change"))

    @property
    def counts(self) -> dict[str, int]:
        """How many came and left."""
        if self.replaces is not None:
            return {"created": self.replaces.created, "gone": self.replaces.gone}
        return {name: self.prepared.report[name] for name in ("created", "gone")}


def _compared(prepared: PublishedList) -> _Compared:
    replaced = revisions.replaced_by(prepared)
    if replaced is None:
        return _Compared(prepared, list_before(prepared), None)
    return _Compared(prepared, replaced, revisions.replacement_of(prepared))


def preview(prepared: PublishedList) -> ListPreview:
    """Read what is to be looked at; seven queries, of a new revision ten."""
    compared = _compared(prepared)
    entries, other = compared.entries, compared.other
    gone: Sequence[ListEntry] = []
    if other is not None:
        here = entries.filter(player=OuterRef("player"))
        left = ListEntry.objects.filter(~Exists(here), list=other)
        gone = list(left.order_by("position")[:NAMED])
    created = entries.filter(NEW) if other is not None else entries.none()
    return ListPreview(
        before=list_before(prepared) if compared.replaces else other,
        replaces=compared.replaces,
        rows=list(entries.order_by("position")[:FIRST]),
        created=list(created.order_by("position")[:NAMED]),
        gone=gone,
        farthest=_farthest(entries),
        alarms=_alarms(compared),
        counts=compared.counts,
    )


def _farthest(entries: QuerySet[ListEntry]) -> list[Mover]:
    """Return who won or lost most."""
    moved = entries.filter(MOVED)
    ends = [
        *moved.order_by(F("gain").asc(), "position")[:FARTHEST],
        *moved.order_by(F("gain").desc(), "position")[:FARTHEST],
    ]
    once = {entry.pk: Mover(entry, getattr(entry, "gain", 0)) for entry in ends}.values()
    return sorted(once, key=lambda mover: (-abs(mover.change), mover.entry.position))[:FARTHEST]


@dataclass(frozen=True, slots=True)
class Glance:
    """The least an officer looks at: who moved most, and what is odd."""

    farthest: Sequence[Mover]
    alarms: Sequence[Alarm]


def glance(prepared: PublishedList) -> Glance:
    """Read the least that is to be looked at; four queries, of a new revision five."""
    compared = _compared(prepared)
    return Glance(_farthest(compared.entries)[:GLANCED], _alarms(compared))


def alarms_of(prepared: PublishedList) -> list[Alarm]:
    """Hold a list against the bounds of its system; two queries."""
    return _alarms(_compared(prepared))


def _alarms(compared: _Compared) -> list[Alarm]:
    """Hold a list against the bounds of its system, as a run is; a first list raises none."""
    other = compared.other
    if other is None:
        return []
    bounds, alarms = bounds_of(compared.prepared.system), []
    gains = compared.entries.aggregate(most=Max("gain"), least=Min("gain"), moved=Count("pk", filter=MOVED))
    farthest = max(abs(gains["most"] or 0), abs(gains["least"] or 0))
    if farthest > bounds.largest_move:
        alarms.append(Alarm("large-move", bounds.largest_move, farthest))
    counts = compared.counts
    if counts["gone"] > bounds.most_leaving:
        alarms.append(Alarm("leaving", bounds.most_leaving, counts["gone"]))
    if counts["created"] > bounds.most_entering:
        alarms.append(Alarm("entering", bounds.most_entering, counts["created"]))
    share = gains["moved"] / other.players if other.players else 0.0
    if other.players >= FEWEST_RATED and share > bounds.share_moved:
        alarms.append(Alarm("many-moved", bounds.share_moved, share))
    return alarms


def waiting() -> dict[int, PublishedList]:
    """Return the newest list of each system that is prepared and not shown, by the system; one query."""
    lists = PublishedList.objects.filter(ready=False, prepared__isnull=False).select_related("system")
    return {published.system_id: published for published in lists.order_by("date", "revision")}
