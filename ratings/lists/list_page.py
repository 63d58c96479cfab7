"""The page of a list: one record of everything it shows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Any

from django.db.models import Count, QuerySet, Window

from federation.register.club_names import club_labels
from ratings.lists import queries
from ratings.lists.group_ranks import page_with_places
from ratings.lists.layouts.columns import HERE, INSIDE, RANK, Rows
from ratings.lists.layouts.list_table import Layout
from ratings.lists.layouts.table import layout_of
from ratings.lists.list_choices import Choices, choices
from ratings.lists.list_words import inactive
from ratings.lists.queries import Found, entries, first_found, ranks, shown_ranks, whole_size
from ratings.lists.selection import PAGE, Looser, Selection, loosened
from ratings.models import ListEntry, PublishedList

Page = tuple[list[tuple[Any, ...]], int]  # its rows, and how many there are on all pages
COURSE = 12  # lists in the small line beside a rating


@dataclass(frozen=True, slots=True)
class ListPage:
    """A reader's request for a list, and the answer."""

    found: Found
    layout: Layout
    selection: Selection
    rows: Rows
    total: int  # entries on all pages
    choices: Choices
    nearest: Looser | None  # for an empty result: the smallest loosening with a match

    @property
    def list(self) -> PublishedList:
        """The list itself."""
        return self.found.list


def list_page(found: Found, selection: Selection) -> ListPage:
    """Read the page of a list a reader asked for; four queries at most.

    One more where names of its clubs are ambiguous. Behind the last page that one is read, for two more.
    """
    published, layout = found.list, layout_of(found.list.system.key)
    known = choices(published)
    columns, total = page_of(published, selection, layout.table.reads())
    if not columns and selection.page > 1:
        selection = _last_page(published, selection)
        columns, total = page_of(published, selection, layout.table.reads())
    has_bands = any(rd is not None for rd in columns.get("deviation", ()))  # drawn in the place of courses
    drawn = courses(found, columns["player_id"]) if columns and not has_bands else {}
    return ListPage(
        found,
        layout,
        selection,
        Rows(selection, columns, drawn, inactive(published), club_labels(known.clubs, are_all=True)),
        total,
        known,
        None if columns else _nearest(published, selection),
    )


def _last_page(published: PublishedList, selection: Selection) -> Selection:
    """Turn to the last page; of an empty result, to the first."""
    first = replace(selection, page=1)
    _none, total = page_of(published, first, ())
    return replace(first, page=max(ceil(total / PAGE), 1))


def _nearest(published: PublishedList, selection: Selection) -> Looser | None:
    looser = loosened(selection)
    at = first_found(published, [wider.selection for wider in looser])
    return None if at is None else looser[at]


def page_of(
    published: PublishedList, selection: Selection, names: Sequence[str]
) -> tuple[Mapping[str, Sequence[Any]], int]:
    """Read one page as columns: the rank and those named, and how many entries there are in all; one query.

    Inactive players have no rank, also where they are shown.

    A page of the whole list is found by stored position, so that the last costs what the first does. Where
    anyone is filtered out, each row has its place among the others too, ties sharing one.
    """
    order, shown = ranks(selection), shown_ranks(selection)
    columns, column_names = (order, *names), (RANK, *names)
    if shown != order:
        columns, column_names = (order, shown, *names), ("order", *column_names)
    if selection.is_whole:
        rows, total = _whole_page(published, selection, columns)
    else:
        is_national = selection.is_national and layout_of(published.system.key).has_national_ranks
        queryset = entries(published, selection)
        rows, total = page_with_places(queryset, selection, columns, is_indexed=is_national)
        column_names = (*column_names, INSIDE if is_national else HERE)
    return (dict(zip(column_names, zip(*rows, strict=True), strict=True)) if rows else {}), total


def _whole_page(published: PublishedList, selection: Selection, columns: Sequence[str]) -> Page:
    first = (selection.page - 1) * PAGE
    if selection.table and not selection.everybody:
        return counted_page(entries(published, selection), selection, columns)
    total, before = whole_size(published, selection)
    if not selection.by_position:
        ordered = entries(published, selection).values_list(*columns)
        return list(ordered[first : first + PAGE]), total
    place = "position" if selection.everybody else "active_position"
    # In both tables of a stream, and among the active, the places identify the rows.
    span = (before + first + 1, before + min(first + PAGE, total))
    if selection.weakest_first:
        span = (before + max(total - first - PAGE, 0) + 1, before + total - first)
    rows = queries.entries_at(published.pk, columns, place, span)
    return rows[::-1] if selection.weakest_first else rows, total


def counted_page(rows: QuerySet[ListEntry], selection: Selection, columns: Sequence[str]) -> Page:
    """Read columns of one page of some entries, and how many there are in all; one query."""
    first = (selection.page - 1) * PAGE
    counted = rows.annotate(found=Window(Count("*"))).values_list(*columns, "found")
    page = list(counted[first : first + PAGE])
    return [row[:-1] for row in page], page[0][-1] if page else 0


def courses(found: Found, players: Sequence[int]) -> dict[int, list[int]]:
    """Read the ratings of some players on this list and those before it, oldest first; one query."""
    lists = [*(row.pk for row in reversed(found.earlier[: COURSE - 1])), found.list.pk]
    return queries.courses(lists, players)
