"""The rows of a list page, set by the compiled template; kept for the pages most people read."""

from collections.abc import Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from federation.kept import pages as cache
from ratings.renderings import charts, figures
from ratings.selection import Selection, address

KEPT_SECONDS = 3600
_NOWHERE = "\0"


def table(
    selection: Selection, rows: list[tuple[Any, ...]], *, courses: Mapping[int, Sequence[int]]
) -> SafeString:
    """Set the rows of a page; the template escapes whatever is not a figure."""
    before, _mark, after = address(selection, club=_NOWHERE).partition(quote(_NOWHERE))
    context = {
        "rows": rows,
        "columns": columns(selection),
        "player": reverse("players"),
        "club": (before, after),
        "games": _("Games"),
        "new": format_html('<span class="new">{}</span>', pgettext("player on a list", "new")),
        "inactive": format_html('<span class="off">{}</span>', _("inactive")),
        "everybody": selection.everybody,
        "figure": figure,
        "plain": rating,
        "moves": change,
        "places": places,
        "month": month,
        "spark": lambda player: mark_safe(charts.spark(courses[player])),  # noqa: S308  # figures only
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
    first, other = (name, f"-{name}") if name in ("rank", "name") else (f"-{name}", name)
    following = address(selection, sort=other if selection.sort == first else first)
    if selection.sort.removeprefix("-") != name:
        return following, ""
    return following, "descending" if selection.sort.startswith("-") else "ascending"


# A page has several hundred figures but few different ones; what is made of digits needs no escaping.
@lru_cache(8192)
def figure(value: int) -> SafeString:
    """Set a count."""
    return mark_safe(str(int(value)))  # noqa: S308 - digits only


@lru_cache(8192)
def rating(value: int) -> SafeString:
    """Set a rating."""
    return mark_safe(figures.plain(value))  # noqa: S308 - digits only


@lru_cache(2048)
def change(value: int) -> SafeString:
    """Set a change against the list before."""
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
