"""Page of a player: ratings over time under the rules in force and under a variant."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_safe

from federation.accounts.permissions import is_officer, lacks_second_factor
from federation.models import Player
from federation.web.downloads import export
from federation.web.tables import Column, Day, Table
from ratings.cadence.traits import traits_of
from ratings.charts import charts
from ratings.laboratory import person_lines
from ratings.laboratory.models import Simulation
from ratings.laboratory.person_lines import Step
from ratings.laboratory.views.changes import changes_of
from ratings.rulebook.systems import SYSTEMS
from ratings.templatetags.palmares import rating, signed
from ratings.views.figure_columns import FigureColumn, safe_svg
from ratings.views.players.chart_figures import months
from tournaments.models import Tournament
from tournaments.models.stages import SHOWN

SIZES = ((1000, 300), (358, 240))  # for a desk and for a phone
MOST = 20  # events shown
SHORT = 16  # digits of the fingerprint in the address


class StepTable(Table):
    """Events of a player under both rules."""

    css = "rows dense"
    day = Day(gettext_lazy("Date"), "second nowrap", told=True)
    event = Column(pgettext_lazy("what moved a rating", "Event"), "name")
    moved_old = FigureColumn(gettext_lazy("In force"), "number second", told=True, by=signed, default="–")
    moved_new = FigureColumn(gettext_lazy("Variant"), "number second", told=True, by=signed, default="–")
    apart = FigureColumn(gettext_lazy("Difference"), "number", by=signed, default="–")
    old = FigureColumn(gettext_lazy("Rating in force"), "number second", told=True, by=rating, default="–")
    new = FigureColumn(
        gettext_lazy("Rating of the variant"), "number second", told=True, by=rating, default="–"
    )


@require_safe
def show(request: HttpRequest, pk: int, fingerprint: str, number: int) -> HttpResponse:
    """Show the line of a player: to officers any, to others those the office has opened."""
    simulation, player = _found(request.user, pk, fingerprint, number)
    if player.merged_into_id:
        return redirect("simulation-player", pk=pk, fingerprint=fingerprint, number=player.merged_into_id)
    steps = person_lines.steps_of(simulation, player.pk)
    rows = [row for row in _rows(steps, simulation) if row["apart"]]
    farthest = sorted(rows, key=lambda row: -abs(row["apart"]))[:MOST]
    page: dict[str, Any] = {
        "simulation": simulation,
        "system": simulation.system,
        "player": player,
        "changes": changes_of(simulation),
        "last": steps[-1] if steps else None,
        "events": StepTable(farthest),
        "drawings": _drawings(steps, simulation.system.key),
        "address": request.build_absolute_uri(),
        "may_read_report": _is_office(request.user),
        "is_open": person_lines.is_open_to_all(simulation, player),
    }
    return render(request, "laboratory/simulation_player.html", page)


@require_safe
def file(request: HttpRequest, pk: int, fingerprint: str, number: int) -> HttpResponse:
    """Return every event of a player under both rules as a file."""
    simulation, player = _found(request.user, pk, fingerprint, number)
    rows = _rows(person_lines.steps_of(simulation, player.pk), simulation)
    return export(StepTable(rows), f"simulation_{pk}_player_{number}")


def _found(
    account: AbstractBaseUser | AnonymousUser, pk: int, fingerprint: str, number: int
) -> tuple[Simulation, Player]:
    """Return report and player; Http404 where there is no such line, or none for this reader."""
    reports = Simulation.objects.select_related("system").defer("result").filter(made__isnull=False)
    simulation = get_object_or_404(reports, pk=pk, fingerprint__startswith=fingerprint)
    player = get_object_or_404(Player, pk=number)
    if len(fingerprint) != SHORT or not simulation.lines.exists():
        raise Http404(fingerprint)
    if not _is_office(account) and not person_lines.is_open_to_all(simulation, player):
        raise Http404(number)
    return simulation, player


def _is_office(account: AbstractBaseUser | AnonymousUser) -> bool:
    return is_officer(account) and not lacks_second_factor(account)


def _rows(steps: Sequence[Step], simulation: Simulation) -> list[dict[str, Any]]:
    """Return a row for each event, the oldest first; one query for the names."""
    keys = {step.tournament for step in steps if step.tournament > 0}
    named = {
        tournament.pk: tournament for tournament in Tournament.objects.filter(pk__in=keys, stage__in=SHOWN)
    }
    by_day = traits_of(simulation.system.key).takes_single_games
    others = {
        0: _("manual adjustment"),
        person_lines.CONVERTED: _("conversion"),
        person_lines.GAMES: _("games of the day") if by_day else _("list"),
    }
    rows = []
    for step, (old, new) in zip(steps, person_lines.moves(list(steps)), strict=True):
        tournament = named.get(step.tournament)
        event = tournament.name if tournament else others.get(step.tournament, "–")
        rows.append(
            {
                "day": step.day,
                "event": event,
                "url": tournament.get_absolute_url() if tournament else "",
                "moved_old": old,
                "moved_new": new,
                "apart": None if old is None or new is None else new - old,
                "old": step.old,
                "new": step.new,
            }
        )
    return rows


def _drawings(steps: Sequence[Step], system: str) -> list[SafeString]:
    """Draw both ratings over time; nothing for fewer than two days."""
    days = [step.day.toordinal() for step in steps]
    if len(set(days)) < 2:
        return []
    series = []
    for name, look, values in (
        (_("in force"), "other", [step.old for step in steps]),
        (_("variant"), "own", [step.new for step in steps]),
    ):
        rated = [(day, value) for day, value in zip(days, values, strict=True) if value is not None]
        series.append(
            charts.Line(name, look, [day for day, _value in rated], [value for _day, value in rated])
        )
    chart = charts.Chart(series, SYSTEMS[system].scale, months=months(min(days), max(days)), least=1)
    label = _("The ratings of the player under both rules.")
    return [safe_svg(charts.draw(chart, size=size, label=label)) for size in SIZES]
