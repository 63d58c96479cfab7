"""Site maps for search engines, in parts of 10,000 numbers that never move."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.cache import cache
from django.db.models import Count, F, QuerySet
from django.urls import reverse

from federation.models import Player
from federation.models.display_name import PUBLIC
from federation.web.public_pages import public_pages
from ratings.lists.queries import systems
from ratings.models import PublishedList
from tournaments.models import Tournament
from tournaments.models.stages import Stage

PART = 10_000
KEPT_SECONDS = 3600
KINDS = ("players", "tournaments", "lists")


@dataclass(frozen=True, slots=True)
class Page:
    """A page with the moment it was made, where it never changes afterwards."""

    path: str
    changed: datetime | None = None


def pages() -> list[Page]:
    """Return the pages there is one of each."""
    names = [page.name for page in public_pages().values() if page.in_site_map]
    return [Page(reverse(name)) for name in names] + [Page(row.get_absolute_url()) for row in systems()]


def parts(kind: str) -> list[int]:
    """Name the parts of a kind that have pages; one query, cached for an hour."""
    key = f"sitemap-{kind}"
    known: list[int] | None = cache.get(key)
    if known is None:
        rows, number = _rows(kind)
        # whole numbers: both databases divide without remainder
        numbered = rows.order_by().annotate(part=F(number) / PART).values_list("part")
        known = sorted(int(part) for part, _count in numbered.annotate(n=Count("pk")))
        cache.set(key, known, KEPT_SECONDS)
    return known


def part(kind: str, number: int) -> Sequence[Page]:
    """Return the pages of a part; one query. Empty where there are none."""
    rows, name = _rows(kind)
    span = {f"{name}__gte": number * PART, f"{name}__lt": (number + 1) * PART}
    part_rows = rows.filter(**span).order_by(name)
    if kind == "lists":
        return [Page(row.get_absolute_url(), row.published) for row in part_rows.select_related("system")]
    root = reverse(kind)  # asked once: ten thousand times it takes three quarters of the part's time
    return [Page(f"{root}{value}/") for value in part_rows.values_list(name, flat=True)]


def _rows(kind: str) -> tuple[QuerySet[Any], str]:
    """Return the rows of a kind and the name of their number; who is not shown by name is not offered."""
    if kind == "players":
        return Player.objects.filter(merged_into=None, privacy=PUBLIC), "pk"
    if kind == "tournaments":
        return Tournament.objects.filter(stage=Stage.APPROVED), "number"
    return PublishedList.objects.filter(ready=True, system__active=True), "pk"
