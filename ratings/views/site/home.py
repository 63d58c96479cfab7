"""The first page, which is today's lists, the rules with their constants, and the search of everything."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from federation.register.club_names import show_clubs
from ratings.cadence.traits import traits_of
from ratings.lists.list_words import category_named
from ratings.models import RatingSystem
from ratings.rulebook.editions import Edition
from ratings.rulebook.fide import FideEdition
from ratings.rulebook.systems import SYSTEMS, System, as_chosen, first_of
from ratings.site import home_lists, pending, site_search
from ratings.views.site.rules import Constant, constants
from tournaments.revisions import public

_TYPED = 120  # characters that are looked for


@dataclass(frozen=True, slots=True)
class Chapter:
    """A system on the page of rules, with the constants of each of its editions.

    `also`: keys of systems that share rules and editions, the categories of FICS.
    """

    system: System
    also: Sequence[str]
    editions: Sequence[tuple[Edition, Sequence[Constant]]]
    own: Edition  # the newest, with the constants this office has replaced

    @property
    def prose(self) -> str:
        """Return the template of the chapter's text."""
        return f"ratings/parts/rules_{self.system.prose[0]}.html"

    @property
    def newest(self) -> Edition:
        """Return the edition the words of the chapter take their numbers from."""
        return self.editions[0][0]


def home(request: HttpRequest) -> HttpResponse:
    """Show the newest list of every system, what was published and played last, what is being rated."""
    shown, published = home_lists.boards(home_lists.systems())
    show_clubs([row for board in shown for row in board.top])
    on_its_way, recent = pending.under_way(shown)
    games = home_lists.games(shown)
    context = {
        "boards": shown,
        "games": games,
        "published": published,
        "under_way": on_its_way,
        "shows_handed_in": public.shows_handed_in(),
        "coming": pending.coming(shown, timezone.localdate()),
        "recent": recent,
        "usual": next((game.name for game in games if game.discipline), ""),
    }
    return render(request, "ratings/home.html", context)


def rules(request: HttpRequest) -> HttpResponse:
    """Explain each system that can be computed, with the constants its engine reads."""
    fide = first_of(FideEdition)
    periods = [system for system in SYSTEMS.values() if system.entry.family == fide.entry.family]
    built = [system for system in SYSTEMS.values() if system not in periods]
    rows = {row.key: row for row in RatingSystem.objects.all()}
    chapters: list[Chapter] = []
    for system in built:
        same = [other.key for other in built if other.editions == system.editions and other is not system]
        shares = traits_of(system.key).takes_single_games
        if shares and any(chapter.system.key in same for chapter in chapters):
            continue
        editions = [(edition, constants(system, edition)) for edition in reversed(system.editions)]
        own = as_chosen(rows.get(system.key), system.editions[-1])
        chapters.append(Chapter(system, same if shares else (), editions, own))
    context = {
        "chapters": chapters,
        "periods": periods,
        "fide": fide.editions[-1],
        "own_fide": as_chosen(rows.get(fide.key), fide.editions[-1]),
    }
    return render(request, "ratings/rules.html", context)


def search(request: HttpRequest) -> HttpResponse:
    """Find players, tournaments, clubs and towns by `?q=`; `?found=1`: the first few, for a field."""
    text = request.GET.get("q", "").strip()[:_TYPED]
    is_typing = "found" in request.GET
    limits = site_search.TYPING if is_typing else site_search.PAGE
    results = site_search.look_for(text, limits) if text else None
    if is_typing:
        return render(request, "ratings/parts/found.html", {"text": text, "results": results})
    groups = [(category_named(sex, age), address) for sex, age, address in results.groups] if results else []
    context = {"search_text": text, "results": results, "groups": groups}
    return render(request, "ratings/search.html", context)
