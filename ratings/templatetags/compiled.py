"""The rows of crosstables and of searches, set by the compiled templates: some have hundreds of cells."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from federation.language.dates import format_date
from federation.language.system_names import system_short
from federation.language.wording import translated
from federation.search.search import Named
from federation.vocabulary.disciplines.catalogue import Discipline
from federation.web.jinja import rendered
from ratings.charts.figures import MINUS
from ratings.crosstables.crosstables import Crosstable
from ratings.crosstables.spoken import said
from ratings.players.player_search import Listed
from ratings.templatetags import palmares
from ratings.views.players.events_table import moved
from tournaments.models import Tournament

register = template.Library()


@register.simple_tag
def cross_rows(cross: Crosstable, tournament: Tournament) -> SafeString:
    """Return the rows of a crosstable."""
    both = _both(cross, tournament.game) | _of_moves(cross, tournament)
    if tournament.game.tie_breaks:
        return rendered("cross_chess.html", both | _of_chess(cross))
    return rendered("cross_go.html", both | _of_go(cross, tournament))


@register.simple_tag
def found_rows(found: Sequence[tuple[Named, Sequence[Listed]]]) -> SafeString:
    """Return the rows of a search."""
    systems = {line.system for _player, lines in found for line in lines}
    context = {
        "found": found,
        "players": reverse("players"),
        "rating": palmares.rating,
        "short": {system: system_short(system) for system in systems},
    }
    return rendered("found_rows.html", context)


def _change_cell(change: int) -> SafeString:
    return moved(change, get_language() or "")


def _both(cross: Crosstable, game: Discipline) -> dict[str, Any]:
    return {
        "lines": cross.lines,
        "unpaired": _("no opponent"),
        "absent": _("not paired"),
        "said": partial(said, game=game),
        "colours": {side: translated(seat.letter) for side, seat in game.seats.items()},
        "players": reverse("players"),
        "halves": palmares.half_points,
    }


def _of_moves(cross: Crosstable, tournament: Tournament) -> dict[str, Any]:
    """Return what the changes of a row are set from: by the tournament itself, and by lists."""
    new = pgettext("player on a list", "new")
    return {
        "number": tournament.number,
        "rating": palmares.rating,
        "changed": _change_cell,
        "short": {system: system_short(system) for system in cross.systems},
        "first": format_html(
            '<span class="change first" title="{}"><span class="tag">{}</span>', _("First rating"), new
        ),
        "first_listed": format_html('<span class="change first"><span class="tag">{}</span>', new),
        "counts": cross.counts,
        "calculated": cross.calculated,
        "months": [format_date(count.day, "N Y") for count in cross.counts],
        "has_shares": cross.has_shares,
        "say_share": pgettext("of a rating", "Change"),
        "signed2": palmares.signed2,
        "unrated": format_html(
            '<span title="{}">{}</span>',
            _("Calculation"),
            pgettext("of a player on a list", "no rating"),
        ),
    }


def _of_go(cross: Crosstable, tournament: Tournament) -> dict[str, Any]:
    return {
        "signs": {"win": "+", "loss": MINUS, "draw": "=", "none": "?"},
        "has_grades": tournament.game.has_grades,
        "has_mcmahon": cross.has_mcmahon,
    }


def _of_chess(cross: Crosstable) -> dict[str, Any]:
    return {
        "played": ("0", "½", "1"),  # by half points
        "unplayed": (MINUS, "½", "+"),
        "has_buchholz": cross.has_buchholz,
        "has_performances": cross.has_performances,
        "signed": palmares.signed,
        "quarters": palmares.quarter_points,
    }
