"""A list beside the revision it replaces; whether its ratings have moved since it was made."""

from dataclasses import asdict, dataclass
from datetime import timedelta

from django.db.models import Count, F, FilteredRelation, Q, QuerySet

from federation.web.caches import pages
from ratings.cadence.lists import lists_of
from ratings.cadence.shared.hypothetical_facts import sequence
from ratings.models import ListEntry, Proposal, PublishedList
from ratings.models.run import RunStage

KEY = "replaces"  # in the report of a revision: its Replacement
KEPT = 24 * 3600  # seconds; a cached value holds for a state of the system
_MOVED = Q(gain__lt=0) | Q(gain__gt=0)
# Fields that are keys, or follow from the rest of an entry.
_OWN = ("id", "list_id", "search_key", "scopes")
_SAID = tuple(field.attname for field in ListEntry._meta.concrete_fields if field.attname not in _OWN)


@dataclass(frozen=True, slots=True)
class Replacement:
    """Differences of a revision from the one it replaces."""

    revision: int  # the one replaced
    created: int  # players it has not
    changed: int  # ratings, as shown
    unchanged: int
    gone: int
    otherwise: int  # the rating is the same, something else is not: a name, a club, a rank, an exact rating
    same_regions: bool = True

    @property
    def is_identical(self) -> bool:
        """Return whether nothing differs."""
        return self.same_regions and not (self.created or self.changed or self.gone or self.otherwise)


def replaced_by(newer: PublishedList) -> PublishedList | None:
    """Return the published revision of its date a list takes the place of; no query for a first one."""
    if newer.revision == 1:
        return None
    same_date = PublishedList.objects.filter(system=newer.system_id, date=newer.date, ready=True)
    return same_date.filter(revision__lt=newer.revision).order_by("-revision").first()


def replacement_of(newer: PublishedList) -> Replacement | None:
    """Return what a list changes in the revision it replaces; None for the first of its date.

    Read as it was found when the entries were written, unless another revision was published since.
    """
    replaced = replaced_by(newer)
    if replaced is None:
        return None
    noted = newer.report.get(KEY)
    if noted and noted["revision"] == replaced.revision:
        return Replacement(**noted)
    return _compare(newer, replaced)


def note_replaced(newer: PublishedList) -> None:
    """Write into the report of a list whose entries stand what it changes; saved by the caller."""
    newer.report.pop(KEY, None)
    if replacement := replacement_of(newer):
        newer.report[KEY] = asdict(replacement)


def _compare(newer: PublishedList, replaced: PublishedList) -> Replacement:
    """Compare all entries, by the database; three queries."""
    counted = beside(newer, replaced).aggregate(
        created=Count("pk", filter=Q(gain=None)),
        changed=Count("pk", filter=_MOVED),
        unchanged=Count("pk", filter=Q(gain=0)),
    )
    differing = _said(newer).difference(_said(replaced)).count()
    there = ListEntry.objects.filter(list=replaced).count()
    return Replacement(
        revision=replaced.revision,
        gone=there - counted["changed"] - counted["unchanged"],
        otherwise=differing - counted["created"] - counted["changed"],
        same_regions=newer.regions == replaced.regions,
        **counted,
    )


def _said(published: PublishedList) -> QuerySet[ListEntry, tuple[object, ...]]:
    return ListEntry.objects.filter(list=published).order_by().values_list(*_SAID)


def beside(published: PublishedList, other: PublishedList) -> QuerySet[ListEntry]:
    """Select the entries of a list, each with `gain`: what it gained since another one, None: not on it."""
    there = FilteredRelation("player__list_entries", condition=Q(player__list_entries__list=other.pk))
    rows = ListEntry.objects.filter(list=published).annotate(other=there)
    return rows.annotate(gain=F("rating") - F("other__rating"))


def has_moved(published: PublishedList) -> bool:
    """Return whether a run applied since moved a rating of a list's days.

    A run for a later list moves the state of the system and nothing here; of one that was undone nothing is
    left. The result is cached while the state stays.
    """
    system = published.system
    if lists_of(system.key).is_fresh(published):
        return False
    key = f"list-moved:{published.pk}:{system.state}"
    moved: bool | None = pages.get(key)
    if moved is None:
        rows = Proposal.objects.filter(
            run__system=system,
            run__stage=RunStage.APPLIED,
            run__based_on_state__gte=published.state,
            sequence__lt=sequence(published.date + timedelta(days=1)),
        )
        moved = rows.exists()
        pages.set(key, moved, KEPT)
    return moved
