"""Two dates of a system's lists side by side."""

from datetime import date as day

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from ratings import queries
from ratings.list_comparison import compare
from ratings.selection import Selection, read
from ratings.views import freshness
from ratings.views.lists import pages


def show(request: HttpRequest, system: str) -> HttpResponse:
    """Compare the list of a date (`?date=`, else the newest) with another (`?with=`, else the one before)."""
    newer = _found(system, request.GET.get("date", ""))
    older = _found(system, request.GET["with"]).list if request.GET.get("with") else None
    if older is None:
        older = newer.earlier[0] if newer.earlier else newer.list
    first, second = sorted((older, newer.list), key=lambda one: one.date)
    etag = freshness.page_tag(request, first.pk, second.pk, newer.list.system.active)
    answer = freshness.unchanged(request, etag)
    if answer is not None:
        return answer
    asked = read(request.GET)
    table = asked.table if queries.is_stream(second) else ""
    selection = Selection(text=asked.text, everybody=asked.everybody, table=table, page=asked.page)
    lines, total = compare(second, first, selection) if first.pk != second.pk else ([], 0)
    context = {
        "system": system,
        "newer": second,
        "older": first,
        "is_alone": first.pk == second.pk,
        "days": sorted({first.date, second.date, *queries.days(system)}, reverse=True),
        "selection": selection,
        "lines": lines,
        "pages": pages(selection, total),
        "is_stream": queries.is_stream(second),
    }
    return freshness.mark(render(request, "ratings/compare.html", context), etag)


def _found(system: str, text: str) -> queries.Found:
    """Find the list of a date, the newest where none is named; Http404 for none."""
    try:
        on = day.fromisoformat(text) if text else None
    except ValueError as error:
        raise Http404(text) from error
    found = queries.find_list(system, on=on)
    if found is None:
        raise Http404(f"{system} {text}")
    return found
