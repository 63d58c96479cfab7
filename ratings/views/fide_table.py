"""The rows of a FIDE list, set by the compiled template; titles, ages and federations in words."""

from collections.abc import Mapping, Sequence

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from federation.countries import COUNTRIES, fide_letters
from ratings.renderings.sparks import spark
from ratings.selection import Selection
from ratings.views import list_table

FEDERATION, RATING, CHANGE, MOVED = 4, 7, 8, 9  # places in a row: the rank, then queries.FIDE_ROW


def table(
    selection: Selection,
    rows: list[list_table.Row],
    *,
    courses: Mapping[int, Sequence[int]],
    is_top: bool = False,
) -> SafeString:
    """Set the rows of a page; the template escapes whatever is not a figure.

    `is_top`: the best of a group, each with the place in it; there are no other orders.
    """
    context = {
        "rows": rows,
        "columns": _columns(selection, is_top=is_top),
        "player": reverse("players"),
        "letters": list_table.set_each(rows, FEDERATION, lambda code: escape(fide_letters(code))),
        "games": escape(_("Games")),
        "born": escape(pgettext("of a player", "Born")),
        "inactive": format_html('<span class="off">{}</span>', _("inactive")),
        "everybody": selection.everybody,
        "top": is_top,
        "rank": escape(_("Rank")),
        "national": selection.is_national,
        "inside": escape(pgettext("rank inside a federation", "National")),
        "plain": list_table.set_each(rows, RATING, list_table.rating),
        "moves": list_table.set_each(rows, CHANGE, list_table.change),
        "places": list_table.set_each(rows, MOVED, list_table.places),
        "sparks": {player: spark(course) for player, course in courses.items()},
    }
    return mark_safe(render_to_string("list_rows_fide.html", context, using="jinja2"))  # noqa: S308  # escaped there


def _columns(selection: Selection, *, is_top: bool) -> list[tuple[str, str, str, str]]:
    """Describe the head of the table: label, class, address of the sorting, aria-sort."""
    heads = [
        ("rank", _("Rank"), "rank"),
        ("", pgettext("of a chess player", "Title"), ""),
        ("name", _("Name"), ""),
        ("", _("Federation"), ""),
        ("rating", _("Rating"), "number rating"),
        ("change", pgettext("of a rating", "Change"), "number"),
        ("", _("Course"), "spark"),
        ("", _("Games"), "number"),
        ("", "K", "number"),
        ("", pgettext("of a player", "Born"), "number"),
    ]
    if is_top:
        heads[:1] = [("", "#", "rank"), ("", _("Rank"), "number")]
    elif selection.is_national:
        heads.insert(1, ("", pgettext("rank inside a federation", "National"), "number"))
    return [
        (label, css, *list_table.sorting(selection, "" if is_top else name)) for name, label, css in heads
    ]


def age_named(age: str) -> str:
    """Say an age group in words."""
    years = {"years": age[1:]}
    return (_("under %(years)s") if age.startswith("u") else _("over %(years)s")) % years


def federations(codes: Sequence[str]) -> list[tuple[str, str, str]]:
    """Give federations to choose from, by name: code, FIDE's letters, name."""
    named = (
        (code, fide_letters(code), _(COUNTRIES[code][1]) if code in COUNTRIES else code) for code in codes
    )
    return sorted(named, key=lambda one: one[2])
