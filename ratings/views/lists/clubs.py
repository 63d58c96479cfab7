"""Clubs: the index, and the members of one with their ratings."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from typing import TypeVar

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.language.system_names import system_name
from federation.language.wording import labelled
from federation.models import Club, Region
from federation.vocabulary.names import full_name
from federation.web.caches import do_not_cache
from federation.web.downloads import export
from federation.web.tables import Column, Table, lay_out
from ratings.lists.list_words import rating_head
from ratings.players import clubs
from ratings.players.clubs import ListMean, open_clubs
from ratings.players.histories import Member, members

A_PAGE = 50  # members

Period = TypeVar("Period", date, int)


def index(request: HttpRequest) -> HttpResponse:
    """List the clubs, by name, town, code or region where a few letters are given."""
    text = request.GET.get("q", "").strip()[:60]
    if text:
        do_not_cache(request)
    is_file = request.GET.get("format") == "csv"
    absent = [] if Region.objects.exists() else ["region"]
    if not is_file and Club.objects.filter(closed=None).values("federation").distinct().count() < 2:
        absent.append("federation")  # a page needs no column that says the same in every row
    table = ClubTable(open_clubs(text), exclude=absent)
    lay_out(table, request, per_page=100)
    if is_file:
        return export(table, "clubs")
    return render(request, "ratings/clubs.html", {"table": table, "text": text})


def club(request: HttpRequest, code: str) -> HttpResponse:
    """Show a club: its members, strongest first, as the newest lists have them, its years and tournaments."""
    by_code = Club.all_clubs.select_related("federation", "region", "merged_into").filter(code=code).first()
    row = by_code or get_object_or_404(Club, spellings__code=code)
    if row.merged_into is not None or by_code is None:
        return redirect(row.merged_into or row)  # not for good: a merge can be undone
    systems, lines = members(row)
    # A club of Go needs no empty columns of chess.
    rated = [at for at in range(len(systems)) if any(line.entries[at] for line in lines)]
    systems = [systems[at] for at in rated]
    lines = [replace(line, entries=[line.entries[at] for at in rated]) for line in lines]
    if request.GET.get("format") == "csv":
        return export(_member_table(systems, lines), f"club_{row.code}")
    found_events, (months, years) = clubs.club_tournaments(row), clubs.club_means(row)
    year_systems = list(dict.fromkeys(year.system for year in years))
    context = {
        "club": row,
        "systems": systems,
        "members": len(lines),
        "pages": Paginator(lines, A_PAGE).get_page(request.GET.get("page")),
        "year_systems": year_systems,
        "months": _by_period(months, year_systems, lambda day: day.replace(day=1)),
        "years": _by_year(years, year_systems),
        "held": found_events.held,
        "played": found_events.played,
        "shown": clubs.SHOWN,
    }
    return render(request, "ratings/club.html", context)


def _by_period(
    means: Sequence[ListMean], systems: Sequence[str], period_of: Callable[[date], Period]
) -> list[tuple[Period, list[ListMean | None]]]:
    """Arrange months or years of a club in rows, the newest first, with a cell for each system."""
    cells = {(period_of(mean.day), mean.system): mean for mean in means}
    rows = dict.fromkeys(
        period_of(mean.day) for mean in sorted(means, key=lambda mean: mean.day, reverse=True)
    )
    return [(period, [cells.get((period, system)) for system in systems]) for period in rows]


def _by_year(means: Sequence[ListMean], systems: Sequence[str]) -> list[tuple[int, list[ListMean | None]]]:
    """Arrange years of a club in rows, the newest first.

    A year between that has no list with active players of the club has no cells.
    """
    rows = dict(_by_period(means, systems, lambda day: day.year))
    return [(year, rows.get(year, [])) for year in range(max(rows), min(rows) - 1, -1)] if rows else []


class ClubTable(Table):
    """Clubs with the number of their players."""

    is_sorted, blank = True, "—"
    code = Column(gettext_lazy("Code"), "rank code", head="")
    name = Column(gettext_lazy("Club"), "name", linkify=True)
    town = Column(gettext_lazy("Town"), "second")
    region = Column(gettext_lazy("Region"), "second", accessor="region__name", default="")
    federation = Column(gettext_lazy("Federation"), "second", accessor="federation__code")
    members = Column(gettext_lazy("Members"), "number", told=True)


class MemberTable(Table):
    """The members of a club, for a file; a column for each system is added."""

    number = Column(gettext_lazy("Number"))
    name = Column(gettext_lazy("Name"))
    grade = Column(gettext_lazy("Grade"))


def _member_table(systems: Sequence[str], lines: Sequence[Member]) -> MemberTable:
    """Return the members as a table for a file, with a rank and a rating for each system."""
    columns = []
    for at, key in enumerate(systems):
        name = system_name(key)
        columns.append((f"rank_{at}", Column(labelled(name, _("Rank")))))
        columns.append((f"rating_{at}", Column(labelled(name, rating_head(key)))))
    rows = []
    for line in lines:
        row = {"number": line.player.pk, "name": full_name(line.player.surname, line.player.given_name)}
        for at, entry in enumerate(line.entries):
            row[f"rank_{at}"] = entry.active_rank if entry else None
            row[f"rating_{at}"] = entry.rating if entry else None
        rows.append(row | {"grade": line.grade})
    return MemberTable(rows, extra_columns=columns)
