"""A list on paper: everyone a filter leaves, on one page without controls."""

from bisect import bisect_left
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from ratings.lists.activity_words import with_others
from ratings.lists.list_choices import choices
from ratings.lists.queries import entries, ranks, shown_ranks
from ratings.lists.selection import Selection, filters, read
from ratings.models import PublishedList
from ratings.views.lists.filter_words import filter_words

MOST = 5000  # players on one page: what prints in a hundred sheets is better filtered, or taken as a file
_NAMES = ("surname", "given_name", "rating")
_SAME = ("club_name", "federation", "grade")  # left out where everybody has the same


class _Column(NamedTuple):
    """A column that is printed between name and rating: its head, class and cells."""

    label: str
    css: str
    cells: Sequence[object]


def printed(request: HttpRequest, published: PublishedList) -> HttpResponse:
    """Show the players a filter leaves, to print them; of more than `MOST` the first.

    The filters are the title. A value that all players on paper share is no column: it is above the table.
    """
    selection = read(request.GET)
    order, shown = ranks(selection), shown_ranks(selection)
    found = list(entries(published, selection).values(*{order, shown, *_NAMES, *_SAME})[: MOST + 1])
    rows, set_filters = found[:MOST], filters(selection)
    columns, alike = _columns(rows)
    if set_filters and len(found) <= MOST:
        label = pgettext("place among those a filter leaves", "Place")
        columns.insert(0, _Column(label, "number", _places([row[order] for row in rows])))
    cells = zip(*(column.cells for column in columns), strict=True) if columns else [()] * len(rows)
    known = choices(published)
    asked = [filter_words(published, selection, known, name) for name in set_filters]
    context = {
        "list": published,
        "heads": columns,
        "rows": [(row[shown], row, each) for row, each in zip(rows, cells, strict=True)],
        "filters": ", ".join([*_tables(published, selection), *asked]),
        "alike": ", ".join(value for value in alike if value not in asked),
        "most": MOST if len(found) > MOST else 0,
    }
    return render(request, "ratings/list_print.html", context)


def _columns(rows: Sequence[dict[str, Any]]) -> tuple[list[_Column], list[str]]:
    """Return the columns in which players differ, and the common values of the others."""
    columns, alike = [], []
    for name, label in zip(_SAME, (_("Club"), _("Federation"), _("Grade")), strict=True):
        cells = [row[name] for row in rows]
        if len(set(cells)) > 1:
            columns.append(_Column(label, "second", cells))
        elif cells and cells[0]:
            alike.append(cells[0])
    return columns, alike


def _places(order: Sequence[int]) -> list[int]:
    """Return the place of each rank among those printed, ties sharing one."""
    rising = sorted(order)
    return [bisect_left(rising, rank) + 1 for rank in order]


def _tables(published: PublishedList, selection: Selection) -> list[str]:
    """Return which table is printed, where it is not the usual one."""
    words = [_("Provisional")] if selection.table else []
    return words + ([with_others(published)] if selection.everybody else [])
