"""Players: search, and the page of one."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from ratings import fide_history, histories, listed_courses, player_search, portraits, scopes
from ratings.company import company
from ratings.views import career, player_courses, player_events, stream_course

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
    history = histories.events(person)
    head = portraits.head(person)
    entries = head.entries
    lines = listed_courses.lines(person, head.newest)
    met = company(person, few=career.OFTEN)
    shown = history if request.GET.get("events") == "all" else history[:EVENTS]
    context = {
        "player": person,
        "identifiers": found.identifiers,
        "licence": found.licence,
        "fide": [
            (
                course,
                player_courses.of_lists(course, is_listed=course.system in entries),
                entries.get(course.system),
            )
            for course in fide_history.of_lines(lines, entries)
        ],
        "standings": [
            (
                standing,
                player_courses.of_events(standing, history, lines.get(standing.current.system.key, ())),
            )
            for standing in head.standings
        ],
        "places": scopes.scopes(entries.values()),
        "played": career.section(person.pk, met.career),
        "streams": stream_course.sections(head, met, lines),
        "events": shown,
        "event_rows": player_events.rows(person, shown) if shown else "",
        "hidden": len(history) - len(shown),
    }
    return render(request, "ratings/player.html", context)
