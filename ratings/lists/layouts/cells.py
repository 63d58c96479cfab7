"""The cells of list pages, set column by column, and rows filled with them.

The same figure stands on a page many times.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import Any

from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _
from markupsafe import escape

from federation.language.wording import grouped
from ratings.charts import figures

_HEIGHTS = [f"{tenths / 10:.1f}" for tenths in range(201)]  # of the drawing, which is 20 high

_GAP = "\0"  # in no text the database holds


def set_each(values: Iterable[Any], setting: Callable[[Any], str]) -> list[str]:
    """Return a column, every value once: a page has several hundred figures but few different ones."""
    every = list(values)
    # a text marked as safe takes ten times as long to put in as a plain one
    known = {value: str.__str__(setting(value)) for value in set(every)}
    return [known[value] for value in every]


def sparks(numbers: Iterable[int], courses: Mapping[int, Sequence[int]]) -> list[str]:
    """Draw the course of each player; nothing for who has none."""
    return [spark(courses.get(number, ())) for number in numbers]


def absent(active: Iterable[bool], word: str) -> list[str]:
    """Return a mark with a word for each inactive player, a blank behind."""
    word = str.__str__(format_html('<span class="off">{}</span> ', word))
    return ["" if is_active else word for is_active in active]


# What is made of digits needs no escaping.
@lru_cache(8192)
def rating(value: int) -> str:
    """Return a rating."""
    return figures.plain(value)


def counts(values: Iterable[int | None]) -> list[str]:
    """Return counts and ranks, nothing for none; thousands are grouped as everywhere."""
    return [grouped(value) if value else "" for value in values]


def change(value: int | None) -> SafeString:
    """Return a change against the list before; who was not on it is new."""
    if value is None:
        return format_html('<span class="new">{}</span>', pgettext("player on a list", "new"))
    return _change_cell(value)


@lru_cache(2048)
def _change_cell(value: int) -> SafeString:
    return format_html('<span class="change {}">{}</span>', figures.direction(value), figures.signed(value))


def places(value: int | None) -> SafeString:
    """Return the places won or lost, in words for who hears them; an empty mark keeps the ranks in line."""
    return _places_cell(value, get_language())


@lru_cache(4096)
def _places_cell(value: int | None, _language: str | None) -> SafeString:
    if not value:
        return mark_safe('<span class="change"></span>')
    arrow, words = ("↑", _("up %(places)s")) if value > 0 else ("↓", _("down %(places)s"))
    return format_html(
        '<span class="change {}" role="img" aria-label="{}">{}{}</span>',
        figures.direction(value),
        words % {"places": grouped(abs(value))},
        arrow,
        grouped(abs(value)),
    )


def month(day: date | None) -> str:
    """Return a month as lists of the whole world read it: 2026-09."""
    return day.isoformat()[:7] if day else ""


def day(on: date | None) -> str:
    """Return a day as lists of the whole world read it."""
    return on.isoformat() if on else ""


def filled(template: str, cells: Mapping[str, Sequence[object]], context: Mapping[str, Any]) -> str:
    """Return a Jinja2 template of one row filled for every row of the columns in `cells`, each (n,).

    A row has thirty pieces of the same words between its cells. A template that set all hundred rows took
    longer over them than over the cells: a list page took 8.1 to 9.1 ms of processor instead of 6.5.

    The cells are put in as they are: figures, or texts that are escaped already. In the template a cell
    may stand alone only, not be asked or changed; ValueError where one is named that is none.
    """
    holes = {name: hole(name) for name in cells}
    parts = render_to_string(template, {**context, **holes}, using="jinja2").split(_GAP)
    names = parts[1::2]
    if not set(names) <= cells.keys():
        raise ValueError(f"{template}: {sorted(set(names) - cells.keys())}")
    parts[::2] = (part.replace("%", "%%") for part in parts[::2])
    parts[1::2] = ["%s"] * len(names)
    pattern = "".join(parts) + "\n"
    rows = zip(*(cells[name] for name in names), strict=True)
    return "".join([pattern % row for row in rows])


def hole(name: str) -> str:
    """Return what stands for a cell in a text that becomes part of a row."""
    return f"{_GAP}{name}{_GAP}"


def escaped(texts: Iterable[str]) -> list[str]:
    """Escape many texts at once; none of them has the sign NUL, which neither database takes."""
    every = list(texts)
    return str(escape(_GAP.join(every))).split(_GAP) if every else []


def spark(values: Sequence[float]) -> str:
    """Draw a few ratings as a line the size of a word; "" for fewer than two."""
    if len(values) < 2:
        return ""
    low, high = min(values), max(values)
    scale = 140 / max(high - low, 30.0)  # tenths a point; a change of a few points is no mountain
    middle = 100.5 + (low + high) / 2 * scale
    heights = [_HEIGHTS[int(middle - value * scale)] for value in values]
    return _drawing(len(values)) % (*heights, heights[-1])


@lru_cache(64)
def _drawing(count: int) -> str:
    """Return the line of so many values with open heights: a page draws a hundred, of few lengths."""
    places = [f"{3 + 66 / (count - 1) * at:.1f}" for at in range(count)]
    line = f'<polyline points="{" ".join(f"{place},%s" for place in places)}"/>'
    end = f'<circle cx="{places[-1]}" cy="%s" r="2"/>'
    return f'<svg viewBox="0 0 72 20" aria-hidden="true">{line}{end}</svg>'
