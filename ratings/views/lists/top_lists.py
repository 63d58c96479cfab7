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
from ratings.views.lists import freshness, reign_figures
from ratings.views.lists.filter_words import federations
from ratings.views.lists.tables import ReignTable


def top(request: HttpRequest, system: str) -> HttpResponse:
    """Show the first hundred active players of a group (`?of=`), all or of a `?federation=`."""
    found = _find_list(system)
    known = choices(found.list)
    groups = top_lists.groups_of(known)
    group = _group(request, groups)
    etag = freshness.page_tag(request, found.list.pk, found.list.system.active, group)
    answer = freshness.unchanged(request, etag)
    if answer is not None:
        return answer
    code = request.GET.get("federation", "")
    federation = code if code in known.federations else ""
    columns = top_lists.best(found.list, group, federation=federation)
    drawn = courses(found, columns["player_id"]) if columns else {}
    context = {
        "list": found.list,
        "system": system,
        "group": group,
        "groups": _named(groups),
        "federation": federation,
        "federations": federations(known.federations),
        "table": set_table(TopTable, Rows(Selection(), columns, drawn), caption=_("Top 100")),
    }
    return freshness.mark(render(request, "ratings/top.html", context), etag)


def number_ones(request: HttpRequest, system: str) -> HttpResponse:
    """Show who led a group (`?of=`) from list to list, or give it as a file (`?format=csv`)."""
    found = queries.find_list(system)
    if found is None:
        raise Http404(system)
    groups = top_lists.groups_of(choices(found.list))
    group = _group(request, groups)
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
        "groups": _named(groups),
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
        (
            reign.first.isoformat(), reign.last.isoformat(), reign.lists,
            reign.player, reign.surname, reign.given_name, letters, reign.best,
        )
        for reign, letters in reigns
    )  # fmt: skip
    return table_file([head, *lines], name)


def _find_list(system: str) -> queries.Found:
    """Find the newest list of a system whose best players have a page; Http404 without one."""
    found = queries.find_list(system)
    if found is None or not layout_of(system).has_top:
        raise Http404(system)
    return found


def _group(request: HttpRequest, groups: Sequence[str]) -> str:
    group = request.GET.get("of", "")
    return group if group in groups else "open"


def _named(groups: Sequence[str]) -> list[tuple[str, str]]:
    words = {"open": _("open"), "women": _("women"), "juniors": _("juniors"), "girls": _("girls")}
    return [(group, words[group]) for group in groups]
