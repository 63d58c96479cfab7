"""The best players: first hundred of a group, number ones over time; their table, that of a distribution."""

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.defaultfilters import floatformat
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from federation.language.wording import grouped, labelled
from federation.vocabulary.countries import fide_letters
from federation.vocabulary.names import full_name
from federation.web.downloads import table_file
from federation.web.tables import Column, Table
from ratings.charts import reigns
from ratings.charts.figures import plain
from ratings.lists import queries, top_lists
from ratings.lists.layouts.columns import Rows
from ratings.lists.layouts.list_table import set_table
from ratings.lists.layouts.table import BestTable, TopTable, layout_of
from ratings.lists.list_choices import choices
from ratings.lists.list_page import courses
from ratings.lists.selection import Selection
from ratings.templatetags.palmares import rating
from ratings.views.figure_columns import safe_svg
from ratings.views.lists import freshness
from ratings.views.lists.filter_words import federations
from ratings.views.players.chart_figures import MONTH, SHORT, SIZES, Figure, day_writer, months


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
    table = TopTable if federation or any(top_lists.GROUPS[group]) else BestTable
    context = {
        "list": found.list,
        "system": system,
        "group": group,
        "groups": _named(groups),
        "federation": federation,
        "federations": federations(known.federations),
        "table": set_table(table, Rows(Selection(), columns, drawn), caption=_("Top 100")),
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
        "figure": reign_figure(system, [reign for reign, _letters in reigns], is_monthly=layout.is_monthly),
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


def reign_figure(system: str, found: Sequence[top_lists.Reign], *, is_monthly: bool) -> Figure:
    """Draw reigns, newest first, each until the next begins; `is_monthly` names lists by month."""
    if not found:
        return Figure(system)
    day = day_writer(MONTH if is_monthly else SHORT)
    ends = [found[0].last, *(later.first for later in found)]
    drawn = [
        reigns.Reign(
            reign.player,
            full_name(reign.surname, reign.given_name),
            reign.first.toordinal(),
            until.toordinal(),
            _reign_words(reign, day(reign.first.toordinal()), day(reign.last.toordinal())),
        )
        for reign, until in zip(found, ends, strict=False)
    ]
    caption = _caption(found, day(found[-1].first.toordinal()), day(found[0].last.toordinal()))
    left_out = reigns.left_out(drawn)
    if left_out:
        words = ngettext(
            "%(n)s player who was first for less time is only in the table.",
            "%(n)s players who were first for less time are only in the table.",
            left_out,
        )
        caption = f"{caption} {words % {'n': left_out}}"
    named = months(found[-1].first.toordinal(), found[0].last.toordinal())
    drawings = [
        safe_svg(reigns.draw(drawn, width=width, label=caption, months=named)) for width, _high in SIZES
    ]
    return Figure(system, drawings, caption)


def _reign_words(reign: top_lists.Reign, first: str, last: str) -> str:
    lists = ngettext("%(n)s list", "%(n)s lists", reign.lists) % {"n": reign.lists}
    time = first if first == last else f"{first} – {last}"
    return labelled(full_name(reign.surname, reign.given_name), f"{time}, {lists}, {plain(reign.best)}")


def _caption(found: Sequence[top_lists.Reign], first: str, last: str) -> str:
    """Return how many led, since when, and who did longest."""
    lists: dict[int, int] = {}
    names = {reign.player: full_name(reign.surname, reign.given_name) for reign in found}
    for reign in found:
        lists[reign.player] = lists.get(reign.player, 0) + reign.lists
    most = max(lists, key=lists.__getitem__)
    summary = ngettext(
        "%(first)s to %(last)s: %(n)s number one.", "%(first)s to %(last)s: %(n)s number ones.", len(lists)
    ) % {"first": first, "last": last, "n": len(lists)}
    longest = ngettext(
        "Most often %(name)s, on %(n)s list.", "Most often %(name)s, on %(n)s lists.", lists[most]
    ) % {"name": names[most], "n": lists[most]}
    return capfirst(f"{summary} {longest}")  # it may begin with the name of a month


class ReignTable(Table):
    """Number ones, and the time each was first."""

    name = Column(gettext_lazy("Name"), "name")
    federation = Column(gettext_lazy("Federation"), "second")
    first = Column(gettext_lazy("First list"), "second")
    last = Column(gettext_lazy("Latest list"), "second", told="–")
    lists = Column(gettext_lazy("Lists"), "number second", told=True, accessor="0__lists")
    best = Column(gettext_lazy("Highest"), "number rating", accessor="0__best", by=rating)


class ClassTable(Table):
    """Classes of a distribution, each with its grade where the system has grades."""

    css = "grid-table later"
    grade = Column(gettext_lazy("Grade"), accessor="1")
    rating = Column(gettext_lazy("Rating"))
    players = Column(gettext_lazy("Players"), accessor="0__players", by=grouped)
    normal = Column(
        gettext_lazy("Normal curve"), accessor="0__normal", by=lambda share: floatformat(share, 1)
    )
