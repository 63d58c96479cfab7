"""Places among fewer than a whole list: stored with every entry as bytes, or among those a filter leaves.

The stored ones (federation, women, age, region, club) are counted once when a list is written: a list is
frozen, and counting half a federation for a page is slow.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from django.db.models import Count, QuerySet, Subquery, Window
from django.db.models.functions import Rank
from numpy.typing import NDArray

from ratings.cadence.shared.columns import Longs
from ratings.lists.selection import AGES, PAGE, Selection, born
from ratings.models import ListEntry

KINDS = ("federation", "women", "age", "region", "club")
Places = dict[str, tuple[int, int]]  # kind -> place without gaps, rank that ties share; among the active
_PAIR = np.dtype("<u4")
Row = tuple[Any, ...]  # its first column is the rank on the list


def packed(
    rows: Mapping[str, Sequence[Any]],
    year: int,
    *,
    unknown: Iterable[int] = (),
    clubless: Collection[int] = (),
) -> list[bytes]:
    """Count the places of a list's entries, given as columns; b"" for who is not among the active.

    `unknown`: players who are among no women and of no age; `clubless`: of no club.
    """
    position = np.array([place or 0 for place in rows["active_position"]], np.int64)
    rank = np.array([place or 0 for place in rows["active_rank"]], np.int64)
    among = np.argsort(position, kind="stable")
    among = among[position[among] > 0]
    places = np.zeros((position.size, len(KINDS), 2), _PAIR)
    members = zip(rows["player_id"], rows["club"], strict=True)
    clubs = ["" if number in clubless else club for number, club in members]
    federation, region, club = map(_codes, (rows["federation"], rows["region"], clubs))
    places[:, 0] = _count_in_groups(among, federation, rank)
    hidden = set(unknown)
    people = zip(rows["player_id"], rows["sex"], strict=True)
    women = np.array([sex == "f" and number not in hidden for number, sex in people], np.bool_)
    places[:, 1] = _count_in_groups(among[women[among]], federation, rank)
    born_in = np.array(
        [
            0 if number in hidden else year_of or 0
            for number, year_of in zip(rows["player_id"], rows["birth_year"], strict=True)
        ],
        np.int64,
    )
    for age in reversed(narrowest_first()):  # the narrowest last: it stands
        first, last = born(age, year)
        inside = (born_in >= max(first, 1)) & (born_in <= last)
        ones = _count_in_groups(among[inside[among]], federation, rank)
        places[inside, 2] = ones[inside]
    for column, codes in ((3, region), (4, club)):
        places[:, column] = _count_in_groups(among[codes[among] > 0], codes, rank)
    data, width = places.tobytes(), places.itemsize * 2 * len(KINDS)
    return [
        data[at * width : (at + 1) * width] if place else b"" for at, place in enumerate(position.tolist())
    ]


def unpacked(data: bytes) -> Places:
    """Read the places of an entry; a kind that has none is left out."""
    pairs = np.frombuffer(data, _PAIR).reshape(-1, 2).tolist()
    return {kind: (place, rank) for kind, (place, rank) in zip(KINDS, pairs, strict=False) if place}


def narrowest_first() -> list[str]:
    """Return the age groups, those that hold others behind them."""
    return [*(age for age in AGES if age[0] == "u"), *(age for age in AGES[::-1] if age[0] == "o")]


def _codes(values: Sequence[Hashable]) -> Longs:
    """Number the values of a column; 0 for nothing."""
    known: dict[Hashable, int] = {"": 0}
    return np.array([known.setdefault(value, len(known)) for value in values], np.int64)


def _count_in_groups(among: Longs, group: Longs, rank: Longs) -> NDArray[Any]:
    """Count those of `among`, strongest first, inside their groups: places and ranks, by entry."""
    counts = np.zeros((rank.size, 2), _PAIR)
    rows = among[np.argsort(group[among], kind="stable")]
    if rows.size:
        starts = np.append(True, group[rows][1:] != group[rows][:-1])
        ties = ~starts & np.append(False, rank[rows][1:] == rank[rows][:-1])
        at = np.arange(rows.size)
        place = at - np.maximum.accumulate(np.where(starts, at, 0)) + 1
        counts[rows, 0] = place
        counts[rows, 1] = place[np.maximum.accumulate(np.where(ties, 0, at))]
    return counts


def shared(rows: Sequence[Row], *, first: int, begin: Callable[[], int]) -> list[int]:
    """Return the places of rows that come strongest first; the first of them is the `first` of all.

    `begin` is asked only where the first two have one rank: where those of that rank begin.
    """
    places: list[int] = []
    for at, row in enumerate(rows):
        if at and rows[at - 1][0] == row[0]:
            places.append(places[-1])
        else:
            is_open = not at and first > 1 and len(rows) > 1 and rows[1][0] == row[0]
            places.append(begin() if is_open else first + at)
    return places


def page_with_places(
    rows: QuerySet[ListEntry], selection: Selection, columns: Sequence[str], *, is_indexed: bool = False
) -> tuple[list[Row], int]:
    """Read one page, each row with its place behind it, and how many there are in all.

    One query; a second where players of one rank stand on both sides of the page's edge. `is_indexed`: an
    index counts and orders the rows, so that those beside the page need not be looked at.
    """
    first = (selection.page - 1) * PAGE
    counted = rows.annotate(found=_alone(rows) if is_indexed else Window(Count("*")))
    if not selection.by_position:
        placed = counted.annotate(here=Window(Rank(), order_by=columns[0]))
        page = list(placed.values_list(*columns, "here", "found")[first : first + PAGE])
        return [row[:-1] for row in page], page[0][-1] if page else 0
    skipped = max(first - 1, 0)  # the neighbours of a page say whether a tie goes on there
    page_rows = list(counted.values_list(*columns, "found")[skipped : first + PAGE + 1])
    if len(page_rows) <= first - skipped:
        return [], 0
    total = page_rows[0][-1]
    placed_rows = _placed(rows, selection, [row[:-1] for row in page_rows], (columns[0], skipped, total))
    return placed_rows[first - skipped :][:PAGE], total


def _alone(rows: QuerySet[ListEntry]) -> Subquery:
    """Count rows without a look at any of them: the condition is the index, and so is their order."""
    return Subquery(rows.order_by().values("list").annotate(found=Count("list")).values("found"))


def _placed(
    rows: QuerySet[ListEntry], selection: Selection, page_rows: list[Row], where: tuple[str, int, int]
) -> list[Row]:
    """Put its place behind each row; `where`: the column of ranks, how many were skipped, how many in all."""
    rank, skipped, total = where
    turned = selection.weakest_first
    strongest_first = page_rows[::-1] if turned else page_rows
    first = total - skipped - len(page_rows) + 1 if turned else skipped + 1
    places = shared(
        strongest_first,
        first=first,
        begin=lambda: rows.order_by().filter(**{f"{rank}__lt": strongest_first[0][0]}).count() + 1,
    )
    return [(*row, place) for row, place in zip(page_rows, places[::-1] if turned else places, strict=True)]


def with_places(rows: Iterable[Row]) -> Iterator[Row]:
    """Yield rows that come strongest first, from the first on, each with its place for its rank."""
    rank: object = None
    place = 0
    for at, row in enumerate(rows, 1):
        if row[0] != rank:
            rank, place = row[0], at
        yield (*row[1:], place)
