"""Tournaments as they were rated: the index by year, and the crosstable with its changes."""

from django.db.models import Count
from django.db.models.functions import ExtractYear
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from federation.web.tables import lay_out
from ratings.crosstables import crosstable_sql
from ratings.crosstables.crosstables import crosstable, levels
from ratings.views.office.tables import TournamentTable, export
from tournaments.models import Tournament
from tournaments.models.stages import Stage
from tournaments.revisions import changes, exports, handed_in
from tournaments.revisions.public import waiting_revision


def index(request: HttpRequest) -> HttpResponse:
    """List the approved tournaments of a year, the newest year where none is named; of one game if asked."""
    approved = Tournament.objects.filter(stage=Stage.APPROVED)
    counted = list(
        approved.order_by()
        .annotate(year=ExtractYear("start"))
        .values_list("year", "discipline")
        .annotate(n=Count("pk"))
        .order_by("-year", "-discipline")
    )
    games = sorted({game for _, game, _ in counted}, reverse=True)  # Go before chess
    game = request.GET.get("game", "") if request.GET.get("game", "") in games else ""
    years: dict[int, int] = {}
    for year, played, number in counted:
        if game in ("", played):
            years[year] = years.get(year, 0) + number
    known = {str(year): year for year in years}
    chosen = known.get(request.GET.get("year", ""), next(iter(years), None))
    rows = approved.filter(start__year=chosen) if chosen else approved.none()
    rows = rows.filter(discipline=game) if game else rows
    table = TournamentTable(
        rows.annotate(entrants=Count("entries")).order_by("-start", "-number"),
        exclude=() if "chess" in games else ("discipline",),
    )
    lay_out(table, request, per_page=100)
    if request.GET.get("format") == "csv":
        return export(table, f"tournaments_{chosen or 'none'}")
    context = {"table": table, "years": list(years.items()), "year": chosen, "games": games, "game": game}
    context["shows_handed_in"] = handed_in.is_shown()
    return render(request, "ratings/tournaments.html", context)


def tournament(request: HttpRequest, number: int) -> HttpResponse:
    """Show a tournament that was approved; of one that is on its way only how far it is is public."""
    event = crosstable_sql.public(number)
    if event is None:
        waiting = waiting_revision(number)
        if waiting is None or not handed_in.is_shown():
            raise Http404(number)
        return render(request, "ratings/tournament_way.html", {"tournament": waiting})
    is_revoked = event.stage == Stage.REVOKED
    cross = crosstable(event)
    context = {
        "tournament": event,
        "cross": cross,
        "levels": levels(cross),
        "rounds": range(1, event.rounds + 1),
        "formats": exports.WRITTEN,
        "is_revoked": is_revoked,
        "changes": changes.changes(event, public=True),
        "waiting": waiting_revision(number) if is_revoked else None,
    }
    return render(request, "ratings/tournament.html", context)
