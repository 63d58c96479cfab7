"""Queries of a player's places in parts of a list: federation, region, club, women, an age."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Count, Q

from federation.privacy import kinds, policy
from ratings.lists.group_ranks import KINDS, Places, narrowest_first, unpacked
from ratings.lists.selection import PAGE, Selection, born
from ratings.models import ListEntry


@dataclass(frozen=True, slots=True)
class Scope:
    """A rank among some of the active of a list, ties sharing it; `selection` shows their page."""

    kind: str  # federation, women, age, region, club
    rank: int
    selection: Selection


def scopes(entries: Iterable[ListEntry]) -> dict[int, list[Scope]]:
    """Place a player, whose entries these are, in the scopes of each list, by list.

    What the list has counted is read off the entry; where it has not, two queries count for all of them.

    No inactive or provisional player has a place. Women and ages are counted inside the federation, where an
    index finds them on a list of the whole world too.
    """
    placed = [entry for entry in entries if entry.active_position is not None and not entry.provisional]
    stored = {
        entry.list_id: unpacked(bytes(entry.scopes)) for entry in placed if entry.list.scoped and entry.scopes
    }
    counted = _counted_now([entry for entry in placed if entry.list_id not in stored])
    return {entry.list_id: _of(entry, (stored | counted)[entry.list_id]) for entry in placed}


def age_of(entry: ListEntry) -> str:
    """Name the narrowest age group of an entry's player; "" for none, or where no year is known."""
    year = entry.list.date.year
    for age in narrowest_first() if entry.birth_year else ():
        first, last = born(age, year)
        if first <= (entry.birth_year or 0) <= last:
            return age
    return ""


_Counts = Mapping[int, Mapping[str, Any]]


def _counted_now(entries: Sequence[ListEntry]) -> dict[int, Places]:
    """Count the places of entries whose lists have not; two queries."""
    if not entries:
        return {}
    national, local = _national(entries), _local([entry for entry in entries if entry.region or entry.club])
    return {
        entry.list_id: {
            kind: (counts[f"{kind}_place"], counts[f"{kind}_better"] + 1)
            for counts in (national[entry.list_id], local.get(entry.list_id, {}))
            for kind in KINDS
            if f"{kind}_place" in counts
        }
        for entry in entries
    }


def _national(entries: Sequence[ListEntry]) -> _Counts:
    """Count who stands up to each entry among those of their federation: by place, and strictly before."""
    aged = [Q(list=entry.list_id, birth_year__range=_years(entry)) for entry in entries if age_of(entry)]
    own = reduce(or_, aged, Q(pk__in=()))
    reach = reduce(or_, (_up_to(entry, federation=entry.federation) for entry in entries))
    return _count_groups(entries, reach, {"federation_": Q(), "women_": Q(sex="f"), "age_": own})


def _local(entries: Sequence[ListEntry]) -> _Counts:
    """Count the same in the region and in the club; a club is in one region, as its list has it."""
    if not entries:
        return {}
    within = ({"region": entry.region} if entry.region else {"club": entry.club} for entry in entries)
    reach = reduce(or_, (_up_to(entry, **where) for entry, where in zip(entries, within, strict=True)))
    clubs = (Q(list=entry.list_id, club=entry.club) for entry in entries if entry.club)
    return _count_groups(entries, reach, {"region_": Q(), "club_": reduce(or_, clubs, Q(pk__in=()))})


def _up_to(entry: ListEntry, **where: str) -> Q:
    return Q(list=entry.list_id, active_position__lte=entry.active_position, **where)


def _count_groups(entries: Sequence[ListEntry], reach: Q, groups: Mapping[str, Q]) -> _Counts:
    """Count groups of those who stand up to each entry, by list; one query."""
    ahead = reduce(or_, (Q(list=entry.list_id, active_rank__lt=entry.active_rank) for entry in entries))
    counts = {f"{name}place": Count("pk", filter=group) for name, group in groups.items()}
    counts |= {f"{name}better": Count("pk", filter=group & ahead) for name, group in groups.items()}
    rows = ListEntry.objects.filter(reach).values("list_id").annotate(**counts)
    return {int(row["list_id"]): dict(row) for row in rows}


def _years(entry: ListEntry) -> tuple[int, int]:
    return born(age_of(entry), entry.list.date.year)


def _of(entry: ListEntry, places: Places) -> list[Scope]:
    """Name the scopes of an entry with its rank in each and the page it stands on."""
    chosen = {"federation": Selection(federation=entry.federation)}
    kind = kinds.kind_of(entry.list.system.key)  # a place among women, or of an age, reveals sex and age
    if entry.sex == "f" and policy.is_shown("sex", kind):
        chosen["women"] = Selection(federation=entry.federation, sex="f")
    if policy.is_shown("age", kind) and (age := age_of(entry)):
        chosen["age"] = Selection(federation=entry.federation, age=age)
    if entry.region:
        chosen["region"] = Selection(region=entry.region)
    if entry.club:
        chosen["club"] = Selection(club=entry.club)
    return [
        Scope(kind, places[kind][1], replace(selection, page=(places[kind][0] - 1) // PAGE + 1))
        for kind, selection in chosen.items()
    ]
