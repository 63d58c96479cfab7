"""Charts as pages show them: the drawing for a desk and for a phone, its caption, the table behind it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import TypeVar

from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from federation.language.dates import format_date
from federation.language.wording import grouped
from ratings.charts import charts, ranks
from ratings.charts.chart_ground import Mark
from ratings.players.list_history import Line as Listed
from ratings.views.figure_columns import safe_svg

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
    system: str,
    chart: charts.Chart,
    caption: str,
    table: str = "",
    *,
    sizes: Sequence[Size] = SIZES,
    held: Sequence[ranks.Span] = (),
) -> Figure:
    """Draw a chart in every size; `table`: as `charts.charts.chart_table` set it, `held`: ranks below."""
    text = capfirst(caption)  # a caption may begin with the name of a month
    label = _("Rank from list to list")
    drawings = []
    for size, height in zip(sizes, ranks.HEIGHTS, strict=True):
        drawn = charts.draw(chart, size=size, label=text)
        if drawn and held:
            frame, _ends = charts.lay_out(chart, size)
            drawn += ranks.draw(held, frame, height=height, label=label, months=chart.months, written=grouped)
        drawings.append(safe_svg(drawn))
    return Figure(system, drawings, text, safe_svg(table))


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


def list_day_writer(system: str, player: int, lines: Sequence[Listed]) -> Callable[[int], str]:
    """Return what writes a day as `day_writer` does, as a link to the player's line in that day's list."""
    written = day_writer(SHORT)
    listed = {line.day.toordinal(): line.place.query if line.place else "" for line in lines}
    before, _sep, after = escape(reverse("list", args=[system, _SOMEDAY])).partition(_SOMEDAY)

    def write(day: int) -> str:
        query = listed.get(day)
        if query is None:
            return written(day)
        iso = date.fromordinal(day).isoformat()
        return f'<a href="{before}{iso}{after}{escape(query)}#p{player}">{written(day)}</a>'

    return write


@lru_cache(16_384)
def _format_day(day: int, form: str, language: str) -> str:  # noqa: ARG001 - `language` is part of the key
    return format_date(date.fromordinal(day), form)


def _rating_of(line: Listed) -> float | None:
    return float(line.rating) if line.active else None


def spans(
    lines: Sequence[Listed],
    *,
    until: int,
    longest: int,
    holds: bool = False,
    of: Callable[[Listed], float | None] = _rating_of,
) -> list[charts.Span]:
    """Return the values in force from list to list, the oldest first; `lines` come newest first.

    `of` returns the value of a line, None without one, as of a rating while a list called the player
    inactive. No value is in force for more than `longest` days: after them for its own day alone, as a list
    in between must have left the player out, or for `longest` days where `holds`. The last holds until
    `until`.
    """
    newest_first: list[charts.Span] = []
    end = until
    for line in lines:
        day, value = line.day.toordinal(), of(line)
        if value is not None:
            last = end if end - day <= longest else day + longest if holds else day
            newest_first.append((day, max(day, last), value))
        end = day
    return newest_first[::-1]


def held_from(
    lines: Sequence[Listed], *, until: int, longest: int, holds: bool = False, since: int = 0
) -> tuple[list[charts.Span], list[ranks.Span]]:
    """Return the ratings and the ranks among the active that held from list to list, from a day on."""
    ratings = spans(lines, until=until, longest=longest, holds=holds)
    places = spans(lines, until=until, longest=longest, holds=holds, of=rank_of)
    return clip(ratings, since), clip([(first, last, int(rank)) for first, last, rank in places], since)


def rank_of(line: Listed) -> int | None:
    """Return the rank of a line among the active; None for who was not ranked."""
    place = line.place
    return place.active_rank if place and place.active_rank and place.active_position else None


_Held = TypeVar("_Held", charts.Span, ranks.Span)


def clip(held: Sequence[_Held], since: int) -> list[_Held]:
    """Return what held from a day on (a proleptic ordinal), what began before from that day."""
    return [(max(first, since), last, value) for first, last, value in held if last >= since]


def rank_words(line: Listed) -> str:
    """Return the rank of a line, in the upper half with how far up that is; "" for who was not active."""
    rank = rank_of(line)
    if rank is None or line.place is None:
        return ""
    if line.place.top is None:
        return grouped(rank)
    top = _("top %(n)s%%") % {"n": line.place.top}
    return f"{grouped(rank)} ({top})"
