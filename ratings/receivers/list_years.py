"""Receivers of an office that moves into another database: partitions for the entries of its lists."""

from typing import Any

from ratings.models import PublishedList, list_years


def make_years(using: str, **_: Any) -> None:
    """Make the partitions of every year there are lists of."""
    keys = PublishedList.objects.filter(pk__gte=list_years.FIRST).values_list("pk", flat=True)
    for year in sorted({key // list_years.A_YEAR for key in keys}):
        list_years.ensure(year, using=using)
