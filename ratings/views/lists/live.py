"""Live page of a stream between its lists: every game counts as soon as it is rated."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _

from ratings.cadence.traits import live_systems
from ratings.lists import queries
from ratings.lists.layouts.columns import Rows
from ratings.lists.layouts.list_table import set_table
from ratings.lists.layouts.table import LiveTable
from ratings.lists.live_standings import live
from ratings.lists.selection import Selection, address, read
from ratings.views.lists.filter_words import tables
from ratings.views.lists.lists import pages


def show(request: HttpRequest, system: str) -> HttpResponse:
    """Show the live standing of a system; its rows alone where htmx asks again."""
    row = get_object_or_404(live_systems(), key=system, active=True)
    query = read(request.GET)
    selection = Selection(table=query.table, everybody=query.everybody, page=query.page)
    found = queries.find_list(system)
    now = timezone.now()
    listed = found.list if found else None
    standing = live(row, now, selection, listed=listed)
    total = standing.provisional if selection.table else standing.established
    numbered = pages(selection, total)
    if numbered.number != selection.page:  # behind the last page
        selection = replace(selection, page=numbered.number)
        standing = live(row, now, selection, listed=listed)
    context = {
        "system": system,
        "found": found,
        "selection": selection,
        "now": now,
        "last": standing.last,
        "tabs": tables(selection, standing.established, standing.provisional),
        "table": set_table(LiveTable, Rows(selection, standing.columns), caption=_("Live ratings")),
        "pages": numbered,
        "switch": address(selection, everybody=not selection.everybody),
    }
    template = "ratings/parts/live_rows.html" if request.headers.get("HX-Request") else "ratings/live.html"
    return render(request, template, context)
