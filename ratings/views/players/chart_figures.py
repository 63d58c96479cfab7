"""Charts as pages show them: the drawing for a desk and for a phone, its caption, the table behind it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import get_language

from federation.language.dates import format_date
from ratings.charts import charts
from ratings.charts.chart_ground import Mark
from ratings.players.list_history import Line as Listed
from ratings.views.drawings import safe_svg

_SOMEDAY = "2000-01-01"
Size = tuple[int, int]
SIZES: tuple[Size, Size] = ((860, 260), (358, 220))  # on a desk, on a phone
LONG = 900  # days from which on years are named, not months
DAY, SHORT, MONTH = "j F Y", "j N Y", "F Y"


@dataclass(frozen=True, slots=True)
class Figure:
    """A chart with its words: `drawings` for a desk and for a phone, none where there is nothing to draw."""

    system: str
    drawings: Sequence[SafeString] = ()
    caption: str = ""
    table: SafeString | str = ""


def figure(
    system: str, chart: charts.Chart, caption: str, table: str = "", *, sizes: Sequence[Size] = SIZES
) -> Figure:
    """Draw a chart in every size; `table` is what chart_rows.table() set."""
    said = capfirst(caption)  # a caption may begin with the name of a month
    drawings = [safe_svg(charts.draw(chart, size=size, label=said)) for size in sizes]
    return Figure(system, drawings, said, safe_svg(table))


def months(first: int, last: int) -> list[Mark]:
    """Name the first days of months between two days; of a long course none, its years are named."""
    if last - first > LONG:
        return []
    begin, end = date.fromordinal(max(first - 190, 1)), date.fromordinal(last + 190)
    numbers = range(12 * begin.year + begin.month - 1, 12 * end.year + end.month)
    days = [date(month // 12, month % 12 + 1, 1) for month in numbers]
    return [(day, str(day.year) if day.month == 1 else format_date(day, "N")) for day in days]


def day_writer(form: str = DAY) -> Callable[[int], str]:
    """Return what writes a day (a proleptic ordinal) in the language of the moment."""
    language = get_language() or ""
    return lambda day: _format_day(day, form, language)


def list_day_writer(system: str, lines: Sequence[Listed]) -> Callable[[int], str]:
    """Return what writes a day as `day_writer` does, as a link to the list where a line is of that day."""
    written, listed = day_writer(SHORT), {line.day.toordinal() for line in lines}
    before, _, after = escape(reverse("list", args=[system, _SOMEDAY])).partition(_SOMEDAY)

    def write(day: int) -> str:
        if day not in listed:
            return written(day)
        return f'<a href="{before}{date.fromordinal(day).isoformat()}{after}">{written(day)}</a>'

    return write


@lru_cache(16_384)
def _format_day(day: int, form: str, language: str) -> str:  # noqa: ARG001 - `language` is part of the key
    return format_date(date.fromordinal(day), form)


def spans(lines: Sequence[Listed], *, until: int, longest: int, holds: bool = False) -> list[charts.Span]:
    """Return what held from list to list, the oldest first; `lines` come newest first.

    Nothing held while a list called the player inactive, nor over more than `longest` days: not at all where
    a list in between must have left him out, so many days where `holds`. The last holds until `until`.
    """
    found: list[charts.Span] = []
    end = until
    for line in lines:
        day = line.day.toordinal()
        if line.active:
            last = end if end - day <= longest else day + longest if holds else day
            found.append((day, max(day, last), float(line.rating)))
        end = day
    return found[::-1]
