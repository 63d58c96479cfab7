"""Clubs: the index, and the members of one with their ratings."""

from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from federation.models import Club
from ratings.histories import members
from ratings.tables import ClubTable, export, lay_out


def index(request: HttpRequest) -> HttpResponse:
    """List the clubs, by name or code where a few letters are given."""
    text = request.GET.get("q", "").strip()[:60]
    rows = Club.objects.select_related("federation").annotate(members=Count("players"))
    if text:
        rows = rows.filter(Q(name__icontains=text) | Q(code__istartswith=text) | Q(town__icontains=text))
    table = ClubTable(rows.order_by("code"))
    lay_out(table, request, per_page=100)
    if request.GET.get("format") == "csv":
        return export(table, "clubs")
    return render(request, "ratings/clubs.html", {"table": table, "text": text})


def club(request: HttpRequest, code: str) -> HttpResponse:
    """Show a club and its members, strongest first, as the newest lists have them."""
    row = get_object_or_404(Club.objects.select_related("federation"), code=code)
    systems, lines = members(row)
    return render(request, "ratings/club.html", {"club": row, "systems": systems, "lines": lines})
