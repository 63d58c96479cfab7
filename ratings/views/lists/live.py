"""A stream between its lists: every game counts as soon as it is rated, and the page says that it is live."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _

from ratings.lists import queries
from ratings.lists.live_standings import Live, live
from ratings.lists.selection import Selection, address, read
from ratings.models import RatingSystem
from ratings.players.head_to_head import STREAMS
from ratings.views.lists import online_table
from ratings.views.lists.lists import Tab, pages


def show(request: HttpRequest, system: str) -> HttpResponse:
    """Show the live standing of a system; its rows alone where htmx asks again."""
    row = get_object_or_404(RatingSystem, key=system, key__in=STREAMS, active=True)
    asked = read(request.GET)
    selection = Selection(table=asked.table, everybody=asked.everybody, page=asked.page)
    found = queries.find_list(system)
    now = timezone.now()
    standing = live(row, now, selection, listed=found.list if found else None)
    total = standing.provisional if selection.table else standing.established
    context = {
        "system": system,
        "found": found,
        "selection": selection,
        "now": now,
        "last": standing.last,
        "tabs": _tabs(standing, selection),
        "table": online_table.table(selection, list(standing.rows), courses={}, is_live=True)
        if standing.rows
        else "",
        "pages": pages(selection, total),
        "switch": address(selection, everybody=not selection.everybody),
    }
    template = "ratings/parts/live_rows.html" if request.headers.get("HX-Request") else "ratings/live.html"
    return render(request, template, context)


def _tabs(standing: Live, selection: Selection) -> list[Tab]:
    return [
        Tab(_("Established"), standing.established, address(selection, table=""), not selection.table),
        Tab(
            _("Provisional"),
            standing.provisional,
            address(selection, table="provisional"),
            selection.table == "provisional",
        ),
    ]
