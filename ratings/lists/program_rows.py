"""Reads of the entries of a published list for programs: the same columns in JSON, CSV and page by page."""

from collections.abc import Iterator
from typing import Any

from ratings.models import ListEntry, PublishedList

# How programs name a column -> where it is stored.
STORED = {
    "number": "player_id",
    **{
        name: name
        for name in (
            "position", "rank", "active_rank", "surname", "given_name", "sex", "birth_year", "federation",
            "club", "club_name", "region", "ffg", "egd", "fide", "title", "women_title", "grade", "rating",
            "change", "rank_change", "games", "period_games", "k", "deviation", "provisional",
            "last_played", "active", "licence",
        )
    },
}  # fmt: skip
NAMES = tuple(STORED)
COLUMNS = tuple(STORED.values())
_CHUNK = 2000


def rows_of(published: PublishedList) -> Iterator[tuple[Any, ...]]:
    """Read everybody on a list in its order, COLUMNS of each, some thousands at a time; one query."""
    rows = ListEntry.objects.filter(list=published).order_by("position").values_list(*COLUMNS)
    return rows.iterator(chunk_size=_CHUNK)
