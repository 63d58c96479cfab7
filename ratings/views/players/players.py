"""Players: search, and the page of one."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from federation.accounts.permissions import account_of, holds_record
from federation.language.system_names import system_name
from federation.language.wording import labelled
from federation.models import Licence, Player
from federation.web.caches import do_not_cache
from federation.web.jinja import rendered
from ratings.charts import figures
from ratings.players import (
    chess_events,
    group_places,
    header,
    histories,
    list_history,
    opponents,
    player_search,
)
from ratings.players.header import Person
from ratings.players.held_systems import HeldSystem, held_systems
from ratings.players.people_met import people_met
from ratings.views.players import (
    career,
    events_table,
    online_history,
    page_query,
    system_panel,
    systems_table,
)

_UNTOLD = "-", "X"  # licence values that mean no licence

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
    description = page_description(systems)
    shown = system_panel.Shown(person, systems, history, places, wanted, section, identity.licence)
    context = {
        "player": person,
        "asked": wanted,
        "held": systems,
        "section": section,
        "top": page_top(identity, is_own=_is_own(request, number)),
        "description": description,
        "summary": labelled(person, description) if description else person,
        "systems": systems_table.table(person.pk, systems, history, wanted),
        "course": system_panel.panel(shown, is_alone=not shown_events),
        "played": career.section(person.pk, met.career),
        "events": shown_events,
        "event_rows": events_table.rows(
            person, shown_events, opponents.ended(identity, shown_events), wanted.system
        )
        if shown_events
        else "",
        "plays_tournaments": all(system.adds_up for system in systems),
        "hidden": hidden,
        "every": wanted.of_all_events(),
    }
    return render(request, "ratings/player.html", context)


def _is_own(request: HttpRequest, number: int) -> bool:
    """Return whether the reader's account holds a record; no query for a reader who is not logged in."""
    return request.user.is_authenticated and holds_record(account_of(request), number)


def page_top(found: Person, *, is_own: bool = False) -> SafeString:
    """Return who a player is; `is_own`: the record is the reader's."""
    player = found.player
    context = {
        **_words(get_language() or ""),
        "player": player,
        "name": str(player),
        "number": player.number,
        "club": (player.shown_club.get_absolute_url() if player.shown_club else "", player.club_name),
        "federation": str(player.federation),
        "identifiers": [
            (identifier.get_scheme_display(), identifier.value) for identifier in found.identifiers
        ],
        "licence": _licence(found.licence),
        "death": _death(player.public_death),
        "choose": reverse("player-against-choose", args=[player.pk]),
        "follow": reverse("player-follow", args=[player.pk]),
        "claim": reverse("claim", args=[player.pk]),
        "own": reverse("me") if is_own else "",
    }
    return rendered("player_top.html", context)


def page_description(held: Sequence[HeldSystem]) -> str:
    """Return in a line where a player stands on lists, for shared links."""
    text = ""
    for system in held:
        line = system.newest
        if line is None or (system.entry is None and not system.moves_by_list) or system.moves_by_game:
            continue
        grade = f" ({line.grade})" if line.grade else ""
        text += f"{system_name(system.key)} {figures.plain(line.rating)}{grade}. "
    return text.rstrip()


def _licence(licence: Licence | None) -> str:
    """Return the season of a licence, and its kind where it is no whole one; "" for none."""
    if licence is None or licence.status in _UNTOLD:
        return ""
    kind = {"C": _("leisure"), "e": _("foreigner")}.get(licence.status)
    return f"{licence.season}, {kind}" if kind else str(licence.season)


def _death(year: str) -> str:
    """Return the year of death, or that it is not known; "" where nothing is shown."""
    return pgettext("year of death", "year unknown") if year == Player.UNKNOWN_DEATH else year


@lru_cache(16)
def _words(language: str) -> Mapping[str, str]:  # noqa: ARG001 - part of the key
    """Return the words every such page has."""
    return {
        "say_title": pgettext("of a chess player", "Title"),
        "say_club": _("Club"),
        "say_federation": _("Federation"),
        "say_declared": _("Declared grade"),
        "say_licence": _("Licence"),
        "say_death": _("Deceased"),
        "say_number": _("Number"),
        "say_compare": _("Compare"),
        "say_against": _("with another player"),
        "say_follow": pgettext("a player", "Follow"),
        "say_by_letter": _("by e-mail or feed"),
        "say_yours": _("Is this you?"),
        "say_link": _("Link this record"),
        "say_own": _("My page"),
        "say_own_has": _("Ratings, tournaments, privacy"),
        "bell": render_to_string("parts/bell.html", using="django"),
    }
