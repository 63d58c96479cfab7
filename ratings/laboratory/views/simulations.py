"""The desk of a rating commission: variants of the rules simulated, cancelled, deleted; their reports."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.dateparse import parse_date
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from federation.accounts.permissions import account_of, officer_required
from federation.jobs import jobs
from federation.models import Job, Player
from federation.vocabulary.keys import key_from
from federation.vocabulary.systems.catalogue import keys_of
from federation.vocabulary.systems.declaration import Cadence
from federation.web.downloads import export, name_file
from ratings.cadence.traits import traits_of
from ratings.charts import charts, plots
from ratings.laboratory import person_lines, stored_simulations
from ratings.laboratory.figures import codes
from ratings.laboratory.forms import VariantForm
from ratings.laboratory.models import Simulation, Trial
from ratings.laboratory.stored_simulations import document
from ratings.laboratory.views import report_tables
from ratings.laboratory.views.changes import changes_of
from ratings.laboratory.views.report_tables import PERSONS, TABLES, DifferingTable, SimulationTable
from ratings.models import RatingSystem
from ratings.rulebook.systems import SYSTEMS
from ratings.templatetags.palmares import share
from ratings.views.figure_columns import safe_svg
from ratings.views.players.chart_figures import months

SIZES, SQUARE = ((1000, 300), (358, 240)), (480, 420)  # for a desk and for a phone

MOST_SHOWN = 100
_WAITING = (Job.State.QUEUED, Job.State.RUNNING)
_WITH_LINES = Simulation.objects.filter(made__isnull=False, lines__isnull=False).distinct()


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
    return render(request, "laboratory/overview.html", page)


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
    return render(request, "laboratory/simulation_new.html", page, status=422 if form.errors else 200)


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
        "by_game": traits_of(simulation.system.key).takes_single_games,
    }
    if simulation.made:
        page |= _page_of(simulation) | _lines_of(simulation)
    return render(request, "laboratory/simulation.html", page)


def _page_of(simulation: Simulation) -> dict[str, Any]:
    base, report = simulation.result["base"], simulation.result["report"]
    page: dict[str, Any] = {
        "base": base,
        "counts": simulation.result["counts"],
        "differing": DifferingTable(differing_rows(simulation)),
        "report": report,
    }
    if report and report["events"]:
        page |= {"tables": report_tables.tables_of(report, stored_simulations.names_of(simulation))}
        page["charts"] = [
            (_("Active players"), level_chart(report, simulation.system.key, codes.ACTIVE)),
            (_("Fixed group"), level_chart(report, simulation.system.key, codes.COHORT)),
        ]
        page["calibrations"] = [
            (rules, calibration_chart(bins, rules))
            for rules, bins in zip((_("In force"), _("Variant")), report["calibration"], strict=True)
        ]
        page["first"] = (
            report_tables.verdict_said(report["forecasts"][0]["by_log_loss"][3])
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


def level_chart(report: Mapping[str, Any], system: str, group: str) -> list[SafeString]:
    """Draw the mean rating of a group under both rules, day by day; nothing for fewer than two days."""
    series = []
    for place, (name, look) in enumerate(((_("in force"), "other"), (_("variant"), "own"))):
        means = [
            (date.fromisoformat(level["day"]).toordinal(), level["spread"][place][group][1])
            for level in report["level"]
            if level["spread"][place][group]
        ]
        series.append(charts.Line(name, look, [day for day, _mean in means], [mean for _day, mean in means]))
    days = [day for line in series for day in line.days]
    if len(set(days)) < 2:
        return []
    chart = charts.Chart(series, SYSTEMS[system].scale, months=months(min(days), max(days)), least=1)
    words = {codes.ACTIVE: _("Mean rating of the active players under both rules.")}
    label = words.get(group, _("Mean rating of the fixed group under both rules."))
    return [safe_svg(charts.draw(chart, size=size, label=label)) for size in SIZES]


def calibration_chart(bins: Sequence[Sequence[float]], label: str) -> SafeString:
    """Draw the calibration of one of the rules."""
    dots = [
        plots.Dot(expected, scored, int(games), f"{share(expected)} · {share(scored)} · {int(games)}")
        for _low, games, expected, scored in bins
    ]
    words = plots.CalibrationWords(
        label=label,
        expected=_("expected"),
        scored=_("scored"),
        perfect=_("as forecast"),
        ticks=[(place / 5, f"{20 * place}%") for place in range(6)],
    )
    return safe_svg(plots.draw_calibration(dots, words, size=SQUARE))


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
        rows = report_tables.person_rows(report["persons"], name, stored_simulations.names_of(simulation))
        return export(report_tables.PersonTable(rows), f"simulation_{pk}_{name}")
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
