"""The first page, which is today's lists, and the rules with their constants."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from ratings.histories import newest_lists
from ratings.models import ListEntry, PublishedList, RatingSystem
from ratings.queries import systems
from ratings.rulebook.editions import Edition, parameters_of
from ratings.rulebook.fide import STANDARD
from ratings.rulebook.systems import SYSTEMS, System
from tournaments.models import Tournament
from tournaments.stages import Stage

TOP, RECENT = 10, 8


@dataclass(frozen=True, slots=True)
class Board:
    """A system on the first page: its newest list, the list's first players."""

    system: RatingSystem
    list: PublishedList | None
    top: Sequence[ListEntry]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A system on the page of rules, with the constants of each of its editions.

    `also`: keys of systems that share rules and editions, the categories of FICS.
    """

    system: System
    also: Sequence[str]
    editions: Sequence[tuple[Edition, dict[str, float | bool | str]]]

    @property
    def newest(self) -> Edition:
        """Give the edition the words of the chapter take their numbers from."""
        return self.editions[0][0]


def home(request: HttpRequest) -> HttpResponse:
    """Show the newest list of every system, what was published and played last, what is being rated."""
    boards = _boards()
    approved = Tournament.objects.filter(stage=Stage.APPROVED).annotate(entrants=Count("entries"))
    published = PublishedList.objects.filter(ready=True, system__active=True).select_related("system")
    # A stream has a list every day: its newest is news, the others are in the archive.
    newest = [board.list.pk for board in boards if board.list]
    published = published.filter(Q(established=None) | Q(pk__in=newest))
    context = {
        "boards": boards,
        "recent": approved.order_by("-start", "-number")[:RECENT],
        "published": published.order_by("-published", "-pk")[:RECENT],
        "has_go": any(SYSTEMS[board.system.key].game == "go" for board in boards),
        "stale": [board.system for board in boards if board.system.stale_from],
    }
    return render(request, "ratings/home.html", context)


def rules(request: HttpRequest) -> HttpResponse:
    """Explain each system that can be computed, with the constants its engine reads."""
    built = [system for system in SYSTEMS.values() if system.engine or system.stream_engine]
    periods = [system for system in SYSTEMS.values() if system.period_engine]
    chapters: list[Chapter] = []
    for system in built:
        same = [other.key for other in built if other.editions is system.editions and other is not system]
        if system.stream_engine and any(chapter.system.key in same for chapter in chapters):
            continue
        editions = [(edition, parameters_of(edition)) for edition in reversed(system.editions)]
        chapters.append(Chapter(system, same if system.stream_engine else (), editions))
    return render(
        request, "ratings/rules.html", {"chapters": chapters, "periods": periods, "fide": STANDARD[-1]}
    )


def _boards() -> list[Board]:
    newest = newest_lists()
    lists = PublishedList.objects.in_bulk(newest.values())
    top: dict[int, list[ListEntry]] = {}
    # The index of active positions gives ten rows of each list without reading the others.
    for row in ListEntry.objects.filter(list__in=lists, active_position__lte=TOP).order_by("active_position"):
        top.setdefault(row.list_id, []).append(row)
    found = [(system, newest.get(system.key, 0)) for system in systems()]
    return [Board(system, lists.get(pk), top.get(pk, [])) for system, pk in found]
