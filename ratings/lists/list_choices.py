"""What a list can be filtered by: found in its entries, and stored when it is written."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q

from federation.models import Federation
from federation.web.caches import pages as cache
from ratings.lists.layouts.table import layout_of
from ratings.models import ListChoices, ListEntry, PublishedList

_COLUMNS = ("federation", "club", "club_name", "sex", "title", "women_title", "has_year")


class Choices(NamedTuple):
    """What a list can be filtered by: federations, regions and clubs by code and name, what is known."""

    federations: Sequence[str]
    regions: Sequence[tuple[str, str]]
    clubs: Sequence[tuple[str, str]]
    has_sexes: bool
    has_years: bool
    has_titles: bool


def choices(published: PublishedList) -> Choices:
    """Return what a list can be filtered by; where it was not stored with the list it is found, and kept."""
    known = published.known
    if known is None:
        key = f"list-choices-{published.pk}"
        known = cache.get(key)
    if known is None:
        known = found(published)
        cache.set(key, known, None)
    return Choices(
        known["federations"],
        sorted(published.regions.items(), key=lambda region: (region[1], region[0])),
        [(code, name) for code, name in known["clubs"]],
        *(known.get(name, True) for name in ("sexes", "years", "titles")),
    )


def store(published: PublishedList) -> None:
    """Store what the entries of a list, all written, can be filtered by."""
    ListChoices.objects.update_or_create(list=published, defaults={"known": found(published)})


def found(published: PublishedList) -> dict[str, Any]:
    """Look through the entries of a list, as `ListChoices.known` describes it."""
    if not layout_of(published.system.key).is_looked_through:
        return {"federations": federations(published), "clubs": []}
    rows = ListEntry.objects.filter(list=published).annotate(has_year=Q(birth_year__isnull=False))
    seen = set(rows.order_by().values_list(*_COLUMNS).distinct())
    clubs = {club: name or club for _federation, club, name, *_rest in seen if club}
    return {
        "federations": sorted({row[0] for row in seen if row[0]}),
        "clubs": sorted(map(list, clubs.items())),
        "sexes": any(row[3] for row in seen),
        "titles": any(row[4] or row[5] for row in seen),
        "years": any(row[6] for row in seen),
    }


def federations(published: PublishedList) -> list[str]:
    """Return the federations of a long list: one probe of the index a federation."""
    there = ListEntry.objects.filter(list=published, federation=OuterRef("code"))
    return list(Federation.objects.filter(Exists(there)).values_list("code", flat=True))
