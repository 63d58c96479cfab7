"""The rows of a list page, set by the compiled template; kept for the pages most people read."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from federation.kept import pages as cache
from ratings.renderings import figures
from ratings.renderings.sparks import spark
from ratings.selection import Selection, address

KEPT_SECONDS = 3600
_NOWHERE = "\0"
RATING, CHANGE, MOVED, LAST_PLAYED = 8, 9, 10, 12  # places in a row: the rank, then queries.ROW
Row = tuple[Any, ...]


def table(selection: Selection, rows: list[Row], *, courses: Mapping[int, Sequence[int]]) -> SafeString:
    """Set the rows of a page; the template escapes whatever is not a figure."""
    before, _mark, after = escape(address(selection, club=_NOWHERE)).partition(quote(_NOWHERE))
    context = {
        "rows": rows,
        "columns": columns(selection),
        "player": reverse("players"),
        "club": (before, after),
        "games": escape(_("Games")),
        "inactive": format_html('<span class="off">{}</span>', _("inactive")),
        "everybody": selection.everybody,
        "plain": set_each(rows, RATING, rating),
        "moves": set_each(rows, CHANGE, change),
        "places": set_each(rows, MOVED, places),
        "months": set_each(rows, LAST_PLAYED, month),
        "sparks": {player: spark(course) for player, course in courses.items()},
    }
    return mark_safe(render_to_string("list_rows.html", context, using="jinja2"))  # noqa: S308  # escaped there


def columns(selection: Selection) -> list[tuple[str, str, str, str]]:
    """Describe the head of the table: label, class, address of the sorting, aria-sort."""
    heads = (
        ("rank", _("Rank"), "rank"),
        ("name", _("Name"), ""),
        ("", _("Club"), ""),
        ("", _("Grade"), ""),
        ("rating", _("Rating"), "number rating"),
        ("change", pgettext("of a rating", "Change"), "number"),
        ("", _("Course"), "spark"),
        ("games", _("Games"), "number"),
        ("", _("Last event"), "number"),
    )
    return [(label, css, *sorting(selection, name)) for name, label, css in heads]


def sorting(selection: Selection, name: str) -> tuple[str, str]:
    """Give the address that sorts by a column and its aria-sort; "" where it does not sort."""
    if not name:
        return "", ""
    following, direction = turned(selection.sort, name)
    return address(selection, sort=following), direction


def turned(sort: str, name: str) -> tuple[str, str]:
    """Give the order that follows where a column's head is followed, and its aria-sort now."""
    first, other = (name, f"-{name}") if name in ("rank", "name") else (f"-{name}", name)
    following = other if sort == first else first
    if sort.removeprefix("-") != name:
        return following, ""
    return following, "descending" if sort.startswith("-") else "ascending"


def set_each(rows: Sequence[Row], column: int, setting: Callable[[Any], str]) -> dict[Any, str]:
    """Set every value of a column once: a page has several hundred figures but few different ones."""
    return {value: setting(value) for value in {row[column] for row in rows}}


# What is made of digits needs no escaping.
@lru_cache(8192)
def rating(value: int) -> SafeString:
    """Set a rating."""
    return mark_safe(figures.plain(value))  # noqa: S308 - digits only


def change(value: int | None) -> SafeString:
    """Set a change against the list before; who was not on it is new."""
    if value is None:
        return format_html('<span class="new">{}</span>', pgettext("player on a list", "new"))
    return _changed(value)


@lru_cache(2048)
def _changed(value: int) -> SafeString:
    return format_html('<span class="change {}">{}</span>', figures.direction(value), figures.signed(value))


@lru_cache(2048)
def places(value: int | None) -> SafeString:
    """Set the places won or lost; an empty mark keeps the ranks in line."""
    if not value:
        return mark_safe('<span class="change"></span>')
    arrow = "↑" if value > 0 else "↓"
    return format_html('<span class="change {}">{}{}</span>', figures.direction(value), arrow, abs(value))


def month(day: date | None) -> SafeString:
    """Set a month as lists of the whole world read it: 2026-09."""
    return mark_safe(day.isoformat()[:7] if day else "")  # noqa: S308 - a date


def kept_key(state: tuple[int, ...], selection: Selection, *, asked: str) -> str:
    """Name a page worth keeping; "" for a filtered one, or an address written another way than ours.

    `state` tells the list and those it links to; a list itself never changes. As many pages are kept as a
    list has pages and orders.
    """
    if not selection.is_whole or f"?{asked}" != address(selection, page=selection.page):
        return ""
    return f"list-page-{settings.VERSION}-{'-'.join(map(str, state))}-{get_language()}-{quote(asked)}"


def kept(key: str) -> SafeString | None:
    """Give a kept page, None where there is none."""
    found: str | None = cache.get(key) if key else None
    return None if found is None else mark_safe(found)  # noqa: S308  # was safe when it was kept


def keep(key: str, page: str) -> SafeString:
    """Keep a page under its key."""
    if key:
        cache.set(key, str(page), KEPT_SECONDS)
    return mark_safe(page)  # noqa: S308  # rendered by a template that escapes
