"""Reads of the places a player has among fewer than a whole list: his federation, his club, women, an age."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Count, Q

from ratings.models import ListEntry
from ratings.selection import AGES, PAGE, Selection, born


@dataclass(frozen=True, slots=True)
class Scope:
    """A rank among some of the active of a list, ties sharing it; `selection` shows the page he stands on."""

    kind: str  # federation, women, age, club
    rank: int
    selection: Selection


def scopes(entries: Iterable[ListEntry]) -> dict[int, list[Scope]]:
    """Place a player, whose entries these are, in the scopes of each list, by list; two queries at most.

    Nobody inactive or provisional has a place. Women and ages are counted inside the federation, where an
    index finds them on a list of the whole world too.
    """
    placed = [entry for entry in entries if entry.active_position is not None and not entry.provisional]
    if not placed:
        return {}
    national, local = _counted(placed, "federation"), _counted([one for one in placed if one.club], "club")
    return {entry.list_id: _of(entry, national, local) for entry in placed}


def age_of(entry: ListEntry) -> str:
    """Name the narrowest age group of a list somebody is in; "" for none, or where no year is known."""
    year = entry.list.date.year
    groups = [*(age for age in AGES if age[0] == "u"), *(age for age in AGES[::-1] if age[0] == "o")]
    for age in groups if entry.birth_year else ():
        first, last = born(age, year)
        if first <= (entry.birth_year or 0) <= last:
            return age
    return ""


_Counts = Mapping[int, Mapping[str, Any]]


def _counted(entries: Sequence[ListEntry], field: str) -> _Counts:
    """Count who stands up to each entry among those who share a field: by place, and strictly before."""
    if not entries:
        return {}
    reach = [
        Q(list=one.list_id, active_position__lte=one.active_position, **{field: getattr(one, field)})
        for one in entries
    ]
    ahead = reduce(or_, (Q(list=one.list_id, active_rank__lt=one.active_rank) for one in entries))
    aged = [Q(list=one.list_id, birth_year__range=_years(one)) for one in entries if age_of(one)]
    own = reduce(or_, aged, Q(pk__in=()))
    women = Q(sex="f")
    rows = ListEntry.objects.filter(reduce(or_, reach)).values("list_id")
    counted = rows.annotate(
        place=Count("pk"),
        better=Count("pk", filter=ahead),
        women_place=Count("pk", filter=women),
        women_better=Count("pk", filter=women & ahead),
        age_place=Count("pk", filter=own),
        age_better=Count("pk", filter=own & ahead),
    )
    return {int(row["list_id"]): dict(row) for row in counted}


def _years(entry: ListEntry) -> tuple[int, int]:
    return born(age_of(entry), entry.list.date.year)


def _of(entry: ListEntry, national: _Counts, local: _Counts) -> list[Scope]:
    federation, age = Selection(federation=entry.federation), age_of(entry)
    counts = national[entry.list_id]
    made = [_scope("federation", federation, counts, "")]
    if entry.sex == "f":
        women = Selection(federation=entry.federation, sex="f")
        made.append(_scope("women", women, counts, "women_"))
    if age:
        made.append(_scope("age", Selection(federation=entry.federation, age=age), counts, "age_"))
    if entry.club:
        made.append(_scope("club", Selection(club=entry.club), local[entry.list_id], ""))
    return made


def _scope(kind: str, chosen: Selection, counts: Mapping[str, Any], of: str) -> Scope:
    page = (counts[f"{of}place"] - 1) // PAGE + 1
    made = replace(chosen, page=page)
    return Scope(kind, counts[f"{of}better"] + 1, made)
