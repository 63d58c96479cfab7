"""Two dates of a system's lists side by side."""

from datetime import date as day

from django.http import Http404, HttpRequest, QueryDict, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from federation.language.dates import written
from ratings.exports.streamed import csv_pieces
from ratings.lists import queries
from ratings.lists.list_comparison import CSV, WHO, Pair, compare, moved, whole
from ratings.lists.selection import Selection, read
from ratings.models import PublishedList
from ratings.views.lists import freshness, list_table
from ratings.views.lists.lists import Tab, pages

_SORTS = ("rank", "name", "rating", "change")


def show(request: HttpRequest, system: str) -> HttpResponseBase:
    """Compare the list of a date (`?date=`, else the newest) with another (`?with=`, else the one before).

    `?who=new` shows only who came since, `?who=gone` who left; `?format=csv` gives both lists whole.
    """
    newer = _found(system, request.GET.get("date", ""))
    older = _found(system, request.GET["with"]).list if request.GET.get("with") else None
    if older is None:
        older = _found(system, newer.earlier[0].date.isoformat()).list if newer.earlier else newer.list
    first, second = sorted((older, newer.list), key=lambda one: one.date)
    etag = freshness.page_tag(request, first.pk, second.pk, newer.list.system.active)
    answer = freshness.unchanged(request, etag)
    if answer is not None:
        return answer
    who = request.GET.get("who", "") if request.GET.get("who") in WHO else ""
    pair, is_alone = Pair(second, first, _selection(request.GET, second)), first.pk == second.pk
    if request.GET.get("format") == "csv" and not is_alone:
        return _file(pair)
    lines, total = compare(pair, who) if not is_alone else ([], 0)
    context = {
        "system": system,
        "newer": second,
        "older": first,
        "is_alone": is_alone,
        "days": sorted({first.date, second.date, *queries.days(system)}, reverse=True),
        "selection": pair.selection,
        "who": who,
        "lines": lines,
        "pages": pages(pair.selection, total),
        "is_stream": queries.is_stream(second),
        "columns": _columns(request.GET, pair, who),
        "tabs": [] if is_alone else _tabs(request.GET, pair, who),
    }
    return freshness.mark(render(request, "ratings/compare.html", context), etag)


def _selection(query: QueryDict, newer: PublishedList) -> Selection:
    asked = read(query)
    return Selection(
        text=asked.text,
        everybody=asked.everybody,
        table=asked.table if queries.is_stream(newer) else "",
        sort=asked.sort if asked.sort.removeprefix("-") in _SORTS else "rank",
        page=asked.page,
    )


def _columns(query: QueryDict, pair: Pair, who: str) -> list[tuple[str, str, str, str]]:
    """Describe the head of the table as heads of lists are: label, class, address of the sorting, aria-sort.

    Of who left the ratings then are in order, of everybody else those now.
    """
    then, now = ("rating", "") if who == "gone" else ("", "rating")
    heads = (
        ("rank", _("Rank"), "rank"),
        ("name", _("Name"), ""),
        ("", _("Federation"), ""),
        (then, written(pair.older.date, "j N Y"), "number rating" if then else "number"),
        (now, written(pair.newer.date, "j N Y"), "number rating" if now else "number"),
        ("change", pgettext("of a rating", "Change"), "number"),
    )
    made = []
    for name, label, css in heads:
        following, direction = list_table.turned(pair.selection.sort, name) if name else ("", "")
        made.append((label, css, _asking(query, "sort", following) if name else "", direction))
    return made


def _tabs(query: QueryDict, pair: Pair, who: str) -> list[Tab]:
    """Name who can be looked at, with how many there are."""
    counts = moved(pair)
    labels = {
        "": pgettext("players", "On the list"),
        "new": pgettext("players", "New"),
        "gone": pgettext("players", "Left"),
    }
    return [Tab(labels[one], counts[one], _asking(query, "who", one), one == who) for one in WHO]


def _asking(query: QueryDict, name: str, value: str) -> str:
    """Write an address that asks for something else; it begins at the first page."""
    wanted = query.copy()
    wanted.pop("page", None)
    if value:
        wanted[name] = value
    else:
        wanted.pop(name, None)
    return f"?{wanted.urlencode()}"


def _file(pair: Pair) -> StreamingHttpResponse:
    """Return both lists whole, written while they are sent."""
    names = (pair.newer.system.key, pair.older.date.isoformat(), pair.newer.date.isoformat())
    answer = StreamingHttpResponse(csv_pieces(CSV, whole(pair)), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{"_".join(names)}.csv"'
    return answer


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
