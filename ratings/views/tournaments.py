"""Tournaments as they were rated: the index by year, and the crosstable with its changes."""

from django.db.models import Count
from django.db.models.functions import ExtractYear
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from ratings.crosstables import crosstable
from ratings.tables import TournamentTable, export, lay_out
from tournaments.models import Tournament
from tournaments.stages import Stage


def index(request: HttpRequest) -> HttpResponse:
    """List the approved tournaments of a year, the newest year where none is named."""
    approved = Tournament.objects.filter(stage=Stage.APPROVED)
    years = list(
        approved.order_by()
        .annotate(year=ExtractYear("start"))
        .values_list("year")
        .annotate(n=Count("pk"))
        .order_by("-year")
    )
    wanted = request.GET.get("year", "")
    known = {str(year): year for year, _ in years}
    year = known.get(wanted, years[0][0] if years else None)
    rows = approved.filter(start__year=year) if year else approved.none()
    table = TournamentTable(rows.annotate(entrants=Count("entries")).order_by("-start", "-number"))
    lay_out(table, request, per_page=100)
    if request.GET.get("format") == "csv":
        return export(table, f"tournaments_{year or 'none'}")
    return render(request, "ratings/tournaments.html", {"table": table, "years": years, "year": year})


def tournament(request: HttpRequest, number: int) -> HttpResponse:
    """Show an approved tournament; what is not approved is not public."""
    event = get_object_or_404(Tournament, number=number, stage=Stage.APPROVED)
    context = {"tournament": event, "cross": crosstable(event), "rounds": range(1, event.rounds + 1)}
    return render(request, "ratings/tournament.html", context)
