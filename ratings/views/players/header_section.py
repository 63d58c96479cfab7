"""The top of a player's page, who it is and where he stands, set by a compiled template."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from federation.language.dates import format_date
from federation.models import Licence
from federation.register.person import UNKNOWN
from federation.web.jinja import rendered
from ratings.charts import figures
from ratings.lists.activity_words import inactive
from ratings.lists.page_of_entry import query_of
from ratings.models import ListEntry
from ratings.players.group_places import Scope
from ratings.players.header import Person
from ratings.players.histories import Standing
from ratings.templatetags import palmares
from ratings.templatetags.scopes import lines
from ratings.views.players.chart_figures import Figure

Drawn = tuple[Standing, Figure]  # where somebody stands in a system, and his course there
Places = Mapping[int, Sequence[Scope]]
_UNTOLD = "-", "X"  # licences of nobody


@dataclass(frozen=True, slots=True)
class _Shown:
    """What the template says of one system; the ratings as texts."""

    key: str
    system: str
    newest: str
    entry: ListEntry | None
    rating: str
    change: str
    place: str
    inactive: str
    scopes: Sequence[tuple[str, int, str]]
    listed: str
    live: str
    highest: str
    games: int
    events: int
    has_moved: bool
    is_exact: bool
    calculator: str
    figure: Figure


def top(found: Person, standings: Sequence[Drawn], places: Places, *, has_events: bool) -> SafeString:
    """Return who a player is, and his systems that move event by event.

    Where events are shown below, a change of the list leads to them.
    """
    player = found.player
    context = {
        **_words(get_language() or ""),
        "player": player,
        "name": str(player),
        "number": player.number,
        "club": (player.club.get_absolute_url() if player.club else "", player.club_name),
        "federation": str(player.federation),
        "identifiers": [(one.get_scheme_display(), one.value) for one in found.identifiers],
        "licence": _licence(found.licence),
        "death": _death(player.public_death),
        "choose": reverse("player-against-choose", args=[player.pk]),
        "follow": reverse("player-follow", args=[player.pk]),
        "history": reverse("api:history_csv", args=[player.pk]),
        "has_events": has_events,
        "standings": [_standing_section(one, figure, places) for one, figure in standings],
    }
    return rendered("player_top.html", context)


def description(standings: Sequence[Drawn], fide: Sequence[tuple[str, int]]) -> str:
    """Return in a line where a player stands, for shared links; `fide`: ratings by system."""
    entries = [one.entry for one, _figure in standings if one.entry]
    told = [
        f"{palmares.system_name(one.list.system.key)} {figures.plain(one.rating)} ({one.grade}). "
        for one in entries
    ]
    told += [f"{palmares.system_name(key)} {figures.plain(rating)}. " for key, rating in fide]
    return "".join(told)


def _standing_section(standing: Standing, figure: Figure, places: Places) -> _Shown:
    entry, current = standing.entry, standing.current
    key = current.system.key
    newest = reverse("list-newest", args=[key])
    return _Shown(
        key=key,
        system=palmares.system_name(key),
        newest=newest,
        entry=entry,
        rating=figures.plain(entry.rating) if entry else "",
        change=palmares.change(entry.change) if entry else "",
        place=f"{newest}{query_of(entry)}#p{entry.player_id}" if entry else "",
        inactive=inactive(key),
        scopes=lines(entry, places),
        listed=format_date(entry.list.date, "j F Y") if entry else "",
        live=figures.plain(current.rating),
        highest=figures.plain(current.highest_rating),
        games=current.games,
        events=current.events,
        has_moved=standing.has_moved,
        is_exact=standing.is_exact,
        calculator=reverse("calculator", args=[key]),
        figure=figure,
    )


def _licence(licence: Licence | None) -> str:
    """Return the season of a licence, and its kind where it is no whole one; "" for none."""
    if licence is None or licence.status in _UNTOLD:
        return ""
    kind = {"C": _("leisure"), "e": _("foreigner")}.get(licence.status)
    return f"{licence.season}, {kind}" if kind else str(licence.season)


def _death(year: str) -> str:
    """Return the year of death, or that it is not known; "" where nothing is shown."""
    return pgettext("year of death", "year unknown") if year == UNKNOWN else year


@lru_cache(16)
def _words(language: str) -> Mapping[str, str]:  # noqa: ARG001 - part of the key
    """Return what every such page says."""
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
        "say_why": pgettext("a rating changed", "Why?"),
        "say_rank": _("Rank"),
        "say_list_of": _("List of"),
        "say_listed": _("In a list"),
        "say_not_yet": _("not yet"),
        "say_live": _("Live, not published"),
        "say_highest": _("Highest"),
        "say_games": _("Games"),
        "say_events": _("Tournaments"),
        "say_calculator": _("Calculator"),
        "say_what_if": _("What if …?"),
        "say_without_licence": _("Without a licence for the season, the list shows the bottom of the grade."),
        "say_table": _("The figures as a table"),
        "say_csv": _("CSV file"),
        "bell": render_to_string("parts/bell.html", using="django"),
    }
