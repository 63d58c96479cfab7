"""Variants on trial: what is tried, since when, and how its forecasts compare; never a rating."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.dateparse import parse_date
from django.utils.safestring import SafeString
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from federation.accounts.permissions import is_officer, officer_required
from federation.web.table_files import export
from ratings.charts import charts
from ratings.laboratory import trials
from ratings.laboratory.figures.variant import UnfitVariant
from ratings.models import Simulation, Trial
from ratings.views.drawings import safe_svg
from ratings.views.office.laboratory import can_be_followed
from ratings.views.office.laboratory_changes import changes_of
from ratings.views.office.laboratory_tables import verdict_said
from ratings.views.players.chart_figures import months
from ratings.views.site.trial_tables import MonthTable, ResultTable, SumTable, TrialTable
from tournaments.views.access import account_of

SIZES = ((1000, 300), (358, 240))  # for a desk and for a phone
MOST = 100
MOST_RESULTS = 24  # computations named on a page
_SCALE = 1000  # the chart counts log loss in thousandths, as its axis has whole numbers


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """List the variants on trial, and those that were."""
    rows = Trial.objects.filter(system__active=True).select_related("system")[:MOST]
    return render(request, "ratings/laboratory/trials.html", {"trials": TrialTable(rows)})


@require_safe
def show(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a trial: its rules, and the forecasts of both month after month."""
    found = get_object_or_404(Trial.objects.select_related("system").filter(system__active=True), pk=pk)
    results = list(found.results.all()[:MOST_RESULTS])
    page: dict[str, Any] = {
        "trial": found,
        "system": found.system,
        "changes": changes_of(found),
        "result": results[0] if results else None,
        "may_end": is_officer(request.user) and not found.ended,
        "address": request.build_absolute_uri(),
    }
    if results:
        figures = results[0].figures
        page |= {
            "sums": SumTable(_sums(figures)),
            "months": MonthTable(_months(figures, found)[::-1]),
            "drawings": _drawings(figures),
            "results": ResultTable([_result(one.made, one.figures) for one in results]),
        }
    return render(request, "ratings/laboratory/trial.html", page)


@require_safe
def file(_request: HttpRequest, pk: int) -> HttpResponse:
    """Return the months of a trial as a file."""
    found = get_object_or_404(Trial.objects.select_related("system").filter(system__active=True), pk=pk)
    newest = found.results.first()
    return export(MonthTable(_months(newest.figures, found) if newest else []), f"trial_{pk}")


@require_POST
@officer_required
def begin(request: HttpRequest, pk: int) -> HttpResponse:
    """Put the variant of a simulation on trial."""
    kept = get_object_or_404(Simulation.objects.select_related("system"), pk=pk, made__isnull=False)
    if not can_be_followed(kept):
        raise Http404(pk)
    try:
        found = trials.begin(kept, account=account_of(request))
    except trials.TooManyTrials:
        messages.warning(request, _("Too many variants are on trial; end one first."))
        return redirect(kept)
    except UnfitVariant:
        messages.warning(request, _("The rules in force have changed: this variant no longer fits them."))
        return redirect(kept)
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


def _sums(figures: Mapping[str, Any]) -> list[dict[str, Any]]:
    rows = []
    for name, said in (("since", _("since the trial began")), ("before", _("months before it"))):
        one = figures[name]
        if one is None:
            rows.append({"part": said, "games": 0, "events": 0, "difference": "–", "verdict": "–"})
            continue
        mean, low, high, verdict = one["difference"]
        rows.append(
            {
                "part": said,
                **_means(one),
                "difference": _small(mean),
                "interval": f"{_small(low)} … {_small(high)}",
                "verdict": verdict_said(verdict),
            }
        )
    return rows


def _means(one: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "games": one["games"],
        "events": one["events"],
        "old": f"{one['log_loss'][0]:.4f}",
        "new": f"{one['log_loss'][1]:.4f}",
    }


def _months(figures: Mapping[str, Any], trial: Trial) -> list[dict[str, Any]]:
    """Return a row for each month, the oldest first."""
    begun = localdate(trial.begun).isoformat()[:7]
    words = {True: _("before"), False: _("since")}
    return [
        {
            **_means(one),
            "month": parse_date(f"{one['month']}-01"),
            "part": _("partly") if one["month"] == begun else words[one["month"] < begun],
            "difference": _small(one["log_loss"][1] - one["log_loss"][0]),
            "brier": _small(one["brier"][1] - one["brier"][0]),
        }
        for one in figures["months"]
    ]


def _result(made: Any, figures: Mapping[str, Any]) -> dict[str, Any]:
    since = figures["since"]
    return {
        "made": made,
        "games": since["games"] if since else 0,
        "difference": _small(since["difference"][0]) if since else None,
    }


def _small(value: float) -> str:
    return f"{value:+.4f}".replace("-", "−")


def _drawings(figures: Mapping[str, Any]) -> Sequence[SafeString]:
    """Draw the log loss of both, month after month; nothing for fewer than two months."""
    days = [day.toordinal() for one in figures["months"] if (day := parse_date(f"{one['month']}-01"))]
    if len(days) < 2:
        return ()
    series = [
        charts.Line(name, look, days, [one["log_loss"][place] * _SCALE for one in figures["months"]])
        for place, (name, look) in enumerate(((_("in force"), "other"), (_("variant"), "own")))
    ]
    chart = charts.Chart(series, None, months=months(min(days), max(days)), least=1)
    label = _("Log loss of both, month after month, in thousandths.")
    return [safe_svg(charts.draw(chart, size=size, label=label)) for size in SIZES]
