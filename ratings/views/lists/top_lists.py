"""The best players: the first hundred of a group of FIDE lists, and the number ones of any over time."""

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from federation.vocabulary.countries import fide_letters
from federation.web.downloads import table_file
from ratings.lists import queries, top_lists
from ratings.lists.layouts.columns import Rows
from ratings.lists.layouts.fide import TopTable
from ratings.lists.layouts.list_table import set_table
from ratings.lists.layouts.table import layout_of
from ratings.lists.list_choices import choices
from ratings.lists.list_page import courses
from ratings.lists.selection import Selection
from ratings.models import PublishedList
from ratings.views.lists import freshness, reign_figures
from ratings.views.lists.filter_words import federations
from ratings.views.lists.tables import ReignTable


def top(request: HttpRequest, system: str) -> HttpResponse:
    """Show the first hundred active players of a group (`?of=`), all or of a `?federation=`."""
    found = _find_list(system)
    group = _group(request, found.list)
    etag = freshness.page_tag(request, found.list.pk, found.list.system.active, group)
    answer = freshness.unchanged(request, etag)
    if answer is not None:
        return answer
    known = choices(found.list).federations
    code = request.GET.get("federation", "")
    federation = code if code in known else ""
    columns = top_lists.best(found.list, group, federation=federation)
    drawn = courses(found, columns["player_id"]) if columns else {}
    context = {
        "list": found.list,
        "system": system,
        "group": group,
        "groups": _groups(found.list),
        "federation": federation,
        "federations": federations(known),
        "table": set_table(TopTable, Rows(Selection(), columns, drawn), caption=_("Top 100")),
    }
    return freshness.mark(render(request, "ratings/top.html", context), etag)


def number_ones(request: HttpRequest, system: str) -> HttpResponse:
    """Show who led a group (`?of=`) from list to list, or give it as a file (`?format=csv`)."""
    found = queries.find_list(system)
    if found is None:
        raise Http404(system)
    group = _group(request, found.list)
    state = (found.list.pk, found.list.system.active, len(found.earlier), group)
    etag = freshness.page_tag(request, *state)
    answer = freshness.unchanged(request, etag)
    if answer is not None:
        return answer
    layout = layout_of(system)
    reigns = [
        (reign, fide_letters(reign.federation) if layout.names_federations else reign.federation)
        for reign in top_lists.number_ones(system, group)
    ]
    if request.GET.get("format") == "csv":
        return _as_file(f"{system}_number_ones_{group}", reigns)
    context = {
        "list": found.list,
        "system": system,
        "group": group,
        "groups": _groups(found.list),
        "reigns": ReignTable(reigns),
        "figure": reign_figures.figure(
            system, [reign for reign, _letters in reigns], is_monthly=layout.is_monthly
        ),
        "layout": layout,
    }
    return freshness.mark(render(request, "ratings/number_ones.html", context), etag)


def _as_file(name: str, reigns: Sequence[tuple[top_lists.Reign, str]]) -> HttpResponse:
    head = ("first_list", "last_list", "lists", "player", "surname", "given_name", "federation", "highest")
    lines = (
        (one.first.isoformat(), one.last.isoformat(), one.lists, one.player, one.surname, one.given_name,
         letters, one.best)
        for one, letters in reigns
    )  # fmt: skip
    return table_file([head, *lines], name)


def _find_list(system: str) -> queries.Found:
    """Find the newest list of a system whose best players have a page; Http404 where there is none."""
    found = queries.find_list(system)
    if found is None or not layout_of(system).has_top:
        raise Http404(system)
    return found


def _group(request: HttpRequest, published: PublishedList) -> str:
    group = request.GET.get("of", "")
    return group if group in top_lists.groups_of(published) else "open"


def _groups(published: PublishedList) -> list[tuple[str, str]]:
    words = {"open": _("open"), "women": _("women"), "juniors": _("juniors"), "girls": _("girls")}
    return [(group, words[group]) for group in top_lists.groups_of(published)]
