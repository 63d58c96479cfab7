"""Public page of submitted tournaments and their status: is my tournament in?"""

from collections import Counter

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from federation.web.table_files import export
from federation.web.tables import lay_out
from ratings.page_cache.responses import do_not_cache
from ratings.site import handed_in
from ratings.views.tournaments.tables import HandedInTable
from tournaments.revisions.public import shows_handed_in

_TYPED = 60  # characters of what is looked for
_PAGE = 100


def show(request: HttpRequest) -> HttpResponse:
    """List what was handed in, by name or town (`?q=`) and step (`?step=`).

    Http404 where the office hides it.
    """
    if not shows_handed_in():
        raise Http404("hidden")
    text = request.GET.get("q", "").strip()[:_TYPED]
    step = request.GET.get("step", "") if request.GET.get("step") in handed_in.STEPS else ""
    if request.META.get("QUERY_STRING", "") not in ("", f"step={step}"):
        do_not_cache(request)
    every = handed_in.tournaments(text=text)
    table = HandedInTable([row for row in every if step in ("", row.step)])
    lay_out(table, request, per_page=_PAGE)
    if request.GET.get("format") == "csv":
        return export(table, "handed_in")
    counts = Counter(row.step for row in every)
    context = {
        "table": table,
        "text": text,
        "step": step,
        "steps": [
            (key, label, counts[key]) for key, label in handed_in.STEPS.items() if counts[key] or key == step
        ],
        "total": len(every),
    }
    return render(request, "ratings/handed_in.html", context)
