"""The statistics of the systems: what there is, and the page of each, drawn from the row a job left."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from federation.vocabulary.systems.catalogue import CATALOGUE
from federation.vocabulary.systems.declaration import FEDERATION
from federation.web.downloads import table_file
from ratings.lists.list_words import active
from ratings.lists.queries import systems, thinned
from ratings.models import RatingSystem, Statistic
from ratings.players.histories import newest_lists
from ratings.rulebook.systems import SYSTEMS
from ratings.statistics import kinds
from ratings.statistics.kinds import ACTIVITY, CLUBS, DRIFT, FORECASTS, IMPROVERS, KINDS, WINS
from ratings.statistics.list_figures import LEAST_GAMES, games_year, year_marks
from ratings.statistics.lists import improvers_between, newest_of_each_day, state_of_lists, year_earlier
from ratings.views.lists import freshness
from ratings.views.statistics import charts, tables, words
from ratings.views.statistics.page_tables import (
    BandTable,
    BinTable,
    DriftTable,
    GroupTable,
    ImproverTable,
    JudgedTable,
    MonthTable,
    QualityTable,
    SettingTable,
    YearTable,
)
from ratings.views.statistics.tables import club_rows, drift_rows, improver_rows, list_entries

Cells = Iterable[Sequence[object]]


@dataclass(frozen=True, slots=True)
class Page:
    """Content of the page of a statistic, and its table as a file."""

    context: dict[str, Any]
    csv: Callable[[], Cells]
    choice: Sequence[str] = field(default=())  # what the address chose, beside the kind


def index(request: HttpRequest) -> HttpResponse:
    """Show what statistics there are of each system, and how good the forecasts of all of them are."""
    rows = Statistic.objects.filter(kind=FORECASTS, system__active=True).select_related("system")
    by_system = [
        (row.system.key, kinds.read(kinds.Forecasts, row.data).quality)
        for row in rows.order_by("system__position")
    ]
    judged = sorted(((key, quality) for key, quality in by_system if quality), key=lambda pair: -pair[1].gain)
    if request.GET.get("format") == "csv":
        return table_file(tables.compared(judged), "forecasts")
    context = {
        "boards": [(system.key, titles(system.key)) for system in systems()],
        "judged": JudgedTable((key, figures, 100 * figures.gain) for key, figures in judged),
        "caption": words.of_all(judged),
    }
    return render(request, "ratings/statistics/index.html", context)


def system(request: HttpRequest, system: str) -> HttpResponse:
    """Sum the statistics of a system up, a sentence each."""
    rating_system = _system(system)
    rows = {row.kind: row for row in Statistic.objects.filter(system=rating_system)}
    sentences = [(kind, title, _sentence(rows.get(kind), system)) for kind, title in titles(system)]
    context = {"system": system, "found": rating_system, "said": sentences, "others": _others(system)}
    return render(request, "ratings/statistics/system.html", context)


def show(request: HttpRequest, system: str, kind: str) -> HttpResponse:
    """Show one statistic of a system, or its table as a file (`?format=csv`)."""
    row = Statistic.objects.select_related("system").filter(system__key=system, kind=kind).first()
    if row is None or row.data.get("layout") != kinds.LAYOUT:
        return _not_yet(request, system, kind)
    lists = state_of_lists(row.system) if _names_period(request) else 0
    etag = freshness.page_tag(request, row.pk, row.made.isoformat(), lists)
    answer = freshness.unchanged(request, etag)
    if answer is not None:
        return answer
    page = _PAGES[kind](request, row)
    if request.GET.get("format") == "csv":
        return table_file(page.csv(), "_".join((system, kind, *page.choice)))
    context = {
        "row": row,
        "system": system,
        "kind": kind,
        "titles": titles(system),
        "others": _others(system),
        "caption": words.said(row.kind, row.data, system),
    } | page.context
    return freshness.mark(render(request, f"ratings/statistics/{kind}.html", context), etag)


def titles(system: str) -> list[tuple[str, str]]:
    """Name the statistics, as they are of a system."""
    are_federations = CATALOGUE[system].compared == FEDERATION
    return [
        (WINS, _("Even games")),
        (FORECASTS, _("Forecasts")),
        (ACTIVITY, _("Activity")),
        (DRIFT, _("Drift")),
        (IMPROVERS, _("Biggest gains")),
        (CLUBS, _("Federations") if are_federations else _("Clubs")),
    ]


def _system(key: str) -> RatingSystem:
    rating_system = RatingSystem.objects.filter(key=key).first()
    if rating_system is None:
        raise Http404(key)
    return rating_system


def _others(system: str) -> list[str]:
    return [other.key for other in systems() if other.key != system]


def _sentence(row: Statistic | None, system: str) -> str:
    if row is None or row.data.get("layout") != kinds.LAYOUT:
        return _("Nothing has been calculated yet.")
    return words.said(row.kind, row.data, system)


def _not_yet(request: HttpRequest, system: str, kind: str) -> HttpResponse:
    if kind not in KINDS or request.GET.get("format") == "csv":
        raise Http404(kind)
    context = {"found": _system(system), "system": system, "kind": kind, "titles": titles(system)}
    has_list = system in newest_lists()
    return render(request, "ratings/statistics/none.html", context | {"has_list": has_list})


# --- the pages


def _wins(_request: HttpRequest, row: Statistic) -> Page:
    win_tables = kinds.read(kinds.WinTables, row.data)
    return Page(
        {
            "found": win_tables,
            "rows": tables.win_rows(win_tables),
            "games": sum(games for grade in win_tables.grades for _won, games in grade.cells),
            "bands": BandTable(win_tables.bands),
            "drawings": charts.of_wins(win_tables),
        },
        lambda: tables.win_lines(win_tables),
    )


def _forecasts(_request: HttpRequest, row: Statistic) -> Page:
    forecasts = kinds.read(kinds.Forecasts, row.data)
    quality, drawings = forecasts.quality, charts.of_forecasts(forecasts.quality) if forecasts.quality else []
    return Page(
        {
            "quality": quality,
            "drawings": drawings,
            "in_words": words.favourites(quality) if quality else "",
            "bins": BinTable(tables.bins(quality)),
            "years": QualityTable(quality.years if quality else ()),
            "adjustment": words.said_of_adjustment(forecasts.adjustment) if forecasts.adjustment else "",
            "moves_starts": hasattr(SYSTEMS[row.system.key].editions[-1], "passes_most"),
            "compared": [(title, SettingTable(rows)) for title, rows in words.settings(forecasts.adjustment)],
        },
        lambda: tables.bin_lines(quality),
    )


def _activity(_request: HttpRequest, row: Statistic) -> Page:
    activity = kinds.read(kinds.Activity, row.data)
    return Page(
        {
            "found": activity,
            "years": YearTable(activity.years[::-1]),
            "months": MonthTable(tables.months(activity)),
            "drawings": charts.of_activity(activity),
        },
        lambda: tables.month_lines(activity),
    )


def _drift(_request: HttpRequest, row: Statistic) -> Page:
    drift = kinds.read(kinds.Drift, row.data)
    return Page(
        {
            "found": drift,
            "marks": sorted(year_marks([level.day for level in drift.company])) if drift.company else [],
            "rows": DriftTable(
                drift_rows(drift)[::-1],
                attrs={"id": "list-by-list", "data-series": "2 3 5"},
                labels={"active": active(row.system)},
            ),
            "drawings": charts.of_drift(drift, row.system.key),
        },
        lambda: tables.drift_lines(drift_rows(drift)),
    )


def _improvers(request: HttpRequest, row: Statistic) -> Page:
    days = newest_of_each_day(row.system)
    period = _period(request, days)
    improvers = (
        improvers_between(row.system, days, *period) if period else kinds.read(kinds.Improvers, row.data)
    )
    groups = words.groups()
    leasts = [str(least) for least in sorted(LEAST_GAMES, key=lambda least: least != words.USUAL_GAMES)]
    group = _choose(request, "of", [key for key, _name in groups])
    least = _choose(request, "games", leasts)
    rows = improvers.rows.get((group, int(least)), ())
    entries = list_entries(improvers.key, [row.player for row in rows])
    return Page(
        {
            "found": improvers,
            "caption": words.of_improvers(improvers, group, int(least)),
            "group": group,
            "groups": groups,
            "least": int(least),
            "leasts": LEAST_GAMES,
            "days": sorted({*thinned(sorted(days, reverse=True)), *(period or ())}, reverse=True),
            "rows": ImproverTable(
                improver_rows(rows, entries),
                labels={"before": str(improvers.before or ""), "now": str(improvers.now)},
            ),
        },
        lambda: tables.improver_lines(improver_rows(rows, entries)),
        (*(day.isoformat() for day in period or ()), group, least),
    )


def _names_period(request: HttpRequest) -> bool:
    return any(request.GET.get(name) for name in ("date", "with"))


def _period(request: HttpRequest, lists: Mapping[date, int]) -> tuple[date, date] | None:
    """Return the days of two lists an address names as Compare does; None: the stored year."""
    if not lists or not _names_period(request):
        return None
    named = [request.GET.get(name, "") for name in ("date", "with")]
    by_name = {day.isoformat(): day for day in lists}
    if not all(name in by_name for name in named if name):
        raise Http404(" ".join(named))
    now = by_name.get(named[0], max(lists))
    before, now = sorted((by_name.get(named[1], year_earlier(lists, now)), now))
    return before, now


def _clubs(request: HttpRequest, row: Statistic) -> Page:
    clubs = kinds.read(kinds.Clubs, row.data)
    best = int(_choose(request, "best", ["5", "3", "10"]))
    rows = club_rows(clubs, best)
    return Page(
        {
            "found": clubs,
            "best": best,
            "bests": (3, 5, 10),
            "rows": GroupTable(
                rows,
                labels={
                    "won": _("Won in %(year)s") % {"year": games_year(clubs.day)},
                    "mean": _("Average of the top %(n)s") % {"n": best},
                    "active": active(row.system),
                },
            ),
        },
        lambda: tables.club_lines(rows, best),
        (str(best),),
    )


def _choose(request: HttpRequest, name: str, known: Sequence[str]) -> str:
    """Return what the address asks for, the first where that is nothing known."""
    value = request.GET.get(name, "")
    return value if value in known else known[0]


_PAGES: dict[str, Callable[[HttpRequest, Statistic], Page]] = {
    WINS: _wins,
    FORECASTS: _forecasts,
    ACTIVITY: _activity,
    DRIFT: _drift,
    IMPROVERS: _improvers,
    CLUBS: _clubs,
}
