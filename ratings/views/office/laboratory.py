"""The desk of a rating commission: variants of the rules simulated, and their reports."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from federation.accounts.permissions import account_of, officer_required
from federation.jobs import jobs
from federation.models import Job
from federation.vocabulary.systems.catalogue import keys_of
from federation.vocabulary.systems.declaration import Cadence
from ratings.cadence.table import cadence_of
from ratings.forms.laboratory import VariantForm
from ratings.laboratory import person_lines, stored_simulations
from ratings.laboratory.figures import codes
from ratings.models import RatingSystem, Simulation, Trial
from ratings.views.office import laboratory_charts, laboratory_tables
from ratings.views.office.laboratory_changes import changes_of
from ratings.views.office.laboratory_tables import DifferingTable, SimulationTable

MOST_SHOWN = 100
_WAITING = (Job.State.QUEUED, Job.State.RUNNING)


@require_safe
@officer_required
def overview(request: HttpRequest) -> HttpResponse:
    """List the newest simulations, and the systems whose rules can be varied."""
    found = Simulation.objects.select_related("system", "requested_by", "job").defer("result")
    systems = RatingSystem.objects.filter(active=True)
    sizes = person_lines.sizes()
    page = {
        "simulations": SimulationTable(found[:MOST_SHOWN]),
        "systems": systems,
        "late": [row for row in systems if row.key in keys_of(Cadence.BY_EVENT)],
        "compared": [system for system in systems if system.state],
        "sizes": sizes,
        "kept_bytes": sum(size for _part, size in sizes),
        "most_bytes": person_lines.MOST_BYTES,
    }
    return render(request, "ratings/review/laboratory.html", page)


@require_http_methods(["GET", "POST"])
@officer_required
def new(request: HttpRequest, system: str) -> HttpResponse:
    """Show the rules in force as a form, and ask for the simulation of what is changed."""
    found = get_object_or_404(RatingSystem, key=system)
    form = VariantForm(request.POST if request.method == "POST" else None, system=found)
    if request.method == "POST" and form.is_valid() and form.variant:
        try:
            simulation = stored_simulations.request(form.variant, account=account_of(request))
        except stored_simulations.TooManyOpen:
            form.add_error(None, _("Many simulations are waiting. Try again when some have finished."))
        except stored_simulations.TooManyKept:
            message = _("The office keeps %(most)s simulations; delete one first.")
            form.add_error(None, message % {"most": stored_simulations.MOST_KEPT})
        else:
            if simulation.job:
                jobs.enqueue_after_commit(simulation.job)
            return redirect(simulation)
    page = {"system": found, "form": form}
    return render(request, "ratings/review/simulation_new.html", page, status=422 if form.errors else 200)


@require_safe
@officer_required
def show(request: HttpRequest, pk: int, fingerprint: str) -> HttpResponse:
    """Show a report, or how far its simulation is; the address carries the fingerprint of the report."""
    simulation = get_object_or_404(Simulation.objects.select_related("system", "job", "requested_by"), pk=pk)
    if simulation.made and fingerprint != simulation.fingerprint[:16]:
        if fingerprint != "0":  # of other facts or rules: a cited page may not change its content
            raise Http404(fingerprint)
        return redirect(simulation)
    page: dict[str, Any] = {
        "simulation": simulation,
        "system": simulation.system,
        "job": simulation.job,
        "waiting": not simulation.made and simulation.job is not None and simulation.job.state in _WAITING,
        "address": request.build_absolute_uri(simulation.get_absolute_url()),
        "changes": changes_of(simulation),
        "by_game": cadence_of(simulation.system.key).takes_single_games,
    }
    if simulation.made:
        page |= _page_of(simulation) | _lines_of(simulation)
    return render(request, "ratings/review/simulation.html", page)


def _page_of(simulation: Simulation) -> dict[str, Any]:
    base, report = simulation.result["base"], simulation.result["report"]
    page: dict[str, Any] = {
        "base": base,
        "counts": simulation.result["counts"],
        "differing": DifferingTable(differing_rows(simulation)),
        "report": report,
    }
    if report and report["events"]:
        page |= {"tables": laboratory_tables.tables_of(report, stored_simulations.names_of(simulation))}
        page["charts"] = [
            (_("Active players"), laboratory_charts.of_level(report, simulation.system.key, codes.ACTIVE)),
            (_("Fixed group"), laboratory_charts.of_level(report, simulation.system.key, codes.COHORT)),
        ]
        page["calibrations"] = [
            (rules, laboratory_charts.of_calibration(bins, rules))
            for rules, bins in zip((_("In force"), _("Variant")), report["calibration"], strict=True)
        ]
        page["first"] = (
            laboratory_tables.verdict_said(report["forecasts"][0]["by_log_loss"][3])
            if (report["forecasts"])
            else ""
        )
    return page


def can_be_followed(kept: Simulation) -> bool:
    """Return whether a simulation can have lines of players and go on trial: it compares something."""
    return bool((kept.result.get("report") or {}).get("events"))


def _lines_of(simulation: Simulation) -> dict[str, Any]:
    """Return the context of the lines of players, where the report can have some."""
    if not can_be_followed(simulation):
        return {}
    job = person_lines.newest_job(simulation)
    return {
        "offers_lines": True,
        "trial": Trial.objects.filter(
            system=simulation.system, variant=simulation.variant, ended=None
        ).first(),
        "has_lines": simulation.lines.exists(),
        "lines_bytes": person_lines.bytes_kept(simulation),
        "lines_job": job,
        "lines_waiting": job is not None and job.state in _WAITING,
    }


def differing_rows(kept: Simulation) -> list[dict[str, Any]]:
    """Return the published lists that the rules in force do not give today, with the reasons."""
    return [
        {
            **row,
            "day": parse_date(row["day"]),
            "causes": ", ".join(f"{count} {_(cause)}" for cause, count in row["causes"].items()),
        }
        for row in kept.result["base"]["differing"]
    ]
