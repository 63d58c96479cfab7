"""The rows of a FIDE list, set by a template of one row; titles, ages and federations in words."""

from collections.abc import Mapping, Sequence

from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from federation.vocabulary.countries import COUNTRIES, fide_letters
from ratings.lists.selection import Selection
from ratings.views.lists import list_table
from ratings.views.lists.fill_rows import escaped, filled

# places in a row: the rank, then queries.FIDE_ROW, then the place inside a group or federation
FEDERATION, RATING, CHANGE, MOVED, GAMES, K, BORN, ACTIVE, INSIDE = 4, 7, 8, 9, 10, 11, 12, 13, 14


def table(
    selection: Selection,
    rows: list[list_table.Row],
    *,
    courses: Mapping[int, Sequence[int]],
    is_top: bool = False,
) -> SafeString:
    """Set the rows of a page; whatever somebody wrote is escaped here, the rest is figures.

    `is_top`: the best of a group, each with the place in it; there are no other orders.
    """
    ranks, numbers, surnames, given, _codes, titles, women_titles, *_figures = zip(*rows, strict=True)
    cells = {
        "rank": [rank or "" for rank in ranks] if not is_top else ranks,
        "places": list_table.set_each(rows, MOVED, list_table.places),
        "inside": [row[INSIDE] for row in rows] if is_top or selection.is_national else ranks,
        "number": numbers,
        "title": escaped(map(_first, titles, women_titles)),
        "name": escaped(map(_name, surnames, given)),
        "federation": list_table.set_each(rows, FEDERATION, lambda code: escape(fide_letters(code))),
        "rating": list_table.set_each(rows, RATING, list_table.rating),
        "change": list_table.set_each(rows, CHANGE, list_table.change),
        "course": list_table.sparks(numbers, courses),
        "played": [row[GAMES] for row in rows],
        "k": [row[K] or "" for row in rows],
        "inactive": list_table.absent(row[ACTIVE] if selection.everybody else True for row in rows),
        "born": [row[BORN] or "" for row in rows],
    }
    context = {
        "player": reverse("players"),
        "games": _("Games"),
        "born_named": pgettext("of a player", "Born"),
        "top": is_top,
        "rank_named": _("Rank"),
        "national": selection.is_national,
        "inside_named": pgettext("rank inside a federation", "National"),
    }
    set_rows = filled("list_row_fide.html", cells, context)
    return list_table.framed("list_rows_fide.html", _columns(selection, is_top=is_top), set_rows)


def _first(title: str, women_title: str) -> str:
    return title or women_title


def _name(surname: str, given_name: str) -> str:
    return f"{surname}, {given_name}" if given_name else surname


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
    """Return federations to choose from, by name: code, FIDE's letters, name."""
    named = (
        (code, fide_letters(code), _(COUNTRIES[code][1]) if code in COUNTRIES else code) for code in codes
    )
    return sorted(named, key=lambda one: one[2])
