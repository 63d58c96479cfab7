"""Distribution of the ratings of a list, and among whom. Reads only."""

from django.db.models import Count, Q

from federation.web.caches import pages as cache
from ratings.models import ListEntry, PublishedList

# Whose ratings are counted; streams keep the provisional in a table of their own.
_GROUPS = {
    "active": Q(active_position__isnull=False),
    "established": Q(provisional=False),
    "provisional": Q(provisional=True),
    "all": Q(),
}


def spread(published: PublishedList, group: str) -> list[tuple[int, int]]:
    """Count the ratings of a list, as (rating, players); cached: a published list never changes."""
    key = f"list-spread-{published.pk}-{group}"
    counts: list[tuple[int, int]] | None = cache.get(key)
    if counts is None:
        rows = ListEntry.objects.filter(_GROUPS[group], list=published).order_by()
        counts = list(rows.values_list("rating").annotate(players=Count("pk")))
        cache.set(key, counts, None)
    return counts


def groups(published: PublishedList) -> list[str]:
    """Name the groups of a list whose ratings can be counted, the usual one first."""
    return ["active", "all"] if published.established is None else ["established", "provisional", "all"]
