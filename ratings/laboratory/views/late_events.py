"""The page of late tournaments: how far ratings depend on the order in which tournaments are replayed."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from federation.accounts.permissions import officer_required
from federation.vocabulary.systems.catalogue import keys_of
from federation.vocabulary.systems.declaration import Cadence
from federation.web.table_files import export
from federation.web.tables import Column, Table
from ratings.charts import figures
from ratings.laboratory import late_events, stored_simulations
from ratings.laboratory.views.job_figures import ask_for, kept_or_404, page_of
from ratings.laboratory.views.report_tables import MovedTable
from ratings.models import RatingSystem
from ratings.templatetags.palmares import rating, signed
from ratings.views.figure_columns import FigureColumn

PAGE = "late-events"


class MoverTable(Table):
    """Players whom the order moves farthest."""

    css = "rows dense"
    number = Column(gettext_lazy("No."), visible=False)
    player = Column(gettext_lazy("Player"), "name")
    old = FigureColumn(gettext_lazy("By their days"), "number second", told=True, by=rating)
    new = FigureColumn(gettext_lazy("By their approval"), "number second", told=True, by=rating)
    move = FigureColumn(gettext_lazy("Difference"), "number", by=signed)


@require_safe
@officer_required
def show(request: HttpRequest, system: str) -> HttpResponse:
    """Show how far ratings of a system depend on the order of late tournaments."""
    _check(system)
    page = page_of(late_events.FIGURES, system)
    statistic = page["kept"]
    page["grace"] = late_events.GRACE
    if statistic is not None:
        page |= {
            "data": statistic.data,
            "fresh": statistic.state == page["system"].state,
            "moved": MovedTable(_moved(statistic.data)),
            "movers": MoverTable(_movers(statistic.data)),
        }
    return render(request, "laboratory/late_events.html", page)


@require_POST
@officer_required
def request(request: HttpRequest, system: str) -> HttpResponse:
    """Ask for the figures of a system."""
    _check(system)
    return ask_for(request, late_events.FIGURES, system, page=PAGE)


@require_safe
@officer_required
def file(_request: HttpRequest, system: str, name: str) -> HttpResponse:
    """Return a table as a file."""
    statistic = kept_or_404(late_events.FIGURES, system)
    if name == "moved":
        return export(MovedTable(_moved(statistic.data)), f"late_{system}_moved")
    if name == "movers":
        return export(MoverTable(_movers(statistic.data)), f"late_{system}_movers")
    raise Http404(name)


def _check(system: str) -> None:
    """Raise Http404 for a system that is not replayed event by event."""
    found = get_object_or_404(RatingSystem, key=system, active=True)
    if found.key not in keys_of(Cadence.BY_EVENT):
        raise Http404(system)


def _moved(data: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [{"least": least, "up": up, "down": down, "both": up + down} for least, up, down in data["by"]]


def _movers(data: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the players by name, as in public; two queries."""
    names = stored_simulations.shown_names({row[0] for row in data["movers"]})
    rows = []
    for key, old, new in data["movers"]:
        name, url = names.get(key, ("–", ""))
        number, move = key if key in names else None, figures.moved(old, new)
        rows.append({"number": number, "player": name, "url": url, "old": old, "new": new, "move": move})
    return rows
