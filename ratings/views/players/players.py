"""Players: search, and the page of one."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from federation.accounts.permissions import account_of
from federation.claims import claims
from ratings.page_cache.responses import do_not_cache
from ratings.players import (
    chess_events,
    group_places,
    header,
    histories,
    list_history,
    player_search,
    rated_results,
)
from ratings.players.held_systems import held_systems
from ratings.players.people_met import people_met
from ratings.views.players import (
    career,
    events_table,
    header_section,
    online_history,
    page_query,
    system_panel,
    systems_table,
)

MANY = 50
EVENTS = 12  # shown at once; the rest at `?events=all`


def search(request: HttpRequest) -> HttpResponse:
    """Find players by name or any number."""
    text = request.GET.get("q", "").strip()[:80]
    context = {"search_text": text, "found": player_search.look_for(text, MANY)}
    return render(request, "ratings/players.html", context)


def player(request: HttpRequest, number: int) -> HttpResponse:
    """Show a player: the systems as a table, one of them as a chart (`?system=`, `?range=`), the events."""
    identity = header.person(number)
    if identity is None:
        raise Http404(str(number))
    person = identity.player
    if person.merged_into_id is not None:  # not for ever: a merge can be undone
        return redirect("player", person.merged_into_id)
    head, moment = header.head(person), timezone.now()
    lines = list_history.lines(person, head.newest)
    systems = held_systems(head, lines, moment)
    wanted = page_query.read(request.GET, [system.key for system in systems])
    if wanted.is_misread:
        do_not_cache(request)
    most = None if wanted.all_events else EVENTS
    history = histories.history(person, most=most)
    streams = [system.key for system in systems if system.moves_by_game and system.key == wanted.system]
    met = people_met(identity, few=career.OFTEN, systems=streams)
    section = online_history.section(head, met, streams[0], moment) if streams else None
    looked_at = [head.entries[wanted.system]] if wanted.system in head.entries else []
    places = group_places.scopes(looked_at)
    chess = chess_events.events_of(identity, head, history, most=most)
    shown_events, hidden = chess_events.newest(history, chess, most=most)
    shown = system_panel.Shown(person, systems, history, places, wanted, section, identity.licence)
    context = {
        "player": person,
        "asked": wanted,
        "held": systems,
        "section": section,
        "top": header_section.top(identity, is_own=_is_own(request, number)),
        "description": header_section.description(systems),
        "systems": systems_table.table(person.pk, systems, history, wanted),
        "course": system_panel.panel(shown, is_alone=not shown_events),
        "played": career.section(person.pk, met.career),
        "events": shown_events,
        "event_rows": events_table.rows(
            person, shown_events, rated_results.ended(identity, shown_events), wanted.system
        )
        if shown_events
        else "",
        "plays_tournaments": not any(system.moves_by_list or system.moves_by_game for system in systems),
        "hidden": hidden,
        "every": wanted.of_all_events(),
    }
    return render(request, "ratings/player.html", context)


def _is_own(request: HttpRequest, number: int) -> bool:
    """Return whether the reader's account holds a record; no query for a reader who is not logged in."""
    return request.user.is_authenticated and claims.holds(account_of(request), number)
