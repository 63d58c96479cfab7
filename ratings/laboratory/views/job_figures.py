"""Pages whose figures a job computes and stores, and their common parts.

Late tournaments: how far ratings depend on the order in which tournaments are replayed. The whole-history
comparison of a system: estimates beside the official list.
"""

from collections.abc import Mapping
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.defaultfilters import floatformat
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from federation.accounts.permissions import account_of, officer_required
from federation.language.wording import grouped
from federation.models import Job
from federation.vocabulary.systems.catalogue import keys_of
from federation.vocabulary.systems.declaration import Cadence
from federation.web.downloads import export
from federation.web.tables import Column, Table
from ratings.charts import figures
from ratings.laboratory import late_events, stored_simulations, whole_history
from ratings.laboratory.figures import codes
from ratings.laboratory.figures.pool_residuals import SURE
from ratings.laboratory.job_figures import Figures
from ratings.laboratory.views.report_tables import MovedTable, PersonTable, moved_rows, person_rows
from ratings.models import RatingSystem, Statistic
from ratings.templatetags.palmares import change, rating, signed, signed3
from ratings.views.figure_columns import FigureColumn

A_PAGE = 100
_WAITING = (Job.State.QUEUED, Job.State.RUNNING)


def page_of(figures: Figures, system: str) -> dict[str, Any]:
    """Return the system of a page, its stored figures and its last job; Http404 for no system."""
    found = get_object_or_404(RatingSystem, key=system, active=True)
    job = figures.newest_job(found)
    return {
        "system": found,
        "kept": figures.kept_of(found),
        "job": job,
        "waiting": job is not None and job.state in _WAITING,
    }


def kept_or_404(figures: Figures, system: str) -> Statistic:
    """Return the stored figures of an active system; Http404 without any."""
    statistic = figures.kept_of(get_object_or_404(RatingSystem, key=system, active=True))
    if statistic is None:
        raise Http404(system)
    return statistic


def ask_for(request: HttpRequest, figures: Figures, system: str, *, page: str) -> HttpResponse:
    """Ask for the figures of a system and lead back to their page."""
    found = get_object_or_404(RatingSystem, key=system, active=True)
    figures.request(found, account=account_of(request))
    return redirect(page, system=found.key)


class MoverTable(PersonTable):
    """Players whom the order moves farthest."""

    old = FigureColumn(gettext_lazy("By their days"), "number second", told=True, by=rating)
    new = FigureColumn(gettext_lazy("By their approval"), "number second", told=True, by=rating)
    move = FigureColumn(gettext_lazy("Difference"), "number", by=signed)


@require_safe
@officer_required
def late_page(request: HttpRequest, system: str) -> HttpResponse:
    """Show how far ratings of a system depend on the order of late tournaments."""
    _check(system)
    page = page_of(late_events.FIGURES, system)
    statistic = page["kept"]
    page["grace"] = late_events.GRACE
    if statistic is not None:
        page |= {
            "data": statistic.data,
            "fresh": statistic.state == page["system"].state,
            **_tables(statistic.data),
        }
    return render(request, "laboratory/late_events.html", page)


@require_POST
@officer_required
def late_request(request: HttpRequest, system: str) -> HttpResponse:
    """Ask for the figures of a system."""
    _check(system)
    return ask_for(request, late_events.FIGURES, system, page="late-events")


@require_safe
@officer_required
def late_file(_request: HttpRequest, system: str, name: str) -> HttpResponse:
    """Return a table as a file."""
    statistic = kept_or_404(late_events.FIGURES, system)
    tables = _tables(statistic.data)
    if name not in tables:
        raise Http404(name)
    return export(tables[name], f"late_{system}_{name}")


def _check(system: str) -> None:
    """Raise Http404 for a system that is not replayed event by event."""
    if system not in keys_of(Cadence.BY_EVENT):
        raise Http404(system)


def _tables(data: Mapping[str, Any]) -> Mapping[str, Table]:
    """Return the tables of late tournaments, players as in public; two queries."""
    names = stored_simulations.shown_names({row[0] for row in data["movers"]})
    return {"moved": MovedTable(moved_rows(data)), "movers": MoverTable(person_rows(data, "movers", names))}


@require_safe
@officer_required
def history_page(request: HttpRequest, system: str) -> HttpResponse:
    """Show the stored comparison of a system, and the state of the job that was started."""
    page = page_of(whole_history.FIGURES, system)
    statistic = page["kept"]
    page["fresh"] = statistic is not None and whole_history.is_fresh(statistic, page["system"])
    if statistic is not None:
        pages = Paginator(statistic.data["players"], A_PAGE).get_page(request.GET.get("page"))
        page |= {
            "data": statistic.data,
            "day": parse_date(statistic.data["day"] or ""),
            "pages": pages,
            "players": ComparedTable(_rows(statistic, list(pages))),
            "forecasts": ForecastTable([_forecast(forecast) for forecast in statistic.data["forecasts"]]),
        }
    return render(request, "laboratory/whole_history.html", page)


@require_POST
@officer_required
def history_request(request: HttpRequest, system: str) -> HttpResponse:
    """Ask for the comparison of a system."""
    return ask_for(request, whole_history.FIGURES, system, page="whole-history")


@require_safe
@officer_required
def history_players(_request: HttpRequest, system: str) -> HttpResponse:
    """Return all players of a comparison as a file."""
    statistic = kept_or_404(whole_history.FIGURES, system)
    return export(ComparedTable(_rows(statistic, statistic.data["players"])), f"whole_history_{system}")


def _rows(statistic: Statistic, chosen: list[list[float]]) -> list[dict[str, Any]]:
    """Return rows of the table; ranks are those among the players compared, ties share one."""
    everybody = statistic.data["players"]
    ranks, placed = (_ranks([row[at] for row in everybody]) for at in (1, 2))
    names = stored_simulations.shown_names({int(row[0]) for row in chosen})
    return [
        {
            "rank": ranks[own],
            "number": int(player) if int(player) in names else None,
            "player": names.get(int(player), ("–", ""))[0],
            "url": names.get(int(player), ("–", ""))[1],
            "official": own,
            "estimate": estimate,
            "sure": SURE * deviation,
            "games": games,
            "placed": placed[estimate],
            "other": other,
            "apart": figures.moved(own, other),
        }
        for player, own, estimate, deviation, other, games in chosen
    ]


def _ranks(column: list[float]) -> dict[float, int]:
    """Return the rank of each value, the highest first; of equal ones the first place."""
    return {value: at for at, value in reversed([*enumerate(sorted(column, reverse=True), 1)])}


def _forecast(forecast: dict[str, Any]) -> dict[str, Any]:
    words = {
        "all": _("all games"),
        "even": _("even games"),
        "handicap": _("handicap games"),
        "known": _("both players with %(n)s games and more") % {"n": 30},
        "new": _("a player with fewer than %(n)s games") % {"n": 30},
    }
    verdicts = {
        codes.BETTER: _("better"),
        codes.WORSE: _("worse"),
        codes.NONE: _("not told apart"),
        codes.FEW: _("too few tournaments"),
    }
    mean, low, high = forecast["difference"]
    cells = {"difference": mean, "interval": f"{signed3(low)} … {signed3(high)}"}
    return {**forecast, **cells, "group": words[forecast["group"]], "verdict": verdicts[forecast["verdict"]]}


def _plus_minus(value: float) -> str:
    return f"± {figures.plain(value)}"


def _thousandth(value: float) -> str:
    return floatformat(value, 3)


class ComparedTable(Table):
    """Players of a list, official ratings beside the estimates."""

    css = "rows dense"
    rank = Column(gettext_lazy("Rank"), "rank")
    number = Column(gettext_lazy("No."), visible=False)
    player = Column(gettext_lazy("Player"), "name")
    official = FigureColumn(gettext_lazy("Official rating"), "number rating", by=rating)
    estimate = FigureColumn(gettext_lazy("WHR, Elo"), "number second", told=True, by=rating)
    sure = FigureColumn(gettext_lazy("Uncertainty"), "number second nowrap", told=True, by=_plus_minus)
    games = FigureColumn(gettext_lazy("Games"), "number second", told=True, by=grouped)
    placed = Column(gettext_lazy("WHR rank"), "number second", told=True)
    other = FigureColumn(gettext_lazy("Rating of that rank"), "number second", told=True, by=rating)
    apart = FigureColumn(gettext_lazy("Difference"), "number", by=change)


class ForecastTable(Table):
    """The forecasts of both over the same games."""

    css = "rows dense"
    group = Column(gettext_lazy("Games"), "name")
    games = Column(gettext_lazy("How many"), "number second", told=True, by=grouped)
    official = Column(gettext_lazy("Official"), "number second", told=True, by=_thousandth)
    whole = Column(gettext_lazy("WHR"), "number second", told=True, by=_thousandth)
    base = Column(gettext_lazy("Log loss, constant guess"), "number second", told=True, by=_thousandth)
    difference = Column(gettext_lazy("Difference"), "number", by=signed3)
    interval = Column(gettext_lazy("Interval"), "number second nowrap", told=True)
    verdict = Column(gettext_lazy("WHR is"), "nowrap")
