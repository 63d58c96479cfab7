"""Queries of the best players of FIDE lists: first hundred of a group, number ones over time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Any

from django.db.models import OuterRef, Q, Subquery
from django.db.models.functions import ExtractYear

from federation.web.caches import pages as cache
from ratings.lists.group_ranks import shared
from ratings.lists.layouts.columns import INSIDE
from ratings.lists.layouts.table import FideTable
from ratings.lists.list_choices import Choices
from ratings.lists.selection import born
from ratings.models import ListEntry, PublishedList

TOP = 100
JUNIOR = 20
GROUPS: Mapping[str, tuple[str, str]] = {  # sex and age
    "open": ("", ""),
    "women": ("f", ""),
    "juniors": ("", f"u{JUNIOR}"),
    "girls": ("f", f"u{JUNIOR}"),
}


@dataclass(frozen=True, slots=True)
class Reign:
    """The lists in a row that one player was the first of."""

    player: int
    surname: str
    given_name: str
    federation: str
    first: date
    last: date
    lists: int
    best: int


def groups_of(known: Choices) -> list[str]:
    """Return the groups a list offers."""
    return [group for group, category in GROUPS.items() if known.offers(*category)]


def _group(group: str, year: int) -> Q:
    """Return the condition of a group on the list of a year."""
    sex, age = GROUPS[group]
    wanted = Q(sex=sex) if sex else Q()
    return wanted & Q(birth_year__range=born(age, year)) if age else wanted


def best(published: PublishedList, group: str, *, federation: str = "") -> Mapping[str, Sequence[Any]]:
    """Read the first hundred active players of a group, as columns with places; cached, one query."""
    key = f"list-best-{published.pk}-{group}-{federation}"
    columns: dict[str, Sequence[Any]] | None = cache.get(key)
    if columns is None:
        rows = ListEntry.objects.filter(_group(group, published.date.year), list=published)
        rows = rows.filter(active_position__isnull=False)
        if federation:
            rows = rows.filter(federation=federation).order_by("position")
        else:
            rows = rows.order_by("active_position")
        names = FideTable.reads()
        entries = rows.values_list("active_rank", *names)[:TOP]
        columns = dict(zip(("rank", *names), zip(*entries, strict=True), strict=False))
        if columns:
            columns[INSIDE] = shared(list(zip(columns["rank"], strict=True)), first=1, begin=lambda: 1)
        cache.set(key, columns, None)
    return columns


def number_ones(system: str, group: str) -> list[Reign]:
    """Return who led a group on the lists of a system, the newest first; two queries."""
    lists = _newest_of_each_day(system)
    first = _leaders(lists, group)
    leaders = [(published.date, first[published.pk]) for published in lists if published.pk in first]
    return [_reign(list(rows)) for _, rows in groupby(leaders, key=lambda pair: pair[1].player_id)]


def _leaders(lists: Sequence[PublishedList], group: str) -> dict[int, ListEntry]:
    """Find the first of a group on each list, by the order of the active, which an index has."""
    rows = ListEntry.objects.filter(list=OuterRef("pk"), active_position__isnull=False)
    sex, age = GROUPS[group]
    if sex:
        rows = rows.filter(sex=sex)
    if age:
        rows = rows.filter(birth_year__gte=ExtractYear(OuterRef("date")) - JUNIOR)
    leader = Subquery(rows.order_by("active_position").values("pk")[:1])
    keys = PublishedList.objects.filter(pk__in=[published.pk for published in lists]).annotate(leader=leader)
    entries = ListEntry.objects.filter(pk__in=keys.values("leader"))
    return {entry.list_id: entry for entry in entries}


def _newest_of_each_day(system: str) -> list[PublishedList]:
    lists = PublishedList.objects.filter(system__key=system, ready=True).order_by("-date", "revision")
    return list({published.date: published for published in lists}.values())


def _reign(rows: list[tuple[date, ListEntry]]) -> Reign:
    (last, entry), (first, _) = rows[0], rows[-1]
    return Reign(
        entry.player_id,
        entry.surname,
        entry.given_name,
        entry.federation,
        first,
        last,
        len(rows),
        max(row.rating for _, row in rows),
    )
