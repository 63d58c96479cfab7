"""Clubs: the index, and the members of one with their ratings."""

from dataclasses import replace

from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from federation.models import Club, Region
from federation.web.tables import lay_out
from ratings.players.histories import members
from ratings.views.office.tables import ClubTable, export


def index(request: HttpRequest) -> HttpResponse:
    """List the clubs, by name, town, code or region where a few letters are given."""
    text = request.GET.get("q", "").strip()[:60]
    open_clubs = Club.objects.filter(closed=None)
    rows = open_clubs.select_related("federation", "region").annotate(members=Count("players"))
    if text:
        named = Q(name__icontains=text) | Q(town__icontains=text) | Q(region__name__icontains=text)
        rows = rows.filter(named | Q(code__istartswith=text))
    table = ClubTable(rows.order_by("code"), exclude=() if Region.objects.exists() else ("region",))
    lay_out(table, request, per_page=100)
    if request.GET.get("format") == "csv":
        return export(table, "clubs")
    return render(request, "ratings/clubs.html", {"table": table, "text": text})


def club(request: HttpRequest, code: str) -> HttpResponse:
    """Show a club and its members, strongest first, as the newest lists have them."""
    found = Club.all_clubs.select_related("federation", "region", "merged_into").filter(code=code).first()
    row = found or get_object_or_404(Club, spellings__code=code)
    if row.merged_into is not None or found is None:
        return redirect(row.merged_into or row, permanent=True)
    systems, lines = members(row)
    # A club of Go needs no empty columns of chess.
    rated = [at for at in range(len(systems)) if any(line.entries[at] for line in lines)]
    context = {
        "club": row,
        "systems": [systems[at] for at in rated],
        "lines": [replace(line, entries=[line.entries[at] for at in rated]) for line in lines],
    }
    return render(request, "ratings/club.html", context)
