"""Actions on a simulation: cancel, delete, download as files."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from federation.accounts.permissions import account_of, officer_required
from federation.jobs import jobs
from federation.models import Player
from federation.vocabulary.keys import key_from
from federation.web.downloads import name_file
from federation.web.table_files import export
from ratings.laboratory import person_lines, stored_simulations
from ratings.laboratory.documents import document
from ratings.models import Simulation
from ratings.views.office import laboratory_tables
from ratings.views.office.laboratory import can_be_followed, differing_rows
from ratings.views.office.laboratory_tables import PERSONS, TABLES, DifferingTable

_WITH_LINES = Simulation.objects.filter(made__isnull=False, lines__isnull=False).distinct()


@require_safe
@officer_required
def table(_request: HttpRequest, pk: int, fingerprint: str, name: str) -> HttpResponse:
    """Return a table of a report as a file, with every day it has."""
    simulation = get_object_or_404(Simulation.objects.select_related("system"), pk=pk)
    if not simulation.made or fingerprint != simulation.fingerprint[:16]:
        raise Http404(name)
    if name == "lists":
        return export(DifferingTable(differing_rows(simulation)), f"simulation_{pk}_lists")
    report = simulation.result.get("report")
    if not report or not report["events"]:
        raise Http404(name)
    if name in PERSONS:
        rows = laboratory_tables.person_rows(report, name, stored_simulations.names_of(simulation))
        return export(laboratory_tables.PersonTable(rows), f"simulation_{pk}_{name}")
    if name not in TABLES:
        raise Http404(name)
    kind, rows_of = TABLES[name]
    return export(kind(rows_of(report)), f"simulation_{pk}_{name}")


@require_safe
@officer_required
def whole(_request: HttpRequest, pk: int, fingerprint: str) -> JsonResponse:
    """Return a report as JSON, everything of every table."""
    simulation = get_object_or_404(Simulation.objects.select_related("system"), pk=pk)
    if not simulation.made or fingerprint != simulation.fingerprint[:16]:
        raise Http404(fingerprint)
    return name_file(JsonResponse(document(simulation)), f"simulation_{pk}.json")


@require_POST
@officer_required
def cancel(request: HttpRequest, pk: int) -> HttpResponse:
    """Cancel a simulation that waits or runs."""
    simulation = get_object_or_404(Simulation.objects.select_related("job"), pk=pk)
    if simulation.job and jobs.cancel(simulation.job):
        messages.success(request, _("The simulation has been cancelled."))
    else:
        messages.warning(request, _("The simulation is no longer running."))
    return redirect(simulation)


@require_POST
@officer_required
def request_lines(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask for the lines of the players of a report."""
    simulation = get_object_or_404(Simulation.objects.select_related("system"), pk=pk, made__isnull=False)
    if not can_be_followed(simulation):
        raise Http404(pk)
    person_lines.request(simulation, account=account_of(request))
    return redirect(simulation)


@require_POST
@officer_required
def open_lines(request: HttpRequest, pk: int) -> HttpResponse:
    """Open the lines of the players of a report to everybody, or close them."""
    simulation = get_object_or_404(_WITH_LINES, pk=pk)
    is_open = request.POST.get("open") == "yes"
    if person_lines.open_to_all(simulation, is_open=is_open, account=account_of(request)):
        message = _("Everyone may read the pages of players now.") if is_open else _("The pages are closed.")
        messages.success(request, message)
    return redirect(simulation)


@require_POST
@officer_required
def delete_lines(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete the lines of the players of a report, which stays; they can be calculated again."""
    simulation = get_object_or_404(_WITH_LINES, pk=pk)
    if person_lines.delete(simulation, account=account_of(request)):
        messages.success(request, _("The pages of players have been deleted."))
    return redirect(simulation)


@require_safe
@officer_required
def find_player(request: HttpRequest, pk: int) -> HttpResponse:
    """Lead to the line of the player whose number was typed."""
    simulation = get_object_or_404(_WITH_LINES, pk=pk)
    number = key_from(request.GET.get("number", "").strip())
    if number is None:
        messages.warning(request, _("A whole number is expected."))
        return redirect(simulation)
    if not Player.objects.filter(pk=number).exists():
        messages.warning(request, _("The register has no player %(number)s.") % {"number": number})
        return redirect(simulation)
    return redirect("simulation-player", pk=pk, fingerprint=simulation.fingerprint[:16], number=number)


@require_POST
@officer_required
def delete(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete a simulation, where the box to confirm it is ticked."""
    simulation = get_object_or_404(Simulation.objects.select_related("system", "job"), pk=pk)
    if request.POST.get("sure") != "yes":
        messages.warning(request, _("Tick the box to delete the simulation."))
        return redirect(simulation)
    stored_simulations.delete_simulation(simulation, account=account_of(request))
    messages.success(request, _("The simulation has been deleted."))
    return redirect("laboratory")
