"""Published lists: the page everybody reads, with what changed since the last, and the archive of dates."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from datetime import date as day
from functools import partial
from itertools import groupby
from typing import Any
from urllib.parse import quote, urlencode

from django.conf import settings
from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.timezone import localdate
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from federation.language.dates import format_date
from federation.language.system_names import system_name
from federation.language.wording import grouped
from federation.privacy.policy import LEAST_IN_CATEGORY
from federation.vocabulary.keys import key_from
from federation.web.caches import do_not_cache
from federation.web.caches import pages as page_cache
from ratings.lists import queries
from ratings.lists.layouts.list_table import set_table
from ratings.lists.layouts.table import layout_of
from ratings.lists.list_choices import Choices
from ratings.lists.list_comparison import Pair, moved
from ratings.lists.list_page import ListPage, list_page
from ratings.lists.list_words import age_named
from ratings.lists.queries import Found, query_of
from ratings.lists.selection import (
    GRADES,
    PAGE,
    TITLES,
    Selection,
    address,
    filters,
    is_understood,
    misread,
    read,
)
from ratings.models import ListEntry, PublishedList, RatingSystem
from ratings.rulebook.egf import EgfEdition
from ratings.rulebook.ffg import FfgEdition
from ratings.rulebook.systems import SYSTEMS
from ratings.views.lists import freshness
from ratings.views.lists.filter_words import Tab, chips, federations, nearest, tables

# Larger lists are not counted while a reader waits: the comparison counts when it is opened.
COUNTED = 20_000

KEPT_SECONDS = 3600

_ARCHIVED = (
    "date",
    "revision",
    "players",
    "active_players",
    "system__key",
)  # the columns of a list in the archive
LATEST = "latest"  # the date of addresses that programs are given once
# What the layouts for pairing programs are called, by engine (`downloads` sets them).
PAIRING_FORMATS = {FfgEdition.engine: "FFG V3", EgfEdition.engine: "EGD"}


@dataclass(frozen=True, slots=True)
class Changes:
    """The day of the list before, and what changed in words with the address of its comparison."""

    day: date
    parts: Sequence[tuple[str, str]]


def changes_since(found: Found) -> Changes | None:
    """Return what changed since the list before; None for the first list and older revisions.

    One query the first time, none later: the counts are cached.
    """
    published = found.list
    if not found.earlier or published.revision != found.revisions[0].revision:
        return None
    before = found.earlier[0]
    words = _words(published, before.pk) if published.players <= COUNTED else _uncounted()
    compare = reverse("list-compare", args=[published.system.key])
    days = {"date": published.date.isoformat(), "with": before.date.isoformat()}
    return Changes(
        before.date, [(text, f"{compare}?{urlencode(days | {'who': who})}") for who, text in words]
    )


def _words(published: PublishedList, before: int) -> list[tuple[str, str]]:
    older = PublishedList(pk=before, system=published.system)
    counts = moved(Pair(published, older, Selection()))
    shown = {who: grouped(count) for who, count in counts.items()}
    joined, returned, left = counts["new"], counts["returned"], counts["gone"]
    return [
        ("new", ngettext("%(n)s joined", "%(n)s joined", joined) % {"n": shown["new"]}),
        ("returned", ngettext("%(n)s returned", "%(n)s returned", returned) % {"n": shown["returned"]}),
        ("gone", ngettext("%(n)s left", "%(n)s left", left) % {"n": shown["gone"]}),
    ]


def _uncounted() -> list[tuple[str, str]]:
    return [
        ("new", pgettext("players", "New")),
        ("returned", pgettext("players", "Returned")),
        ("gone", pgettext("players", "Left")),
    ]


def archive(request: HttpRequest) -> HttpResponse:
    """Show every published list by system and year."""
    rows = PublishedList.objects.filter(ready=True, system__active=True).select_related("system")
    lists = rows.order_by("system__position", "-date", "-revision").only(*_ARCHIVED)
    newest = {(row.system.key, row.date): row for row in reversed(lists)}
    by_system = groupby(reversed(newest.values()), lambda row: row.system.key)
    context = {"systems": [(key, _by_year(list(rows))) for key, rows in by_system]}
    return render(request, "ratings/archive.html", context)


def _by_year(lists: Sequence[PublishedList]) -> list[tuple[int, list[PublishedList]]]:
    """Arrange the lists of a system, newest first, by year; a year between that has none is empty."""
    years = range(lists[0].date.year, lists[-1].date.year - 1, -1)
    return [(year, [row for row in lists if row.date.year == year]) for year in years]


def newest(request: HttpRequest, system: str) -> HttpResponse:
    """Show the newest list of a system; `?on=` leads to the one in force on a day."""
    if request.GET.get("on"):
        query = request.GET.copy()
        on = str(query.pop("on")[-1])
        return redirect(_with(reverse("list", args=[system, _day(on).isoformat()]), query))
    found = queries.find_list(system)
    if found is None:
        row = get_object_or_404(RatingSystem, key=system, active=True)
        return render(request, "ratings/list_none.html", {"system": row})
    return _show(request, found)


def dated(request: HttpRequest, system: str, date: str) -> HttpResponse:
    """Show the list of a date, in the revision asked for (`?revision=`), else the newest.

    A day without a list of its own leads to the list in force then, as it was then.
    """
    on = None if date == LATEST else _day(date)
    if on is None or request.GET.get("revision"):
        return _show(request, list_at(request, system, date))
    found = queries.find_list(system, on=on)
    return _show(request, found) if found else _in_force(request, system, on)


def _in_force(request: HttpRequest, system: str, on: day) -> HttpResponse:
    """Redirect to the list that was in force on a day; 404 with the reason without one."""
    in_force = queries.in_force(system, on) if on <= localdate() else None
    if in_force is not None:
        query = request.GET.copy()
        if not in_force.stands:
            query["revision"] = str(in_force.revision)
        return redirect(_with(reverse("list", args=[system, in_force.date.isoformat()]), query))
    known = queries.first_and_newest(system)
    if known is None:
        raise Http404(f"{system} {on}")
    context = {
        "system": system,
        "on": on,
        "first": known[0],
        "newest": known[1],
        "is_ahead": on > localdate(),
    }
    return render(request, "ratings/list_not_then.html", context, status=404)


def _with(address: str, query: QueryDict) -> str:
    return f"{address}?{query.urlencode()}" if query else address


def _day(text: str) -> day:
    """Read a day of an address; Http404 for none."""
    try:
        return day.fromisoformat(text)
    except ValueError as error:
        raise Http404(str(error)) from error


def list_at(request: HttpRequest, system: str, date: str) -> queries.Found:
    """Find the list an address names by its date, or as the latest; Http404 without one."""
    wanted = request.GET.get("revision", "")
    try:
        revision = int(wanted) if wanted else None
    except ValueError as error:
        raise Http404(str(error)) from error
    on = None if date == LATEST else _day(date)
    found = queries.find_list(system, on=on, revision=revision)
    if found is None:
        raise Http404(f"{system} {date}")
    return found


def _show(request: HttpRequest, found: queries.Found) -> HttpResponse:
    """Answer a list page; nothing of its entries is read for a reader who has it already."""
    published = found.list
    jump = _line_of(request, published)
    if jump is not None:
        return jump
    selection = _drop_unknown_filters(published, read(request.GET))
    if not (is_understood(request.GET.lists(), selection) and selection.is_worth_keeping):
        do_not_cache(request)
    # Another for other lists; the largest key is not that of the list made last.
    earlier = sum(row.pk for row in found.earlier)
    state = (published.pk, len(found.revisions), earlier, published.files_state, published.system.active)
    etag = freshness.page_tag(request, *state)
    answer = freshness.unchanged(request, etag)
    if answer is not None:
        return answer
    is_part = request.headers.get("HX-Target") == "rows"
    query = request.META.get("QUERY_STRING", "")
    key = "" if is_part else body_key(state, selection, asked=query)
    body: SafeString | None = page_cache.get(key) if key else None
    if body is None:
        page = list_page(found, selection)
        context = _context(request, page) | {"is_part": is_part, "state": state}
        template = "ratings/parts/list_rows.html" if is_part else "ratings/parts/list_body.html"
        # Clubs without players, pages behind the last.
        if not context["table"] or page.selection != selection:
            do_not_cache(request)
            key = ""
        body = render_to_string(template, context, request)
        if key:
            page_cache.set(key, body, KEPT_SECONDS)
    if is_part:
        return freshness.mark(HttpResponse(body), etag)
    context = {
        "list": published,
        "system": published.system.key,
        "found": found,
        "selection": selection,
        "state": state,
        "body": body,
        "changes": partial(changes_since, found),  # read once a list: the foot is cached
    }
    return freshness.mark(render(request, "ratings/list.html", context), etag)


def _line_of(request: HttpRequest, published: PublishedList) -> HttpResponse | None:
    """Redirect to the line of a player (`?player=`) on the player's page; None without a player.

    Http404 for a player who is on none of its lines.
    """
    text = request.GET.get("player", "")
    if not text:
        return None
    number = key_from(text)
    if number is None:
        raise Http404(text)
    entry = get_object_or_404(ListEntry.objects.select_related("list__system"), list=published, player=number)
    query = query_of(entry).removeprefix("?")
    parts = [query, f"revision={published.revision}" if "revision" in request.GET else ""]
    return redirect(f"{request.path}?{'&'.join(filter(None, parts))}#p{entry.player_id}")


def _drop_unknown_filters(published: PublishedList, selection: Selection) -> Selection:
    """Leave out what a list has no such thing as: tables, or regions before there were any."""
    return replace(
        selection,
        table=layout_of(published.system.key).table_asked(selection.table),
        region=selection.region if published.regions else "",
    )


def _context(request: HttpRequest, page: ListPage) -> dict[str, Any]:
    """Name what the filters, the rows and the side of a list page show."""
    published, selection, layout = page.list, page.selection, page.layout
    return {
        "list": published,
        "system": published.system.key,
        "found": page.found,
        "selection": selection,
        "layout": layout,
        "pages": pages(selection, page.total),
        "chips": chips(page),
        "set_filters": sum(name != "text" for name in filters(selection)),  # those that are folded away
        "choices": page.choices,
        "misread": misread(request.GET),
        "tabs": tabs(published, selection) if layout.has_tables else [],
        # Called only where the form is rendered again: that of an unfiltered list is cached.
        "federations": partial(federations, page.choices.federations),
        "ages": partial(_ages, page.choices),
        "is_offered": page.choices.offers(selection.sex, selection.age),
        "least": LEAST_IN_CATEGORY,
        "titles": TITLES,
        "grades": GRADES,
        "nearest": nearest(page),
        "pairing_format": PAIRING_FORMATS.get(SYSTEMS[published.system.key].engine, ""),
        "switch": address(selection, everybody=not selection.everybody),
        "table": set_table(layout.table, page.rows, caption=_caption(published)),
        "files": files(published, selection),
        "print_at": "" if layout.is_monthly else _print_at(published, selection),  # FIDE's are too long
    }


def _ages(known: Choices) -> list[tuple[str, str]]:
    """Return the age groups to choose from, by their letters in the address and in words."""
    return [(age, age_named(age)) for age in known.ages]


def _print_at(published: PublishedList, selection: Selection) -> str:
    """Return the address of everyone a page and those behind it show, on one page."""
    parameters = address(selection, page=1).removeprefix("?")
    query = "&".join(filter(None, (parameters, f"revision={published.revision}")))
    at = reverse("list-download", args=[published.system.key, published.date.isoformat(), "html"])
    return f"{at}?{query}"


def _caption(published: PublishedList) -> str:
    """Name the table of a list."""
    on = _("List of %(date)s") % {"date": format_date(published.date, "j F Y")}
    return f"{system_name(published.system.key)}, {on}"


def files(published: PublishedList, selection: Selection) -> list[tuple[str, str]]:
    """Return the files of everybody a page and those behind it show: kind, address of the interface."""
    parameters = address(selection, page=1).removeprefix("?") or "all=0"  # without a word it gives everybody
    at = f"/api/v1/lists/{published.system.key}/{published.date.isoformat()}/entries"
    query = f"{parameters}&revision={published.revision}"
    return [(kind.upper(), f"{at}.{kind}?{query}") for kind in ("csv", "json")]


def tabs(published: PublishedList, selection: Selection) -> list[Tab]:
    """Name the two tables of a list of a stream, with everybody in them."""
    established = published.established or 0
    return tables(selection, established, published.players - established)


def pages(selection: Selection, total: int) -> Page[int]:
    """Number the pages without asking the database again."""
    return Paginator(range(total), PAGE).get_page(selection.page)


def body_key(state: tuple[int, ...], selection: Selection, *, asked: str) -> str:
    """Return the cache key of a page; "" for a filtered page or a non-canonical address.

    `state` identifies the list and those it links to; a list itself never changes. The cache has as many
    entries as a list has pages and orders.
    """
    if not selection.is_whole or f"?{asked}" != address(selection, page=selection.page):
        return ""
    return f"list-body-{settings.VERSION}-{'-'.join(map(str, state))}-{get_language()}-{quote(asked)}"
