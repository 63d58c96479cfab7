"""Filter choices of a list: collected from its entries, and stored when it is written."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any, NamedTuple

from django.db.models import Count, Exists, OuterRef

from federation.models import Federation
from federation.privacy import kinds, policy
from federation.web.caches import pages as cache
from ratings.lists.layouts.table import layout_of
from ratings.lists.selection import AGES, born
from ratings.models import ListChoices, ListEntry, PublishedList

_COLUMNS = ("federation", "club", "club_name", "title", "women_title", "sex", "birth_year")
_SEXES = ("f", "m")


class Choices(NamedTuple):
    """What a list can be filtered by: federations, regions and clubs by code and name, what is known."""

    federations: Sequence[str]
    regions: Sequence[tuple[str, str]]
    clubs: Sequence[tuple[str, str]]
    has_titles: bool
    categories: Sequence[tuple[str, str]] | None  # sex and age, "" for all, that are offered; None: each

    def offers(self, sex: str, age: str) -> bool:
        """Return whether the list may be filtered by a sex, an age group, or both."""
        return not (sex or age) or self.categories is None or (sex, age) in self.categories

    @property
    def sexes(self) -> Sequence[str]:
        """The sexes offered alone."""
        return [sex for sex in _SEXES if self.offers(sex, "")]

    @property
    def ages(self) -> Sequence[str]:
        """The age groups offered alone."""
        return [age for age in AGES if self.offers("", age)]


def choices(published: PublishedList) -> Choices:
    """Return what a list can be filtered by; where it was not stored with the list it is found, and cached.

    Version 1.0 stored no categories.
    """
    known = published.known
    if known is None or "categories" not in known:
        key = f"list-choices-{published.pk}"
        known = cache.get(key)
        if known is None or "categories" not in known:
            known = found(published)
            cache.set(key, known, None)
    return Choices(
        known["federations"],
        sorted(published.regions.items(), key=lambda region: (region[1], region[0])),
        [(code, name) for code, name in known["clubs"]],
        known.get("titles", True),
        _offered(known["categories"], kinds.kind_of(published.system.key)),
    )


def _offered(sizes: Iterable[tuple[str, str, int]], kind: policy.Kind) -> list[tuple[str, str]] | None:
    """Return the sexes and ages a list may be filtered by; None for each, where the policy shows values."""
    levels = {field: policy.level(field, kind) for field in ("sex", "age")}
    if set(levels.values()) == {policy.Level.SHOWN}:
        return None
    inside = [field for field, level in levels.items() if level is policy.Level.INSIDE]
    return [
        (sex, age)
        for sex, age, size in sizes
        if size >= policy.LEAST_IN_CATEGORY
        and not (sex and "sex" in inside)
        and not (age and "age" in inside)
    ]


def store(published: PublishedList) -> None:
    """Store what the entries of a list, all written, can be filtered by."""
    ListChoices.objects.update_or_create(list=published, defaults={"known": found(published)})


def found(published: PublishedList) -> dict[str, Any]:
    """Look through the entries of a list, as `ListChoices.known` describes it."""
    if not layout_of(published.system.key).is_looked_through:
        return {"federations": federations(published), "clubs": [], "categories": []}
    rows = ListEntry.objects.filter(list=published).order_by().values_list(*_COLUMNS)
    seen = list(rows.annotate(players=Count("pk")))
    clubs = {club: name or club for _federation, club, name, *_rest in seen if club}
    return {
        "federations": sorted({row[0] for row in seen if row[0]}),
        "clubs": sorted(map(list, clubs.items())),
        "titles": any(row[3] or row[4] for row in seen),
        "categories": _categories([row[5:] for row in seen], published.date.year),
    }


def _categories(people: Iterable[tuple[str, int | None, int]], year: int) -> list[tuple[str, str, int]]:
    """Count the players of each sex, each age group and both; `people`: sex, year of birth, how many."""
    sizes = Counter[tuple[str, str]]()
    for sex, birth_year, players in people:
        ages = [age for age in AGES if birth_year and _is_within(birth_year, born(age, year))]
        for category in product({"", sex}, ("", *ages)):
            sizes[category] += players
    return sorted((*category, size) for category, size in sizes.items() if any(category))


def _is_within(birth_year: int, years: tuple[int, int]) -> bool:
    return years[0] <= birth_year <= years[1]


def federations(published: PublishedList) -> list[str]:
    """Return the federations of a long list: one probe of the index a federation."""
    there = ListEntry.objects.filter(list=published, federation=OuterRef("code"))
    return list(Federation.objects.filter(Exists(there)).values_list("code", flat=True))
