"""The rows of a list page, set by a template of one row; kept for the pages most people read."""

from collections.abc import Callable, Iterable, Mapping, Sequence
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

from federation.web.caches import pages as cache
from ratings.charts import figures
from ratings.charts.sparks import spark
from ratings.lists.selection import Selection, address
from ratings.views.lists.fill_rows import escaped, filled

KEPT_SECONDS = 3600
_NOWHERE = "\0"
RATING, CHANGE, MOVED, GAMES, LAST_PLAYED = 8, 9, 10, 11, 12  # places in a row: the rank, then queries.ROW
Row = tuple[Any, ...]


def table(selection: Selection, rows: list[Row], *, courses: Mapping[int, Sequence[int]]) -> SafeString:
    """Set the rows of a page; whatever somebody wrote is escaped here, the rest is figures."""
    before, _mark, after = escape(address(selection, club=_NOWHERE)).partition(quote(_NOWHERE))
    ranks, numbers, surnames, given, federations, codes, clubs, grades, *_figures = zip(*rows, strict=True)
    cells = {
        "rank": [rank or "" for rank in ranks],
        "places": set_each(rows, MOVED, places),
        "number": numbers,
        "name": escaped(map("{} {}".format, surnames, given)),
        "club": [_club(before, after, *club) if club[0] else "" for club in zip(codes, clubs, strict=True)],
        "federation": escaped(federations),
        "grade": escaped(grades),
        "rating": set_each(rows, RATING, rating),
        "change": set_each(rows, CHANGE, change),
        "course": sparks(numbers, courses),
        "played": [row[GAMES] for row in rows],
        "inactive": absent(row[-1] for row in rows) if selection.everybody else [""] * len(rows),
        "month": set_each(rows, LAST_PLAYED, month),
    }
    context = {"player": reverse("players"), "games": _("Games")}
    return framed("list_rows.html", columns(selection), filled("list_row.html", cells, context))


def framed(template: str, heads: Sequence[tuple[str, ...]], rows: str) -> SafeString:
    """Set rows that are escaped under the heads of their columns."""
    context = {"columns": heads, "rows": mark_safe(rows)}  # noqa: S308 - each cell was escaped
    return mark_safe(render_to_string(template, context, using="jinja2"))  # noqa: S308 - escaped there


@lru_cache(4096)
def _club(before: str, after: str, code: str, name: str) -> str:
    """Lead to the players of a club, a blank behind; `before` and `after` are the address, escaped."""
    title, shown = escape(name), escape(code)
    return f'<a href="{before}{quote(code)}{after}" title="{title}">{shown}</a> '


def sparks(numbers: Iterable[int], courses: Mapping[int, Sequence[int]]) -> list[str]:
    """Draw the course of each player; nothing for who has none."""
    return [spark(courses.get(number, ())) for number in numbers]


def absent(active: Iterable[bool]) -> list[str]:
    """Say of each player who is inactive that he is, a blank behind."""
    word = str.__str__(format_html('<span class="off">{}</span> ', _("inactive")))
    return ["" if one else word for one in active]


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
    """Return the address that sorts by a column and its aria-sort; "" where it does not sort."""
    if not name:
        return "", ""
    following, direction = turned(selection.sort, name)
    return address(selection, sort=following), direction


def turned(sort: str, name: str) -> tuple[str, str]:
    """Return the order that follows where a column's head is followed, and its aria-sort now."""
    first, other = (name, f"-{name}") if name in ("rank", "name") else (f"-{name}", name)
    following = other if sort == first else first
    if sort.removeprefix("-") != name:
        return following, ""
    return following, "descending" if sort.startswith("-") else "ascending"


def set_each(rows: Sequence[Row], column: int, setting: Callable[[Any], str]) -> list[str]:
    """Set a column, every value once: a page has several hundred figures but few different ones."""
    values = [row[column] for row in rows]
    # a text marked as safe takes ten times as long to put in as a plain one
    known = {value: str.__str__(setting(value)) for value in set(values)}
    return [known[value] for value in values]


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


def month(day: date | None) -> str:
    """Set a month as lists of the whole world read it: 2026-09."""
    return day.isoformat()[:7] if day else ""


def kept_key(state: tuple[int, ...], selection: Selection, *, asked: str) -> str:
    """Name a page worth keeping; "" for a filtered one, or an address written another way than ours.

    `state` tells the list and those it links to; a list itself never changes. As many pages are kept as a
    list has pages and orders.
    """
    if not selection.is_whole or f"?{asked}" != address(selection, page=selection.page):
        return ""
    return f"list-page-{settings.VERSION}-{'-'.join(map(str, state))}-{get_language()}-{quote(asked)}"


def kept(key: str) -> SafeString | None:
    """Return a kept page, None where there is none."""
    found: str | None = cache.get(key) if key else None
    return None if found is None else mark_safe(found)  # noqa: S308  # was safe when it was kept


def keep(key: str, page: str) -> SafeString:
    """Keep a page under its key."""
    if key:
        cache.set(key, str(page), KEPT_SECONDS)
    return mark_safe(page)  # noqa: S308  # rendered by a template that escapes
