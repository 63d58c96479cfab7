"""Tournaments: those rated by year, a crosstable with its changes, and those handed in with their status.

Columns of a crosstable that need words are explained: tie-breaks and performance of chess, change on a list.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date

from django.db.models import Count, OuterRef, Prefetch, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from federation.language.dates import format_date
from federation.language.wording import translated
from federation.models import Region
from federation.vocabulary.disciplines.catalogue import DISCIPLINES, Discipline
from federation.web.caches import do_not_cache
from federation.web.downloads import export
from federation.web.tables import Column, Day, Table, lay_out
from ratings.breakdown.symbols import PERFORMANCE
from ratings.cadence.traits import disciplines_of_lists, is_for_events, systems_with_runs
from ratings.charts import figures
from ratings.crosstables import crosstable_sql
from ratings.crosstables.crosstables import Crosstable, Upset, crosstable, levels, upsets
from ratings.crosstables.progress import refusals
from ratings.crosstables.spoken import colour_of, stones
from ratings.site import handed_in
from ratings.site.handed_in import STEPS, HandedIn
from ratings.site.tournament_filters import ALL, Selection, Wanted
from ratings.views.players import breakdowns
from ratings.views.players.breakdowns import Entry as LegendEntry
from tournaments.models import Entry, Tournament
from tournaments.models.stages import Stage
from tournaments.revisions import changes, exports, public
from tournaments.revisions.public import shows_handed_in, waiting_revision


class HandedInTable(Table):
    """Submitted tournaments, and their status."""

    css, blank = "rows handed-in", "–"
    name = Column(gettext_lazy("Tournament"), "name", accessor="title")
    place = Column(gettext_lazy("Place"), "second", accessor="where")
    start = Day(gettext_lazy("Start"), "second nowrap", accessor="tournament__start")
    end = Day(gettext_lazy("End"), "second nowrap phone-off", accessor="tournament__end")
    step = Column(pgettext_lazy("of a tournament", "Status"), "second")
    since = Day(pgettext_lazy("step of a tournament", "Since"), "second nowrap", told=True, default="")

    def render_step(self, value: str, record: HandedIn) -> str:
        """Name the step, and the list a tournament counts for."""
        return capfirst(step_words(value, record.due))


def step_words(step: str, due: date | None) -> str:
    """Return a step in words; with the list a tournament counts for where it is known."""
    if due is None:
        return str(STEPS[step])
    words = _("counts for the list of %(day)s") % {"day": format_date(due, "j F Y")}
    return f"{STEPS[step]}, {words}"


class UpsetTable(Table):
    """The greatest upset of each round of a tournament."""

    css = "rows dense"
    game: Discipline
    round = Column(gettext_lazy("Round"), "rank")
    winner = Column(pgettext_lazy("of a tournament", "Winner"), "name")
    rating = Column(gettext_lazy("Rating"), "number second", accessor="winner__rating")
    loser = Column(gettext_lazy("Opponent"), "name")
    other = Column(gettext_lazy("Opponent’s rating"), "number second", accessor="loser__rating")
    handicap = Column(gettext_lazy("Handicap"), "second", accessor="cell__handicap")
    difference = Column(gettext_lazy("Difference"), "number", told=True)

    def render_rating(self, value: int) -> str:
        """Set a rating, which may be below 0."""
        return figures.plain(value)

    def render_other(self, value: int) -> str:
        """Set the other one."""
        return figures.plain(value)

    def render_handicap(self, value: int, record: Upset) -> str:
        """Say what the winner played with."""
        words = (colour_of(record.cell, self.game), stones(value)) if value else ()
        return ", ".join(filter(None, words))


def upset_table(upsets: Sequence[Upset], game: Discipline) -> UpsetTable:
    """Return the table of upsets, without handicap where no game had one."""
    has_handicap = any(upset.cell.handicap for upset in upsets)
    labels = {}
    if game.has_ratings:  # as players of chess have them
        labels = {"rating": pgettext("chess", "Rating"), "other": pgettext("chess", "Opponent’s rating")}
    table = UpsetTable(upsets, exclude=() if has_handicap else ("handicap",), labels=labels)
    table.game = game
    return table


class TournamentTable(Table):
    """Tournaments of a year."""

    is_sorted, blank = True, "—"
    start = Day(gettext_lazy("Start"), "nowrap second")
    name = Column(gettext_lazy("Tournament"), "name", linkify=True)
    discipline = Column(pgettext_lazy("Go or chess", "Game"), "second nowrap")
    place = Column(gettext_lazy("Place"), "second")
    winner = Column(
        pgettext_lazy("of a tournament", "Winner"),
        "second",
        told=True,
        accessor="winners",
        orderable=False,
    )
    rounds = Column(gettext_lazy("Rounds"), "number phone-off")
    entrants = Column(gettext_lazy("Players"), "number second", told=True)

    def render_discipline(self, record: Tournament) -> str:
        """Name the game, with the rate of play if it has one, which decides where it counts."""
        named = (translated(record.game.name), record.get_rate_display())
        return ", ".join(str(part) for part in named if part)

    def render_winner(self, value: list[Entry]) -> str:
        """Name who took the first place."""
        return ", ".join(str(entry.player or entry) for entry in value)

    def render_place(self, record: Tournament) -> str:
        """Name the place with its country."""
        return ", ".join(part for part in (record.place, record.country) if part)


def legend(cross: Crosstable, game: Discipline) -> list[LegendEntry]:
    """Return the columns a crosstable of a game has, explained."""
    of_game = _tie_breaks(cross) if game.tie_breaks else ()
    return [*of_game, *_change(cross)]


def _tie_breaks(cross: Crosstable) -> Iterator[LegendEntry]:
    if cross.has_buchholz:
        yield _entry("bh", "BH", _("Buchholz"), _("The sum of the opponents’ scores."))
        yield _entry(
            "cut", "BH-C1", _("Buchholz cut 1"), _("The sum of the opponents’ scores without the lowest one.")
        )
    yield _entry(
        "sb",
        "SB",
        _("Sonneborn-Berger"),
        _("The sum of the scores of opponents beaten, and half the scores of opponents drawn with."),
    )
    if cross.has_performances:
        yield _entry("rp", PERFORMANCE.sign, _(PERFORMANCE.name), _(PERFORMANCE.words))


def _change(cross: Crosstable) -> Iterator[LegendEntry]:
    if cross.has_shares:
        yield _entry(
            "share",
            pgettext("of a rating", "Change"),
            _("Change by this tournament"),
            _("K times the difference between the score and the expected score, in this tournament alone."),
            is_word=True,
        )


def _entry(key: str, sign: str, name: str, words: str, *, is_word: bool = False) -> LegendEntry:
    return LegendEntry(f"cross-{key}", key, sign, name, words, clause="", is_word=is_word)


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
    explained = legend(cross, event.game)
    context = {
        "tournament": event,
        "cross": cross,
        "levels": levels(cross),
        "legend": explained,
        "heads": breakdowns.heads(explained),
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
