"""Places among those a filter leaves: counted by the order of the list, ties sharing one."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from django.db.models import Count, QuerySet, Subquery, Window
from django.db.models.functions import Rank

from ratings.lists.selection import PAGE, Selection
from ratings.models import ListEntry

Row = tuple[Any, ...]  # its first column is the rank on the list


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
