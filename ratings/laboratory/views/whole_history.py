"""The page of the whole-history comparison of a system: estimates beside the official list."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.defaultfilters import floatformat
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from federation.accounts.permissions import officer_required
from federation.language.wording import grouped
from federation.web.table_files import export
from federation.web.tables import Column, Table
from ratings.charts import figures
from ratings.laboratory import stored_simulations, whole_history
from ratings.laboratory.figures import codes
from ratings.laboratory.figures.pool_residuals import SURE
from ratings.laboratory.views.job_figures import ask_for, kept_or_404, page_of
from ratings.models import Statistic
from ratings.templatetags.palmares import change, rating, signed3
from ratings.views.figure_columns import FigureColumn

A_PAGE = 100


@require_safe
@officer_required
def show(request: HttpRequest, system: str) -> HttpResponse:
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
def request(request: HttpRequest, system: str) -> HttpResponse:
    """Ask for the comparison of a system."""
    return ask_for(request, whole_history.FIGURES, system, page="whole-history")


@require_safe
@officer_required
def players(_request: HttpRequest, system: str) -> HttpResponse:
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
