"""Players: search, and the page of one."""

from collections.abc import Mapping, Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from ratings.players import fide_history, group_places, header, histories, list_history, player_search
from ratings.players.people_met import people_met
from ratings.views.players import career, events_table, header_section, online_history, rating_charts
from ratings.views.players.chart_figures import Figure

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
    found = header.person(number)
    if found is None:
        raise Http404(str(number))
    person = found.player
    if person.merged_into_id is not None:  # not for ever: a merge can be undone
        return redirect("player", person.merged_into_id)
    most = None if request.GET.get("events") == "all" else EVENTS
    history = histories.history(person, most=most)
    head = header.head(person)
    entries = head.entries
    lines = list_history.lines(person, head.newest)
    met = people_met(found, few=career.OFTEN)
    fide = fide_history.of_lines(lines, entries)
    places = group_places.scopes(entries.values())
    standings = [(standing, _draw_course(standing, history, lines)) for standing in head.standings]
    context = {
        "player": person,
        "standings": standings,
        "top": header_section.top(found, standings, places, has_events=bool(history.events)),
        "description": header_section.description(
            standings, [(course.system, course.lines[0].rating) for course in fide]
        ),
        "fide": [
            (
                course,
                rating_charts.of_lists(course, is_listed=course.system in entries),
                entries.get(course.system),
            )
            for course in fide
        ],
        "places": places,
        "played": career.section(person.pk, met.career),
        "streams": online_history.sections(head, met, lines),
        "events": history.events,
        "event_rows": events_table.rows(person, history.events) if history.events else "",
        "hidden": history.count - len(history.events),
    }
    return render(request, "ratings/player.html", context)


def _draw_course(
    standing: histories.Standing,
    history: histories.History,
    lines: Mapping[str, Sequence[list_history.Line]],
) -> Figure:
    key = standing.current.system.key
    return rating_charts.of_events(standing, history.courses.get(key, ()), lines.get(key, ()))
