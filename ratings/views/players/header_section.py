"""The top of a player's page, who it is, set by a compiled template."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from federation.models import Licence
from federation.register.person import UNKNOWN
from federation.web.jinja import rendered
from ratings.charts import figures
from ratings.players.header import Person
from ratings.players.held_systems import HeldSystem
from ratings.templatetags import palmares

_UNTOLD = "-", "X"  # licence values that mean no licence


def top(found: Person, *, is_own: bool = False) -> SafeString:
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


def description(held: Sequence[HeldSystem]) -> str:
    """Return in a line where a player stands on lists, for shared links."""
    text = ""
    for system in held:
        line = system.newest
        if line is None or (system.entry is None and not system.moves_by_list) or system.moves_by_game:
            continue
        grade = f" ({line.grade})" if line.grade else ""
        text += f"{palmares.system_name(system.key)} {figures.plain(line.rating)}{grade}. "
    return text


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
