"""Published lists: the page everybody reads, and the archive of all dates."""

from dataclasses import dataclass, replace
from datetime import date as day
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from ratings.charts import figures
from ratings.lists import queries
from ratings.lists.page_of_entry import query_of
from ratings.lists.selection import AGES, GRADES, PAGE, TITLES, Selection, address, filters, misread, read
from ratings.models import ListEntry, PublishedList, RatingSystem
from ratings.rulebook.streams import has_deviation
from ratings.rulebook.systems import has_streams
from ratings.views.lists import fide_table, freshness, list_table, online_table


@dataclass(frozen=True, slots=True)
class Chip:
    """A filter that is set, as words, and the address without it."""

    label: str
    address: str


def _courses(found: queries.Found, rows: list[tuple[Any, ...]]) -> dict[int, list[int]]:
    """Read the courses of the players of a page; where ratings have bands, those are drawn instead."""
    key = found.list.system.key
    if has_streams(key) and has_deviation(key):
        return {}
    return queries.courses(found, [row[1] for row in rows])


@dataclass(frozen=True, slots=True)
class Tab:
    """One of the tables of a list, and its address with the filters kept."""

    label: str
    players: int
    address: str
    is_open: bool


def archive(request: HttpRequest) -> HttpResponse:
    """Show every published list by system and year."""
    rows = PublishedList.objects.filter(ready=True, system__active=True).select_related("system")
    lists = rows.order_by("system__position", "-date", "-revision")
    newest = {(row.system_id, row.date): row for row in reversed(lists)}
    return render(request, "ratings/archive.html", {"lists": list(reversed(newest.values()))})


def newest(request: HttpRequest, system: str) -> HttpResponse:
    """Show the newest list of a system."""
    found = queries.find_list(system)
    if found is None:
        row = get_object_or_404(RatingSystem, key=system, active=True)
        return render(request, "ratings/list_none.html", {"system": row})
    return _show(request, found)


def dated(request: HttpRequest, system: str, date: str) -> HttpResponse:
    """Show the list of a date, in the revision asked for (`?revision=`), else the newest."""
    return _show(request, list_at(request, system, date))


def list_at(request: HttpRequest, system: str, date: str) -> queries.Found:
    """Find the list an address names; Http404 where there is none."""
    wanted = request.GET.get("revision", "")
    try:
        on = day.fromisoformat(date)
        revision = int(wanted) if wanted else None
    except ValueError as error:
        raise Http404(str(error)) from error
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
    newest = max((row.pk for row in found.earlier), default=0)
    state = (published.pk, len(found.revisions), newest, published.files_state)
    etag = freshness.page_tag(request, *state, published.system.active)
    answer = freshness.unchanged(request, etag)
    if answer is not None:
        return answer
    selection = _meant(published, read(request.GET))
    if request.headers.get("HX-Target") == "rows":
        rows = render(request, "ratings/parts/list_rows.html", _context(request, found, selection))
        return freshness.mark(rows, etag)
    key = list_table.kept_key(state, selection, asked=request.META.get("QUERY_STRING", ""))
    body = list_table.kept(key)
    if body is None:
        context = _context(request, found, selection)
        body = list_table.keep(key, render_to_string("ratings/parts/list_body.html", context, request))
    context = {
        "list": published,
        "system": published.system.key,
        "found": found,
        "selection": selection,
        "body": body,
    }
    return freshness.mark(render(request, "ratings/list.html", context), etag)


def _line_of(request: HttpRequest, published: PublishedList) -> HttpResponse | None:
    """Lead to the line of a player (`?player=`) on the page he stands on; None where nobody is asked for.

    Whoever is on none of its lines is said to be missing by Http404.
    """
    number = request.GET.get("player", "")
    if not number:
        return None
    if not (number.isascii() and number.isdigit() and len(number) <= queries.MOST_DIGITS):
        raise Http404(number)
    entry = get_object_or_404(ListEntry.objects.select_related("list__system"), list=published, player=number)
    query = query_of(entry).removeprefix("?")
    parts = [query, f"revision={published.revision}" if "revision" in request.GET else ""]
    return redirect(f"{request.path}?{'&'.join(filter(None, parts))}#p{entry.player_id}")


def _meant(published: PublishedList, selection: Selection) -> Selection:
    """Leave out what a list has no such thing as: tables, or regions before there were any."""
    return replace(
        selection,
        table=selection.table if queries.is_stream(published) else "",
        region=selection.region if published.regions else "",
    )


def _context(request: HttpRequest, found: queries.Found, selection: Selection) -> dict[str, object]:
    """Gather what the filters, the rows and the side of a list page show."""
    published = found.list
    known = queries.choices(published)
    rows, total = queries.page_of(published, selection)
    is_fide, is_stream = queries.is_fide(published), queries.is_stream(published)
    made = fide_table.table if is_fide else online_table.table if is_stream else list_table.table
    return {
        "list": published,
        "system": published.system.key,
        "found": found,
        "selection": selection,
        "table": made(selection, rows, courses=_courses(found, rows)) if rows else "",
        "pages": pages(selection, total),
        "chips": chips(published, selection),
        "choices": known,
        "misread": misread(request.GET),
        "is_fide": is_fide,
        "is_stream": is_stream,
        "tabs": tabs(published, selection) if is_stream else [],
        "federations": fide_table.federations(known.federations) if is_fide else [],
        "ages": [(age, fide_table.age_named(age)) for age in AGES],
        "titles": TITLES,
        "grades": GRADES,
        "nearest": None if rows else nearest(published, selection),
        "has_licences": published.system.key.startswith("ffg"),
        "switch": address(selection, everybody=not selection.everybody),
    }


def tabs(published: PublishedList, selection: Selection) -> list[Tab]:
    """Name the two tables of a list of a stream, with everybody in them."""
    established = published.established or 0
    return [
        Tab(_("Established"), established, address(selection, table=""), not selection.table),
        Tab(
            _("Provisional"),
            published.players - established,
            address(selection, table="provisional"),
            selection.table == "provisional",
        ),
    ]


def pages(selection: Selection, total: int) -> Page[int]:
    """Number the pages without asking the database again."""
    return Paginator(range(total), PAGE).get_page(selection.page)


def chips(published: PublishedList, selection: Selection) -> list[Chip]:
    """Say each filter that is set in words, with the address that takes it off."""
    made = []
    for name in filters(selection):
        plain = Selection()
        made.append(
            Chip(_said(published, selection, name), address(selection, **{name: getattr(plain, name)}))
        )
    return made


def _said(published: PublishedList, selection: Selection, name: str) -> str:
    value = str(getattr(selection, name))
    if name == "club":
        return dict(queries.choices(published).clubs).get(value, value)
    if name == "region":
        return str(published.regions.get(value, value))
    if name == "federation" and queries.is_fide(published):
        return fide_table.federations([value])[0][2]
    if name == "age":
        return fide_table.age_named(value)
    words = {
        "text": _("name: %(text)s") % {"text": value},
        "weakest": _("from %(grade)s") % {"grade": value},
        "strongest": _("to %(grade)s") % {"grade": value},
        "lowest": _("rating from %(rating)s") % {"rating": value.replace("-", figures.MINUS)},
        "highest": _("rating to %(rating)s") % {"rating": value.replace("-", figures.MINUS)},
        "sex": _("women") if value == "f" else _("men"),
        "licensed": _("licensed"),
    }
    return words.get(name, value)


def nearest(published: PublishedList, selection: Selection) -> Chip | None:
    """Find the smallest loosening of an empty selection that finds somebody; all filters off is the last."""
    looser: list[tuple[str, dict[str, Any]]] = []
    if selection.page > 1:
        looser.append((_("Go to the first page"), {"page": 1}))
    if not selection.everybody:
        looser.append((_("Show inactive players too"), {"everybody": True}))
    plain, chosen = Selection(), filters(selection)
    for name in reversed(chosen):
        label = _("Leave out “%(filter)s”") % {"filter": _said(published, selection, name)}
        looser.append((label, {name: getattr(plain, name)}))
    # several at once: those behind first, which are the narrower ones, then those in front
    for count in range(2, len(chosen)):
        for names in (chosen[-count:], chosen[:count]):
            said = ", ".join(_said(published, selection, name) for name in names)
            label = _("Leave out “%(filter)s”") % {"filter": said}
            looser.append((label, {name: getattr(plain, name) for name in names}))
    without = {name: getattr(plain, name) for name in chosen}
    if len(chosen) > 1:
        looser.append((_("Leave out all filters"), without))
    if chosen and not selection.everybody:
        looser.append((_("Show everybody"), without | {"everybody": True}))
    at = queries.first_found(published, [replace(selection, **changes) for _label, changes in looser])
    return None if at is None else Chip(looser[at][0], address(selection, **looser[at][1]))
