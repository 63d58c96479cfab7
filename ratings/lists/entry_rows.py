"""Reads of all entries of a published list, for downloads and programs."""

from collections.abc import Iterable, Iterator
from typing import Any

from ratings.models import ListEntry, PublishedList

_CHUNK = 2000


def rows_of(published: PublishedList, names: Iterable[str]) -> Iterator[tuple[Any, ...]]:
    """Read everybody on a list in its order, what is named of each, some thousands at a time; one query."""
    rows = ListEntry.objects.filter(list=published).order_by("position").values_list(*stored(names))
    return rows.iterator(chunk_size=_CHUNK)


def stored(names: Iterable[str]) -> list[str]:
    """Name the fields of an entry that files and programs name so: the number is that of the player."""
    return ["player_id" if name == "number" else name for name in names]
