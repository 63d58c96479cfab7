"""The rows of crosstables and of searches, set by the compiled templates: some have hundreds of cells."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from federation.language.dates import written
from federation.search.search import Named
from ratings.charts import figures
from ratings.crosstables.crosstables import Crosstable
from ratings.players.player_search import Listed
from ratings.templatetags import palmares
from ratings.views.players.events_table import moved
from ratings.views.tournaments.crosstable_cells import cells
from tournaments.models import Tournament

register = template.Library()


@register.simple_tag
def cross_rows(cross: Crosstable, tournament: Tournament) -> SafeString:
    """Set the rows of a crosstable; the template escapes whatever is not a figure."""
    is_chess = tournament.discipline == "chess"
    name = "cross_chess" if is_chess else "cross_go"
    context = _both() | (_of_chess(cross) if is_chess else _of_go(cross, tournament))
    rounds = cells([line.row for line in cross.lines], f"{name}_cell.html")
    context["lines"] = zip(cross.lines, rounds, strict=True)
    return mark_safe(render_to_string(f"{name}.html", context, using="jinja2"))  # noqa: S308 - escaped there


@register.simple_tag
def found_rows(found: Sequence[tuple[Named, Sequence[Listed]]]) -> SafeString:
    """Set the rows of a search; the template escapes whatever is not a figure."""
    systems = {line.system for _player, lines in found for line in lines}
    context = {
        "found": found,
        "players": reverse("players"),
        "rating": palmares.rating,
        "short": {system: escape(palmares.system_short(system)) for system in systems},
    }
    return mark_safe(render_to_string("found_rows.html", context, using="jinja2"))  # noqa: S308 - escaped there


def _changed(change: float) -> SafeString:
    return moved(figures.whole(change), get_language() or "")


def _both() -> dict[str, Any]:
    return {
        "players": reverse("players"),
        "halves": palmares.half_points,
        "rating": palmares.rating,
        "changed": _changed,
    }


def _of_go(cross: Crosstable, tournament: Tournament) -> dict[str, Any]:
    new = pgettext("player on a list", "new")
    return {
        "number": tournament.number,
        "short": {system: escape(palmares.system_short(system)) for system in cross.systems},
        "first": format_html(
            '<span class="change first" title="{}"><span class="tag">{}</span>', _("First rating"), new
        ),
    }


def _of_chess(cross: Crosstable) -> dict[str, Any]:
    new = pgettext("player on a list", "new")
    return {
        "counts": cross.counts,
        "months": [escape(written(one.day, "N Y")) for one in cross.counts],
        "has_buchholz": cross.has_buchholz,
        "quarters": palmares.quarter_points,
        "first": format_html('<span class="change first"><span class="tag">{}</span>', new),
        "unrated": format_html(
            '<span title="{}">{}</span>',
            _("Calculation"),
            pgettext("of a player on a list", "no rating"),
        ),
    }
