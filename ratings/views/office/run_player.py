"""Pages of the rating officer: what a run would do to one player, and one tournament in every system."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from federation.accounts.permissions import officer_required
from federation.models import Player
from federation.vocabulary import spreadsheets
from federation.web.downloads import table_stream
from ratings.cadence.traits import traits_of
from ratings.models import RatingRun, RatingSystem
from ratings.models.run import RunStage
from ratings.previews import tournament_effects
from ratings.runs import run_players
from ratings.runs.run_players import Event
from ratings.views.office.review import find
from ratings.views.office.tables import EventTable, SystemEffectTable
from ratings.views.players import period_calculation, why
from tournaments.revisions.public import public_revision

KEPT = (RunStage.PROPOSED, RunStage.APPLIED, RunStage.UNDONE)  # whose rows are still there


@require_safe
@officer_required
def player(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Show every event of a player a run would move, and the sum behind the one that is chosen."""
    found, person = find(pk), get_object_or_404(Player, pk=number)
    if found.stage not in KEPT:
        raise Http404(number)
    rows = run_players.events(found, person)
    chosen = _choose_event(request, rows)
    page = {
        "run": found,
        "player": person,
        "rows": EventTable(rows, row_attrs={"class": lambda record: "marked" if record == chosen else None}),
        "chosen": chosen,
        "is_current": run_players.is_current(found),
        **(_sum(found, chosen) if chosen else {}),
    }
    return render(request, "ratings/review/run_player.html", page)


def _choose_event(request: HttpRequest, rows: list[Event]) -> Event | None:
    """Return the event the address asks for, else the last that has a sum."""
    asked = request.GET.get("event", "")
    explained = [row for row in rows if row.is_explained]
    named = (row for row in explained if str(row.proposal.sequence) == asked)
    return next(named, explained[-1] if explained else None)


def _sum(found: RatingRun, chosen: Event) -> dict[str, Any]:
    explanation = run_players.explain(found, chosen)
    tournament = chosen.proposal.tournament
    page: dict[str, Any] = {"explanation": explanation, "system": found.system.key}
    if tournament is not None:
        page |= {
            "tournament": tournament,
            "effects": SystemEffectTable(
                tournament_effects.effects_on(tournament, chosen.proposal.player_id)
            ),
        }
    return page if explanation is None else page | _calculation(found.system, explanation)


def _calculation(system: RatingSystem, explanation: Any) -> dict[str, Any]:
    """Return what the page shows of the sum of an event, or of a list."""
    if traits_of(system.key).moves_between_lists:
        return why.card(explanation, system.key, name="sum")
    return {"is_period": True, **period_calculation.calculation(system, explanation)}


@require_safe
@officer_required
def players(_request: HttpRequest, pk: int) -> StreamingHttpResponse:
    """Send all players a run touches as CSV, a line each: standing before and after."""
    found = find(pk)
    return table_stream(spreadsheets.lines(run_players.lines(found)), f"run-{found.pk}-players")


@require_safe
@officer_required
def tournament(request: HttpRequest, number: int) -> HttpResponse:
    """Show what a tournament does in every system side by side, as it stands and as proposed."""
    found = get_object_or_404(public_revision(number))
    page = {"tournament": found, "effects": tournament_effects.effects_of(found)}
    return render(request, "ratings/review/effects.html", page)
