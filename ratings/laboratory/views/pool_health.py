"""The page of the health of a pool: groups beyond their ratings, ties, circles, level."""

import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.dateparse import parse_date
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from federation.accounts.permissions import officer_required
from federation.language.wording import grouped
from federation.models import Club, Region
from federation.web.downloads import export
from federation.web.tables import Column, Table
from ratings.charts import charts
from ratings.laboratory import pool_health, stored_simulations
from ratings.laboratory.figures.pool_residuals import ABOVE, BELOW
from ratings.laboratory.views.job_figures import ask_for, kept_or_404, page_of
from ratings.rulebook.systems import SYSTEMS
from ratings.templatetags.palmares import rating, share, signed, signed3
from ratings.views.figure_columns import FigureColumn, safe_svg
from ratings.views.players.chart_figures import months
from tournaments.models import RATES, Tournament

SIZES = ((1000, 300), (358, 260))  # for a desk and for a phone
DRAWN_RANKS = ("10", "100")
_MOST_NAMED = 12  # groups on the smaller side of a cut
_KINDS = {
    "federation": gettext_lazy("Federation"),
    "region": gettext_lazy("Region"),
    "club": gettext_lazy("Club"),
    "sex": gettext_lazy("Sex"),
    "age": gettext_lazy("Age"),
    "band": gettext_lazy("Rating band"),
    "newcomers": gettext_lazy("Experience"),
    "colour": gettext_lazy("Colour"),
    "handicap": gettext_lazy("Handicap"),
    "time": gettext_lazy("Time control"),
}
_LABELS = {
    ("sex", "f"): gettext_lazy("female"),
    ("sex", "m"): gettext_lazy("male"),
    ("newcomers", "new"): gettext_lazy("fewer than 15 games before"),
    ("newcomers", "known"): gettext_lazy("15 games or more before"),
    ("colour", "white"): gettext_lazy("White in even games"),
    ("handicap", "white"): gettext_lazy("White in handicap games"),
}
_Names = Mapping[str, Mapping[str, str]]  # kind of a group -> code -> name
_VERDICTS = {ABOVE: gettext_lazy("beyond their ratings"), BELOW: gettext_lazy("below their ratings")}


class GroupTable(Table):
    """Scores of groups beyond the expectation of their ratings."""

    css = "rows dense"
    by = Column(gettext_lazy("Group by"), "second")
    label = Column(gettext_lazy("Group"), "name")
    players = FigureColumn(gettext_lazy("Players"), "number second", told=True, by=grouped)
    games = FigureColumn(gettext_lazy("Games"), "number second", told=True, by=grouped)
    mean = FigureColumn(
        gettext_lazy("Scored beyond expected"), "number second", told=True, by=signed3, places=3
    )
    # An interval is one column on the page, two in the file.
    interval = Column(gettext_lazy("Interval"), "number second nowrap", told=True, exclude_from_export=True)
    low = FigureColumn(gettext_lazy("Interval from"), by=signed3, places=3, visible=False)
    high = FigureColumn(gettext_lazy("Interval to"), by=signed3, places=3, visible=False)
    points = FigureColumn(gettext_lazy("In points"), "number", by=signed)
    points_interval = Column(
        gettext_lazy("Interval"), "number second nowrap", told=True, exclude_from_export=True
    )
    points_low = FigureColumn(gettext_lazy("In points from"), by=signed, visible=False)
    points_high = FigureColumn(gettext_lazy("In points to"), by=signed, visible=False)
    verdict = Column(gettext_lazy("Told apart from chance"))


class TieTable(Table):
    """Games between the groups of a pool."""

    css = "rows dense"
    by = Column(gettext_lazy("Group by"), "name")
    games = Column(gettext_lazy("Games"), "number second", told=True, by=grouped)
    share = Column(gettext_lazy("Games across groups"), "number second", told=True, by=share)
    cut = Column(gettext_lazy("Weakest cut"), "second", told=True)
    crossing = Column(gettext_lazy("Games across it"), "number second", told=True)


class CircleTable(Table):
    """Players who met few others."""

    css = "rows dense"
    members = Column(gettext_lazy("Players"), "name")
    games = Column(gettext_lazy("Games"), "number second", told=True, by=grouped)
    share = Column(gettext_lazy("Among themselves"), "number second", told=True, by=share)
    gain = Column(gettext_lazy("Gain together"), "number second", told=True, by=signed)


class RankTable(Table):
    """The level of the newest list and of the one twelve months older."""

    css = "rows dense"
    rank = Column(gettext_lazy("Rank"), "number", told=True, by=grouped)
    before = Column(gettext_lazy("A year before"), "number", told=True, default="–", by=rating)
    now = Column(gettext_lazy("Newest list"), "number", told=True, default="–", by=rating)


@require_safe
@officer_required
def show(request: HttpRequest, system: str) -> HttpResponse:
    """Show the stored figures of a pool."""
    page = page_of(pool_health.FIGURES, system)
    found, statistic = page["system"], page["kept"]
    page["due"] = pool_health.is_due(found)
    if statistic is not None:
        data = statistic.data
        names = _names_of(data)
        rows = _in_order(data["groups"], names)
        page |= {
            "data": data,
            "day": parse_date(data["day"] or ""),
            "alerts": _alerts(rows),
            "groups": GroupTable([_group(row) for row in rows]),
            "ties": TieTable([_tie(tie, names) for tie in data["ties"]]),
            "circles": CircleTable(_circles(data["circles"])),
            "ranks": RankTable(_ranks(data["ranks"])),
            "drawings": _charts(data, found.key),
        }
    return render(request, "laboratory/pool_health.html", page)


@require_POST
@officer_required
def request(request: HttpRequest, system: str) -> HttpResponse:
    """Ask for the figures of a pool."""
    return ask_for(request, pool_health.FIGURES, system, page="pool-health")


@require_safe
@officer_required
def groups(_request: HttpRequest, system: str) -> HttpResponse:
    """Return the groups as a file."""
    statistic = kept_or_404(pool_health.FIGURES, system)
    rows = _in_order(statistic.data["groups"], _names_of(statistic.data))
    return export(GroupTable([_group(row) for row in rows]), f"pool_{system}")


def _names_of(data: Mapping[str, Any]) -> _Names:
    """Return the names of the regions and clubs the figures speak of, by kind and code; two queries."""
    codes = {str(group["label"]) for group in data["groups"] if group["by"] in ("region", "club")}
    codes |= {code for tie in data["ties"] if tie["cut"] for code in tie["cut"]["labels"][:_MOST_NAMED]}
    regions = Region.objects.filter(code__in=codes).values_list("code", "name")
    clubs = Club.objects.filter(code__in=codes).values_list("code", "name")
    return {"region": dict(regions), "club": dict(clubs)}


def _in_order(rows: Sequence[Mapping[str, Any]], names: _Names) -> list[dict[str, Any]]:
    """Return the groups by kind, regions and clubs by name, ages and ratings from below."""
    return [
        {**row, "label": names.get(row["by"], {}).get(row["label"], row["label"])}
        for row in sorted(rows, key=_place)
    ]


def _place(group: Mapping[str, Any]) -> tuple[int, int, str]:
    label = str(group["label"])
    lowest = re.match(r"-?\d+", label) if group["by"] in ("age", "band") else None
    return list(_KINDS).index(group["by"]), int(lowest[0]) if lowest else 0, label


def _named(group: Mapping[str, Any]) -> tuple[str, str]:
    by, label = str(group["by"]), str(group["label"])
    name = str(_LABELS.get((by, label), label))
    if by == "band":
        name = name.replace("-", "−")
    elif by == "time":
        name = _("favourites, %(time)s") % {"time": _time_control(label)}
    return str(_KINDS[by]), name


def _time_control(label: str) -> str:
    """Return a class of the EGF, or a rate of play, in words."""
    if len(label) == 1:
        return _("class %(letter)s") % {"letter": label}
    return str(dict(RATES).get(label, label))


def _group(group: Mapping[str, Any]) -> dict[str, Any]:
    by, label = _named(group)
    return {
        **group,
        "by": by,
        "label": label,
        "interval": f"{signed3(group['low'])} … {signed3(group['high'])}",
        "points_interval": f"{signed(group['points_low'])} … {signed(group['points_high'])}",
        "verdict": _VERDICTS.get(group["verdict"], "–"),
    }


def _alerts(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the groups that raise an alert, with the tournaments that add most to it."""
    raised = [row for row in rows if row["alert"]]
    keys = {key for group in raised for key in group["events"]}
    tournaments = {tournament.pk: tournament for tournament in Tournament.objects.filter(pk__in=keys)}
    found = []
    for group in raised:
        by, label = _named(group)
        links = [
            (tournaments[key].name, reverse("tournament", args=[tournaments[key].number]))
            for key in group["events"]
            if key in tournaments
        ]
        row = {"group": f"{by} {label}", "verdict": _VERDICTS[group["verdict"]], "tournaments": links}
        found.append(row | {"points": signed(group["points"]), "games": group["games"]})
    return found


def _tie(tie: Mapping[str, Any], names: _Names) -> dict[str, Any]:
    cut = tie["cut"]
    row = {"by": _KINDS[tie["by"]], "games": tie["games"], "share": tie["share"], "cut": "–", "crossing": "–"}
    if cut:
        of_kind = names.get(tie["by"], {})
        named = ", ".join(of_kind.get(code, code) for code in cut["labels"][:_MOST_NAMED])
        named += " …" if len(cut["labels"]) > _MOST_NAMED else ""
        row |= {"cut": named, "crossing": f"{grouped(cut['games'])} ({share(cut['share'])})"}
    return row


def _circles(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    names = stored_simulations.shown_names({key for row in rows for key in row["players"]})
    return [
        {
            **row,
            "people": [
                (*names[key], signed(gain))
                for key, gain in zip(row["players"], row["gains"], strict=True)
                if key in names
            ],
        }
        for row in rows
    ]


def _ranks(rows: Sequence[tuple[str, Mapping[str, float]]]) -> list[dict[str, Any]]:
    """Compare the ratings at ranks of the newest list with those of a list a year older."""
    if not rows:
        return []
    newest = date.fromisoformat(rows[-1][0])
    older = [ranks for day, ranks in rows if (newest - date.fromisoformat(day)).days >= 365]
    now, before = rows[-1][1], older[-1] if older else {}
    return [{"rank": int(rank), "now": value, "before": before.get(rank)} for rank, value in now.items()]


def _charts(data: Mapping[str, Any], system: str) -> list[SafeString]:
    """Draw the mean of those who stayed and the ratings at two ranks; empty for fewer than two lists."""
    cohort = [(date.fromisoformat(day).toordinal(), mean) for day, _count, mean in data["cohort"]]
    series = [charts.Line(_("fixed group"), "own", [day for day, _ in cohort], [mean for _, mean in cohort])]
    for rank, look in zip(DRAWN_RANKS, ("other", "third"), strict=True):
        points = [(date.fromisoformat(day).toordinal(), at[rank]) for day, at in data["ranks"] if rank in at]
        name = _("rank %(n)s") % {"n": rank}
        series.append(charts.Line(name, look, [day for day, _ in points], [value for _, value in points]))
    series = [line for line in series if line.days]
    days = sorted({day for line in series for day in line.days})
    if len(days) < 2:
        return []
    chart = charts.Chart(series, SYSTEMS[system].scale, months=months(days[0], days[-1]), least=100)
    label = _("Level of the lists: mean rating of the fixed group, and the ratings at two ranks.")
    return [safe_svg(charts.draw(chart, size=size, label=label)) for size in SIZES]
