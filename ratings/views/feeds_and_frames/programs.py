"""Page for programmers: readable data, ways to read it, and a list embedded in another page."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from federation.models import Club
from federation.vocabulary.systems.catalogue import CATALOGUE
from ratings.lists.queries import entries, find_list, systems
from ratings.lists.selection import Selection

STRONGEST = 10  # women whom the call with filters finds at least, where a list has as many


def show(request: HttpRequest) -> HttpResponse:
    """Explain the interface for programs with calls that work as they stand."""
    rows = systems()
    key = rows[0].key if rows else next(iter(CATALOGUE))
    widget = reverse("embed-list", args=[key])
    context = {
        "site": request.build_absolute_uri("/").rstrip("/"),
        "system": key,
        "lowest": _lowest_rating(key),
        "systems": rows,
        "widget": widget,
        "club": Club.objects.filter(players__isnull=False).values_list("code", flat=True).first() or "",
        "player": 1,
        "tournament": 1,
        "rate": settings.API_RATE,
        "token_rate": settings.API_TOKEN_RATE,
    }
    return render(request, "ratings/programs.html", context)


def _lowest_rating(system: str) -> int:
    """Return a hundred that the strongest women of the newest list reach: scales begin and end elsewhere."""
    found = find_list(system)
    if found is None:
        return 0
    ratings = entries(found.list, Selection(sex="f")).values_list("rating", flat=True)
    return min(ratings[:STRONGEST], default=0) // 100 * 100
