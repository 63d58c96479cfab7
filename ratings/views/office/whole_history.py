"""The page of the whole-history comparison of a system: estimates beside the official list."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from federation.accounts.permissions import officer_required
from federation.web.table_files import export
from ratings.charts import figures
from ratings.laboratory import stored_simulations, whole_history
from ratings.laboratory.figures import codes
from ratings.laboratory.figures.pool_residuals import SURE
from ratings.models import Statistic
from ratings.templatetags.palmares import signed3
from ratings.views.office.job_figures import ask_for, kept_or_404, page_of
from ratings.views.office.whole_history_tables import ComparedTable, ForecastTable

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
    return render(request, "ratings/review/whole_history.html", page)


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
