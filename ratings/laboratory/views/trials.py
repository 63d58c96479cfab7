"""Variants on trial: what is tried, since when, and how its forecasts compare; never a rating."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.dateparse import parse_date
from django.utils.safestring import SafeString
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy
from django.views.decorators.http import require_POST, require_safe

from federation.accounts.permissions import account_of, is_officer, officer_required
from federation.language.wording import grouped
from federation.web.downloads import export
from federation.web.tables import Column, Day, Moment, Table
from ratings.cadence.traits import traits_of
from ratings.charts import charts
from ratings.laboratory import trials
from ratings.laboratory.figures.variant import UnfitVariant
from ratings.laboratory.models import Simulation, Trial, TrialResult
from ratings.laboratory.views.changes import changes_of, ground_said, rule_changes
from ratings.laboratory.views.report_tables import ForecastTable, difference_cells, loss_cells
from ratings.laboratory.views.simulations import can_be_followed
from ratings.templatetags.palmares import signed4
from ratings.views.figure_columns import FigureColumn, safe_svg
from ratings.views.players.chart_figures import months

SIZES = ((1000, 300), (358, 240))  # for a desk and for a phone
MOST = 100
MOST_RESULTS = 24  # computations named on a page
_COMPARED = ("old", "new", "difference", "interval", "verdict")
_SCALE = 1000  # the chart counts log loss in thousandths, as its axis has whole numbers


class TrialTable(Table):
    """Variants on trial."""

    name = Column(gettext_lazy("Variant"), "name", linkify=True)
    system = Column(gettext_lazy("System"), "second")
    begun = Moment(pgettext_lazy("when", "Begun"), "second nowrap", told=True)
    ended = Moment(pgettext_lazy("when", "Ended"), "second nowrap", told=True, default="–")


class MonthTable(ForecastTable):
    """The forecasts of both, month after month: the columns of a report's."""

    month = Day(gettext_lazy("Month"), "name nowrap")
    part = Column(gettext_lazy("Trial"), "second")
    brier = FigureColumn(
        gettext_lazy("Difference of the Brier scores"), "number second", told=True, by=signed4, places=4
    )

    class Meta:
        exclude: ClassVar = ("group", "interval", "low", "high", "verdict")
        sequence: ClassVar = ("month", "part", "...")


class ResultTable(Table):
    """Computations of a trial."""

    css = "rows dense"
    made = Moment(gettext_lazy("Calculated"), "name nowrap")
    games = Column(
        gettext_lazy("Games since the trial began"), "number second", told=True, by=grouped, default="–"
    )
    difference = FigureColumn(
        gettext_lazy("Difference of the log loss"), "number", by=signed4, places=4, default="–"
    )
    why = Column(gettext_lazy("Published lists"), "second", told=True)


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """List the variants on trial, and those that were."""
    rows = Trial.objects.filter(system__active=True).select_related("system")[:MOST]
    return render(request, "laboratory/trials.html", {"trials": TrialTable(rows)})


@require_safe
def show(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a trial: its rules, and the forecasts of both month after month."""
    found = get_object_or_404(Trial.objects.select_related("system").filter(system__active=True), pk=pk)
    results = list(found.results.all()[:MOST_RESULTS])
    newest = _newest_sound(found)
    page: dict[str, Any] = {
        "trial": found,
        "system": found.system,
        "changes": changes_of(found),
        "rules_changed": rule_changes(found),
        "result": newest,
        "unsound": results[0] if results and not _is_sound(results[0]) else None,
        "why": ground_said(results[0].figures.get("base")) if results else "",
        "may_end": is_officer(request.user) and not found.ended,
        "by_game": traits_of(found.system.key).takes_single_games,
        "address": request.build_absolute_uri(),
        "results": ResultTable([_result(result) for result in results]),
    }
    if newest:
        page |= {
            "sums": ForecastTable(_sums(newest.figures)),
            "months": MonthTable(_months(newest.figures, found)[::-1]),
            "drawings": _drawings(newest.figures),
        }
    return render(request, "laboratory/trial.html", page)


@require_safe
def file(_request: HttpRequest, pk: int) -> HttpResponse:
    """Return the months of a trial as a file."""
    found = get_object_or_404(Trial.objects.select_related("system").filter(system__active=True), pk=pk)
    newest = _newest_sound(found)
    return export(MonthTable(_months(newest.figures, found) if newest else []), f"trial_{pk}")


@require_POST
@officer_required
def begin(request: HttpRequest, pk: int) -> HttpResponse:
    """Put the variant of a simulation on trial."""
    simulation = get_object_or_404(Simulation.objects.select_related("system"), pk=pk, made__isnull=False)
    if not can_be_followed(simulation):
        raise Http404(pk)
    try:
        found = trials.begin(simulation, account=account_of(request))
    except trials.TooManyTrials:
        messages.warning(request, _("Too many variants are on trial; end one first."))
        return redirect(simulation)
    except UnfitVariant:
        messages.warning(request, _("The rules in force have changed: this variant no longer fits them."))
        return redirect(simulation)
    trials.request(found)
    return redirect(found)


@require_POST
@officer_required
def end(request: HttpRequest, pk: int) -> HttpResponse:
    """End a trial."""
    found = get_object_or_404(Trial.objects.select_related("system"), pk=pk)
    if trials.end(found, account=account_of(request)):
        messages.success(request, _("The trial has ended."))
    return redirect(found)


def _is_sound(result: TrialResult) -> bool:
    """Return whether the rules in force gave the published lists, so that something was compared."""
    return "months" in result.figures


def _newest_sound(trial: Trial) -> TrialResult | None:
    return trial.results.filter(figures__has_key="months").first()


def _sums(figures: Mapping[str, Any]) -> list[dict[str, Any]]:
    nothing = {"games": 0, "events": 0, **dict.fromkeys(_COMPARED)}
    rows = []
    for name, label in (("since", _("since the trial began")), ("before", _("months before it"))):
        forecast = figures[name]
        cells = (
            nothing
            if forecast is None
            else {**loss_cells(forecast), **difference_cells(forecast["difference"])}
        )
        rows.append({"group": label, **cells})
    return rows


def _months(figures: Mapping[str, Any], trial: Trial) -> list[dict[str, Any]]:
    """Return a row for each month, the oldest first."""
    begun = localdate(trial.begun).isoformat()[:7]
    words = {True: pgettext("games of a trial", "before"), False: pgettext("games of a trial", "since")}
    return [
        {
            **loss_cells(month),
            "month": parse_date(f"{month['month']}-01"),
            "part": pgettext("games of a trial", "partly")
            if month["month"] == begun
            else words[month["month"] < begun],
            "difference": month["log_loss"][1] - month["log_loss"][0],
            "brier": month["brier"][1] - month["brier"][0],
        }
        for month in figures["months"]
    ]


def _result(result: TrialResult) -> dict[str, Any]:
    since = result.figures.get("since")
    games = (since["games"] if since else 0) if _is_sound(result) else None
    return {
        "made": result.made,
        "games": games,
        "difference": since["difference"][0] if since else None,
        "why": ground_said(result.figures.get("base")),
    }


def _drawings(figures: Mapping[str, Any]) -> Sequence[SafeString]:
    """Draw by how much the log loss of the variant differs, month after month; nothing for fewer than two.

    The losses themselves go up and down with the games, both alike: their lines would hide each other.
    """
    days = [day.toordinal() for month in figures["months"] if (day := parse_date(f"{month['month']}-01"))]
    if len(days) < 2:
        return ()
    apart = [(month["log_loss"][1] - month["log_loss"][0]) * _SCALE for month in figures["months"]]
    series = [
        charts.Line(_("in force"), "other", [days[0], days[-1]], [0.0, 0.0]),
        charts.Line(_("variant"), "own", days, apart),
    ]
    chart = charts.Chart(series, None, months=months(min(days), max(days)), least=1)
    label = _("Log loss of the variant less that of the rules in force, month after month, in thousandths.")
    return [safe_svg(charts.draw(chart, size=size, label=label)) for size in SIZES]
