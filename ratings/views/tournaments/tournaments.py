"""Tournaments: those rated by year, a crosstable with its changes, and those handed in with their status."""

from collections import Counter

from django.db.models import Count, OuterRef, Prefetch, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from federation.models import Region
from federation.vocabulary.disciplines.catalogue import DISCIPLINES, Discipline
from federation.web.caches import do_not_cache
from federation.web.table_files import export
from federation.web.tables import lay_out
from ratings.cadence.traits import disciplines_of_lists, is_for_events, systems_with_runs
from ratings.crosstables import crosstable_sql
from ratings.crosstables.crosstables import crosstable, levels, upsets
from ratings.crosstables.progress import refusals
from ratings.site import handed_in
from ratings.site.tournament_filters import ALL, Selection, Wanted
from ratings.views.players import breakdowns
from ratings.views.tournaments import cross_legend
from ratings.views.tournaments.tables import HandedInTable, TournamentTable, upset_table
from tournaments.models import Entry, Tournament
from tournaments.models.stages import Stage
from tournaments.revisions import changes, exports, public
from tournaments.revisions.public import shows_handed_in, waiting_revision

_TYPED = 60  # characters of what is looked for
_PAGE = 100


def index(request: HttpRequest) -> HttpResponse:
    """List the approved tournaments that are asked for, of the newest year where nothing is asked."""
    selection = Selection(request.GET.dict())
    wanted = selection.wanted
    if set(request.GET) - {"year", "game", "region", "system"} or selection.misread:
        do_not_cache(request)
    years = selection.years()
    chosen = _year(wanted, years)
    rows = selection.rows()
    rows = rows.filter(start__year=chosen) if chosen else rows
    games = _games()
    table = TournamentTable(
        rows.annotate(entrants=_entrants()).prefetch_related(_winners()).order_by("-start", "-number"),
        exclude=()
        if len(games) > 1 or any(discipline.has_rates for discipline in games)
        else ("discipline",),
    )
    lay_out(table, request, per_page=100)
    if request.GET.get("format") == "csv":
        return export(table, f"tournaments_{chosen or ('all' if years else 'none')}")
    context = {
        "table": table,
        "selection": selection,
        "wanted": wanted,
        "years": [(str(year), number, wanted.address(year=str(year))) for year, number in years.items()],
        "every_year": wanted.address(year=ALL),
        "year": chosen,
        "games": [(discipline, wanted.address(game=discipline.key)) for discipline in games],
        "every_game": wanted.address(game=""),
        "regions": Region.objects.order_by("name"),
        "systems": list(systems_with_runs().filter(active=True).values_list("key", flat=True)),
        "nearest": None if table else selection.nearest(years if chosen else {}),
        "shows_handed_in": public.shows_handed_in(),
        "calendar": f"{reverse('calendar-tournaments')}{wanted.address(year='')}".rstrip("?"),
    }
    return render(request, "ratings/tournaments.html", context)


def _entrants() -> Coalesce:
    """Count the entrants of a tournament, of a page of a hundred for these alone, which no join would do."""
    counted = Entry.objects.filter(tournament=OuterRef("pk")).order_by().values("tournament")
    return Coalesce(Subquery(counted.annotate(n=Count("pk")).values("n")), 0)


def _winners() -> Prefetch:  # type: ignore[type-arg]  # not subscriptable when it runs
    """Read the entries in first place of the tournaments of a page, as `winners`."""
    first = Entry.objects.filter(place=1).select_related("player")
    return Prefetch("entries", first, to_attr="winners")


def _games() -> list[Discipline]:
    """Return the disciplines of approved tournaments, in order."""
    approved = Tournament.objects.filter(stage=Stage.APPROVED).order_by()
    played = set(approved.values_list("discipline", flat=True).distinct())
    return [discipline for key, discipline in DISCIPLINES.items() if key in played]


def _year(wanted: Wanted, years: dict[int, int]) -> int | None:
    """Return the year to be shown: the one asked for; of nothing else asked the newest; None for all."""
    if wanted.year.isdigit():
        return int(wanted.year)
    if wanted.year == ALL or set(wanted.filters) - {"game"}:
        return None
    return next(iter(years), None)


def tournament(request: HttpRequest, number: int) -> HttpResponse:
    """Show a tournament that was approved; of one that is on its way only how far it is is public."""
    event = crosstable_sql.public(number)
    if event is None:
        waiting = waiting_revision(number)
        if waiting is None or not public.shows_handed_in():
            raise Http404(number)
        return render(request, "ratings/tournament_way.html", {"tournament": waiting})
    is_revoked = event.stage == Stage.REVOKED
    is_for_lists = event.discipline in disciplines_of_lists() and not is_for_events(event)
    cross = crosstable(event)
    legend = cross_legend.legend(cross, event.game)
    context = {
        "tournament": event,
        "cross": cross,
        "levels": levels(cross),
        "legend": legend,
        "heads": breakdowns.heads(legend),
        "upsets": upset_table(upsets(cross), event.game),
        "rounds": range(1, event.rounds + 1),
        "formats": exports.formats_for(event),
        "is_revoked": is_revoked,
        "refusals": () if cross.is_rated or is_for_lists else refusals(event),
        "is_left_out": is_for_lists and not cross.counts,
        "changes": changes.changes(event, public=True),
        "waiting": waiting_revision(number) if is_revoked else None,
    }
    return render(request, "ratings/tournament.html", context)


def show(request: HttpRequest) -> HttpResponse:
    """List what was handed in, by name or town (`?q=`) and step (`?step=`).

    Http404 where the office hides it.
    """
    if not shows_handed_in():
        raise Http404("hidden")
    text = request.GET.get("q", "").strip()[:_TYPED]
    step = request.GET.get("step", "") if request.GET.get("step") in handed_in.STEPS else ""
    if request.META.get("QUERY_STRING", "") not in ("", f"step={step}"):
        do_not_cache(request)
    every = handed_in.tournaments(text=text)
    table = HandedInTable([row for row in every if step in ("", row.step)])
    lay_out(table, request, per_page=_PAGE)
    if request.GET.get("format") == "csv":
        return export(table, "handed_in")
    counts = Counter(row.step for row in every)
    context = {
        "table": table,
        "text": text,
        "step": step,
        "steps": [
            (key, label, counts[key]) for key, label in handed_in.STEPS.items() if counts[key] or key == step
        ],
        "total": len(every),
    }
    return render(request, "ratings/handed_in.html", context)
