"""Two dates of a system's lists side by side."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date as day
from typing import ClassVar

from django.http import Http404, HttpRequest, QueryDict, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext_lazy as _

from federation.language.dates import format_date
from federation.web.downloads import table_stream
from ratings.exports.streamed import csv_pieces
from ratings.lists import queries
from ratings.lists.layouts import columns
from ratings.lists.layouts.columns import Column, figures, texts
from ratings.lists.layouts.list_table import Head, ListTable
from ratings.lists.list_comparison import CSV, WHO, Pair, compare, moved, whole
from ratings.lists.selection import Selection, read
from ratings.models import PublishedList
from ratings.views.lists import freshness
from ratings.views.lists.filter_words import Tab
from ratings.views.lists.lists import pages

_SORTS = ("rank", "name", "rating", "change")


def show(request: HttpRequest, system: str) -> HttpResponseBase:
    """Compare the list of a date (`?date=`, else the newest) with another (`?with=`, else the one before).

    `?who=new` shows only who came since, `?who=returned` who was inactive then, `?who=gone` who left;
    `?format=csv` gives both lists whole.
    """
    newer = _list_of_date(system, request.GET.get("date", ""))
    older = _list_of_date(system, request.GET["with"]).list if request.GET.get("with") else None
    if older is None:
        older = _list_of_date(system, newer.earlier[0].date.isoformat()).list if newer.earlier else newer.list
    first, second = sorted((older, newer.list), key=lambda row: row.date)
    etag = freshness.page_tag(request, first.pk, second.pk, newer.list.system.active)
    answer = freshness.unchanged(request, etag)
    if answer is not None:
        return answer
    who = request.GET.get("who", "") if request.GET.get("who") in WHO else ""
    pair, is_alone = Pair(second, first, _selection(request.GET, second)), first.pk == second.pk
    if request.GET.get("format") == "csv":
        return _file(pair, () if is_alone else whole(pair))
    lines, total = compare(pair, who) if not is_alone else ([], 0)
    if not lines and pair.selection.page > 1 and not is_alone:  # behind the last page
        pair = _last_page(pair, who)
        lines, total = compare(pair, who)
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
        "has_tables": queries.has_tables(second),
        "columns": _heads(request.GET, pair, who),
        "tabs": [] if is_alone else _tabs(request.GET, pair, who),
    }
    return freshness.mark(render(request, "ratings/compare.html", context), etag)


def _last_page(pair: Pair, who: str) -> Pair:
    """Turn to the last page of two lists."""
    first = replace(pair.selection, page=1)
    _lines, total = compare(replace(pair, selection=first), who)
    return replace(pair, selection=replace(first, page=pages(pair.selection, total).number))


def _selection(query: QueryDict, newer: PublishedList) -> Selection:
    selection = read(query)
    return Selection(
        text=selection.text,
        everybody=selection.everybody,
        table=selection.table if queries.has_tables(newer) else "",
        sort=selection.sort if selection.sort.removeprefix("-") in _SORTS else "rank",
        page=selection.page,
    )


class ComparisonTable(ListTable):
    """The columns of a comparison: `rating` on the list whose order they are in, `other` on the other one."""

    rank = columns.rank(th="rank")
    name = columns.name(columns.names())
    federation = Column(_("Federation"), texts, "federation")
    other = Column("", figures, "other", th="number")
    rating = columns.rating()
    change = columns.change()


class LeftTable(ComparisonTable):
    """The columns where only who left is shown, in the order of the ratings then."""

    class Meta:
        sequence: ClassVar = ("rank", "name", "federation", "rating", "other", "change")


def _heads(query: QueryDict, pair: Pair, who: str) -> list[Head]:
    """Describe the heads: dates for the ratings, and addresses that keep what else is asked."""
    kind: type[ComparisonTable] = ComparisonTable
    ordered, other = pair.newer, pair.older
    if who == "gone":
        kind, ordered, other = LeftTable, pair.older, pair.newer
    days = {"rating": format_date(ordered.date, "j N Y"), "other": format_date(other.date, "j N Y")}
    table = kind.arranged(pair.selection.sort, (), get_language())
    return [
        head._replace(
            label=days.get(name, head.label),
            following=_asking(query, "sort", head.following) if head.following else "",
        )
        for name, head in zip(table.columns.names(), table.heads, strict=True)
    ]


def _tabs(query: QueryDict, pair: Pair, who: str) -> list[Tab]:
    """Name who can be looked at, with how many there are."""
    counts = moved(pair)
    labels = {
        "": pgettext("players", "On the list"),
        "new": pgettext("players", "New"),
        "returned": pgettext("players", "Returned"),
        "gone": pgettext("players", "Left"),
    }
    offered = [group for group in WHO if group != "returned" or not pair.selection.everybody]
    return [
        Tab(labels[group], counts[group], _asking(query, "who", group), group == who) for group in offered
    ]


def _asking(query: QueryDict, name: str, value: str) -> str:
    """Write an address that asks for something else; it begins at the first page."""
    wanted = query.copy()
    wanted.pop("page", None)
    if value:
        wanted[name] = value
    else:
        wanted.pop(name, None)
    return f"?{wanted.urlencode()}"


def _file(pair: Pair, rows: Iterable[Sequence[object]]) -> StreamingHttpResponse:
    """Return both lists whole, written while they are sent; of a list alone the names of the columns."""
    names = (pair.newer.system.key, pair.older.date.isoformat(), pair.newer.date.isoformat())
    return table_stream(csv_pieces(CSV, rows), "_".join(names))


def _list_of_date(system: str, text: str) -> queries.Found:
    """Find the list of a date, the newest where none is named; Http404 for none."""
    try:
        on = day.fromisoformat(text) if text else None
    except ValueError as error:
        raise Http404(text) from error
    found = queries.find_list(system, on=on)
    if found is None:
        raise Http404(f"{system} {text}")
    return found
