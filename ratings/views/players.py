"""Players: search, the page of one, and why an event moved him."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from federation.dates import written
from federation.models import Player
from federation.search import find_players
from federation.shown import PUBLIC
from ratings import fide_history, histories, scopes
from ratings.encounters import edition_of
from ratings.explanation import Explanation, explain_event
from ratings.grades import Scale, grade_at
from ratings.models import PublishedList, RatingChange, RatingSystem
from ratings.performance import performance
from ratings.renderings import charts, figures
from ratings.rulebook.systems import SYSTEMS
from ratings.views import career, stream_course
from tournaments.models import Tournament
from tournaments.stages import Stage

FEW, MANY = 8, 50
SIZES = ((860, 250), (358, 190))  # on a desk, on a phone
EVENTS = 30  # shown at once; the rest at `?events=all`


@dataclass(frozen=True, slots=True)
class Course:
    """The chart of one system: the drawing in every size, and what it shows in words."""

    system: str
    drawings: Sequence[SafeString]
    caption: str


def search(request: HttpRequest) -> HttpResponse:
    """Find players by name or any number; for a field that is being typed into, the first few."""
    text = request.GET.get("q", "").strip()[:80]
    if "found" in request.GET:
        return render(request, "ratings/parts/found.html", {"text": text, "players": find_players(text, FEW)})
    players = find_players(text, MANY)
    entries = histories.listed(players)
    context = {
        "search_text": text,
        "lines": [(player, entries.get(player.pk, [])) for player in players],
        "is_full": len(players) == MANY,
    }
    return render(request, "ratings/players.html", context)


def player(request: HttpRequest, number: int) -> HttpResponse:
    """Show a player: where he stands, how he got there, event by event."""
    person = get_object_or_404(Player.objects.select_related("federation", "club"), pk=number)
    if person.merged_into_id is not None:  # not for ever: a merge can be undone
        return redirect("player", person.merged_into_id)
    history = histories.events(person)
    newest = histories.newest_lists()
    entries = histories.newest_entries(person, newest)
    shown = history if request.GET.get("events") == "all" else history[:EVENTS]
    context = {
        "player": person,
        # Other registers name whoever has the number.
        "identifiers": list(person.identifiers.order_by("scheme")) if person.privacy == PUBLIC else [],
        "licence": person.licences.order_by("-season").first(),
        "fide": [
            (course, fide_course(course), entries.get(course.system))
            for course in fide_history.courses(person, newest)
        ],
        "standings": [
            (standing, course(standing, history)) for standing in histories.standings(person, entries)
        ],
        "places": scopes.scopes(entries.values()),
        "played": career.section(person),
        "streams": stream_course.sections(person, newest),
        "events": shown,
        "hidden": len(history) - len(shown),
    }
    return render(request, "ratings/player.html", context)


def change(request: HttpRequest, number: int, system: str, tournament: int) -> HttpResponse:
    """Show why an event moved a player: the games, each with its sum; a fragment where htmx asks."""
    rows = RatingChange.objects.select_related("player", "tournament", "system")
    row = get_object_or_404(
        rows,
        player=number,
        system__key=system,
        tournament__number=tournament,
        tournament__stage=Stage.APPROVED,
    )
    if row.tournament is None or not _is_public(row.system, row.tournament):
        raise Http404(f"{system} {tournament}")
    explanation = explain_event(row.system, row.tournament).get(number)
    if explanation is None:
        raise Http404(f"{system} {tournament}")
    opponents = Player.objects.in_bulk([game.opponent for game in explanation.games])
    context = {
        "row": row,
        "system": system,
        "player": row.player,
        "tournament": row.tournament,
        "explanation": explanation,
        "games": [(game, opponents.get(game.opponent)) for game in explanation.games],
        "change": None if row.before is None or row.after is None else row.after - row.before,
        "moved": bool(explanation.adjustment) if row.before is not None else explanation.passes > 1,
        "has_remainder": abs(explanation.remainder) >= 0.005,
        "is_gor": SYSTEMS[system].engine == "gor",
        "performance": _performance(row.system, row.tournament, explanation),
    }
    template = "ratings/parts/why.html" if request.headers.get("HX-Request") else "ratings/change.html"
    return render(request, template, context)


def _performance(system: RatingSystem, tournament: Tournament, explanation: Explanation) -> float | None:
    """Give the rating played like in an event, handicaps counted in; None where all was won or all lost."""
    edition = edition_of(system, tournament.start)
    if edition is None:
        return None
    opponents = [game.before - game.difference for game in explanation.games]
    return performance(edition, opponents, sum(game.score for game in explanation.games))


def _is_public(system: RatingSystem, tournament: Tournament) -> bool:
    """Say whether a change may be read: of a system no longer kept, only what a published list holds."""
    if system.active:
        return True
    return PublishedList.objects.filter(system=system, ready=True, date__gte=tournament.start).exists()


def course(standing: histories.Standing, history: Sequence[histories.Event]) -> Course:
    """Draw the history of one system in every size, with its caption."""
    key = standing.current.system.key
    points = [charts.Point(*point, written(point[0], "j F Y")) for point in histories.points(history, key)]
    scale = SYSTEMS[key].scale
    if scale is None or not points:
        return Course(key, (), "")
    caption = _caption(points, scale)
    # what the drawing says is escaped where it is drawn
    drawings = [mark_safe(charts.history(points, scale, size=size, label=caption)) for size in SIZES]  # noqa: S308 - escaped there
    return Course(key, drawings, caption)


def fide_course(course: fide_history.Course) -> Course:
    """Draw a player's published ratings in every size, with their caption."""
    points = [
        charts.Point(line.day, line.rating, "", written(line.day, "F Y")) for line in reversed(course.lines)
    ]
    high = max(points, key=lambda point: point.value)
    caption = _("%(first)s to %(last)s. Highest %(high)s on the list of %(high_day)s.") % {
        "first": points[0].written,
        "last": points[-1].written,
        "high": figures.plain(high.value),
        "high_day": high.written,
    }
    # what the drawing says is escaped where it is drawn
    drawings = [mark_safe(charts.history(points, None, size=size, label=caption)) for size in SIZES]  # noqa: S308 - escaped there
    return Course(course.system, drawings, caption)


def _caption(points: Sequence[charts.Point], scale: Scale) -> str:
    high = max(points, key=lambda point: point.value)
    low = min(points, key=lambda point: point.value)
    return _(
        "%(first)s to %(last)s. Highest %(high)s (%(grade)s) on %(high_day)s, lowest %(low)s on %(low_day)s."
    ) % {
        "first": written(points[0].day, "F Y"),
        "last": written(points[-1].day, "F Y"),
        "high": figures.plain(high.value),
        "grade": grade_at(high.value, scale),
        "high_day": written(high.day, "j F Y"),
        "low": figures.plain(low.value),
        "low_day": written(low.day, "j F Y"),
    }
