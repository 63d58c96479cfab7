"""What a list can be filtered by: found in its entries, and stored when it is written."""

from typing import Any

from django.db.models import Exists, OuterRef, Q

from federation.models import Federation
from ratings.models import ListChoices, ListEntry, PublishedList
from ratings.rulebook.systems import family_of

_COLUMNS = ("federation", "club", "club_name", "sex", "title", "women_title", "has_year")


def store(published: PublishedList) -> None:
    """Store what the entries of a list, all written, can be filtered by."""
    ListChoices.objects.update_or_create(list=published, defaults={"known": found(published)})


def found(published: PublishedList) -> dict[str, Any]:
    """Look through the entries of a list, as `ListChoices.known` describes it."""
    if family_of(published.system.key) == "fide":
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
