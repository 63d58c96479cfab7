"""The systems of a player as one table, by a compiled template; until or since when active, in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from federation.language.dates import format_date
from federation.language.system_names import system_name
from federation.language.wording import grouped
from federation.models import Licence
from federation.web.jinja import rendered
from ratings.charts import figures
from ratings.lists import activity_spans
from ratings.lists.list_words import inactive, rating_head
from ratings.lists.queries import query_of
from ratings.players.held_systems import HeldSystem, moved_by
from ratings.players.histories import Event, History
from ratings.templatetags import palmares
from ratings.views.players.page_query import Asked


@dataclass(frozen=True, slots=True)
class _Row:
    """Values of one system for the template; figures as texts, "" if missing."""

    key: str
    system: str
    newest: str  # address of the newest list
    rating: str
    grade: str
    change: SafeString | str
    why: str  # address of the sum of the change
    rank: str
    place: str  # address of the player's line
    top: str
    mark: str  # inactive, provisional
    live: str
    deviation: str
    games: str
    day: str
    list: str  # address of the list


def table(player: int, held: Sequence[HeldSystem], history: History, asked: Asked) -> SafeString | str:
    """Return the table; nothing for a player no system knows."""
    if not held:
        return ""
    rows = [_row(player, system, history, asked) for system in held]
    context = {
        **_words(get_language() or ""),
        "say_rating": rating_head(*(row.key for row in rows)),
        "rows": rows,
        "has_live": any(row.live for row in rows),
        "has_games": any(row.games for row in rows),
    }
    return rendered("player_systems.html", context)


def _row(player: int, system: HeldSystem, history: History, asked: Asked) -> _Row:
    entry, line, live = system.entry, system.newest, system.live
    newest = reverse("list-newest", args=[system.key])
    listed = reverse("list", args=[system.key, line.day.isoformat()]) if line else ""
    change = entry.change if entry else None
    return _Row(
        key=system.key,
        system=system_name(system.key),
        newest=newest,
        rating=figures.plain(line.rating) if line else "",
        grade=line.grade if line else "",
        change=palmares.change(change) if entry is None or change is not None else _new(),
        why=why_address(player, system, moved_by(system, history), asked),
        rank=grouped(system.rank) if system.rank else "",
        place=f"{newest}{query_of(entry)}#p{player}" if entry else "",
        top=top_words(system.top),
        mark=_mark(system),
        live=figures.plain(live.rating) if live else "",
        deviation=figures.plain(live.deviation) if live and live.deviation is not None else "",
        games=grouped(system.games) if system.games else "",
        day=format_date(line.day, "j N Y") if line else "",
        list=listed,
    )


def why_address(player: int, held: HeldSystem, events: Sequence[Event], asked: Asked) -> str:
    """Return where the change of the newest list is added up; "" for nowhere."""
    entry = held.entry
    if entry is None or entry.change == 0:
        return ""
    if held.moves_by_list:
        line = held.newest
        has_sum = line is not None and line.day == entry.list.date and line.has_calculation
        day = entry.list.date.isoformat()
        return reverse("player-period", args=[player, held.key, day]) if has_sum else ""
    if entry.change is None:  # new on the list
        return ""
    here = f"{reverse('player', args=[player])}{asked.of_system(held.key)}"
    if held.moves_by_game:
        return f"{here}#games"
    if is_whole(entry.change, events):
        return reverse("change", args=[player, held.key, events[0].tournament])
    return f"{here}#why" if held.before() else ""


def _new() -> SafeString:
    return format_html('<span class="new">{}</span>', pgettext("player on a list", "new"))


def is_whole(change: int, events: Sequence[Event]) -> bool:
    """Return whether one tournament alone made a change of a list."""
    if len(events) != 1 or not events[0].tournament:
        return False
    return events[0].moves[0].change_shown == change


def top_words(top: int | None) -> str:
    """Return the best so many percent a player is among; "" for the lower half, or not active."""
    return "" if top is None else _("top %(n)s%%") % {"n": top}


def _mark(system: HeldSystem) -> str:
    entry = system.entry
    if entry is None:
        return ""
    if not entry.active:
        return inactive(entry.list)
    return _("provisional") if entry.provisional else ""


@lru_cache(16)
def _words(_language: str) -> Mapping[str, str]:
    """Return the words every such table has."""
    return {
        "say_caption": _("Ratings as published on the latest lists"),
        "say_system": _("System"),
        "say_change": pgettext("of a rating", "Change"),
        "say_why": pgettext("a rating changed", "Why?"),
        "say_rank": _("Rank"),
        "say_live": pgettext("rating", "Live"),
        "say_games": _("Games"),
        "say_list": _("List of"),
        "say_not_yet": _("not yet in a list"),
    }


def activity_facts(system: HeldSystem) -> list[tuple[str, str]]:
    """Return the day until which the player is active, or since when no longer, with its name."""
    span = system.active_span()
    day = span and activity_spans.since(span, [(line.day, line.active) for line in system.lines])
    return [(activity_spans.label(span), format_date(day, "j N Y"))] if span and day else []


def activity_hint(system: HeldSystem, licence: Licence | None) -> str:
    """Return what keeps the rank of a player, or brings it back; "" for nothing.

    `licence`: the newest of the player. The provisional of a stream have no rank to lose.
    """
    span = system.active_span()
    if span is None or (system.entry is not None and system.entry.provisional):
        return ""
    if not span.active:
        return activity_spans.returning(span)
    is_renewed = licence is not None and span.is_renewed(licence.season, licence.status)
    return "" if is_renewed else activity_spans.keeping(span)
