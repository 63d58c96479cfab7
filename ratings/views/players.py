"""Players: search, and the page of one."""

from collections.abc import Mapping, Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from ratings import fide_history, histories, listed_courses, player_search, portraits, scopes
from ratings.company import company
from ratings.views import career, player_courses, player_events, player_top, stream_course
from ratings.views.chart_figures import Figure

FEW, MANY = 8, 50
EVENTS = 30  # shown at once; the rest at `?events=all`


def search(request: HttpRequest) -> HttpResponse:
    """Find players by name or any number; for a field that is being typed into, the first few."""
    text = request.GET.get("q", "").strip()[:80]
    if "found" in request.GET:
        context = {"text": text, "found": player_search.look_for(text, FEW)}
        return render(request, "ratings/parts/found.html", context)
    context = {"search_text": text, "found": player_search.look_for(text, MANY)}
    return render(request, "ratings/players.html", context)


def player(request: HttpRequest, number: int) -> HttpResponse:
    """Show a player: where he stands, how he got there, event by event."""
    found = portraits.person(number)
    if found is None:
        raise Http404(str(number))
    person = found.player
    if person.merged_into_id is not None:  # not for ever: a merge can be undone
        return redirect("player", person.merged_into_id)
    most = None if request.GET.get("events") == "all" else EVENTS
    history = histories.history(person, most=most)
    head = portraits.head(person)
    entries = head.entries
    lines = listed_courses.lines(person, head.newest)
    met = company(found, few=career.OFTEN)
    fide = fide_history.of_lines(lines, entries)
    places = scopes.scopes(entries.values())
    standings = [(standing, _drawn(standing, history, lines)) for standing in head.standings]
    context = {
        "player": person,
        "standings": standings,
        "top": player_top.top(found, standings, places, has_events=bool(history.events)),
        "description": player_top.description(
            standings, [(course.system, course.lines[0].rating) for course in fide]
        ),
        "fide": [
            (
                course,
                player_courses.of_lists(course, is_listed=course.system in entries),
                entries.get(course.system),
            )
            for course in fide
        ],
        "places": places,
        "played": career.section(person.pk, met.career),
        "streams": stream_course.sections(head, met, lines),
        "events": history.events,
        "event_rows": player_events.rows(person, history.events) if history.events else "",
        "hidden": history.count - len(history.events),
    }
    return render(request, "ratings/player.html", context)


def _drawn(
    standing: histories.Standing,
    history: histories.History,
    lines: Mapping[str, Sequence[listed_courses.Line]],
) -> Figure:
    key = standing.current.system.key
    return player_courses.of_events(standing, history.courses.get(key, ()), lines.get(key, ()))
