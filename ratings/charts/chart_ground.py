"""The ground of a chart of ratings: a true time axis, bands of grades, days named at the foot. Pure.

Drawn with classes and attributes only, never with styles, because the content security policy forbids them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from html import escape

from federation.vocabulary.grades import LOWEST_KYU, Scale, grade_at
from ratings.charts.figures import plain

BAND = 100  # points a band is high: a grade, where there are grades
LEFT, TOP, FOOT = 38, 12, 30  # pixels beside, above and below the plot
LEAST_BANDS = 3
_LEAST_DAYS = 183
_HIGHEST_BANDS = 28  # pixels between two names of bands, at least
_EMPTY = 12.0  # points between the extremes and the frame
# Edges of the grades: FFG 1.1 has them at the hundreds, EGF 1.1 half way between.
_EDGE = {Scale.FFG: 0.0, Scale.GOR: 50.0, None: 0.0}
_STEPS = (1, 2, 3, 5, 10, 20, 40, 100)
_YEARS = (1, 2, 5, 10, 20, 50, 100)
_MONTHS = (1, 2, 3, 6, 12)
# Greys deepen every five grades from 30k on, so that 1d begins one; without grades every 200 points.
_GRADES_A_GREY, _LOWEST, _POINTS_A_GREY, _DEEPEST = 5, 1000.0, 200.0, 8
_PALEST, _DEEPER = 0.015, 0.017  # opacity
_ROOM_OF_YEAR, _ROOM_OF_MONTH = 44, 58  # pixels

Mark = tuple[date, str]


@dataclass(frozen=True, slots=True)
class Frame:
    """The drawing: its size in pixels, the days and ratings at the edges of the plot."""

    width: int
    height: int
    first: int  # proleptic ordinals
    last: int
    low: float
    high: float
    right: int = 58  # pixels kept for what is written at the ends of the lines

    @property
    def base(self) -> int:
        """The foot of the plot in pixels."""
        return self.height - FOOT

    @property
    def end(self) -> int:
        """The right edge of the plot in pixels."""
        return self.width - self.right

    @property
    def per_day(self) -> float:
        """Pixels a day."""
        return (self.end - LEFT) / max(1, self.last - self.first)

    @property
    def per_point(self) -> float:
        """Pixels a point of rating."""
        return (self.base - TOP) / (self.high - self.low)

    def x(self, day: int) -> float:
        """Place a day."""
        return round(LEFT + (day - self.first) * self.per_day, 1)

    def y(self, value: float) -> float:
        """Place a rating."""
        return round(self.base - (value - self.low) * self.per_point, 1)


def frame_of(
    days: Iterable[int],
    values: Iterable[float],
    *,
    size: tuple[int, int],
    scale: Scale | None,
    right: int,
    least: int = LEAST_BANDS,
) -> Frame:
    """Take in every day and rating: half a year and so many bands at least, whole bands always."""
    found = list(values)
    low, high = min(found) - _EMPTY, max(found) + _EMPTY
    edge = _EDGE[scale]
    bottom = (low - edge) // BAND * BAND + edge
    top = ((high - edge) // BAND + 1) * BAND + edge
    while top - bottom < least * BAND:
        if low - bottom <= top - high:
            bottom -= BAND
        else:
            top += BAND
    spent = list(days)
    first, last = min(spent), max(spent)
    missing = max(0, _LEAST_DAYS - (last - first))
    return Frame(*size, first - missing // 2, last + missing - missing // 2, bottom, top, right)


def ground(frame: Frame, scale: Scale | None, months: Sequence[Mark]) -> str:
    """Draw what lies behind the lines; `months`: first days of months with their names, () names years."""
    place = (frame.base, frame.end, frame.low, frame.high)
    days = named_days(frame.first, frame.last, months, pixels=frame.end - LEFT)
    return _bands(scale, *place) + _marks(frame, days)


def shade(low: float, scale: Scale | None) -> float:
    """Return how dark the band above a rating is: the same on every page, the stronger the darker."""
    if scale is None:
        grey = int((low - _LOWEST) // _POINTS_A_GREY)
    else:
        grey = (_place(low, scale) + LOWEST_KYU - 1) // _GRADES_A_GREY
    return round(_PALEST + _DEEPER * min(_DEEPEST, max(0, grey)), 3)


@lru_cache(512)
def _bands(scale: Scale | None, base: int, end: int, low: float, high: float) -> str:
    """Draw a band for every grade and name as many as there is room for."""
    count = round((high - low) / BAND)
    step = next(step for step in _STEPS if count / step <= (base - TOP) / _HIGHEST_BANDS)
    thick = (base - TOP) / count
    made = []
    named = None  # the strongest and the weakest grade reach further than a band
    for number in range(count):
        at = low + BAND * number
        bottom = base - thick * number
        made.append(
            f'<rect class="band" x="{LEFT}" y="{bottom - thick:.1f}" width="{end - LEFT}" '
            f'height="{thick:.1f}" fill-opacity="{shade(at, scale)}"/>'
        )
        if _place(at, scale) % step == 0 and _place(at, scale) != named:
            named = _place(at, scale)
            middle = bottom - thick / 2 if scale else bottom  # a grade is the whole band, a rating its edge
            y = f"{middle + 4:.1f}"
            made.append(f'<text class="grade" x="{LEFT - 6}" y="{y}">{_name(at, scale)}</text>')
    edges = "".join(f"M{LEFT},{base - thick * number:.1f}H{end}" for number in range(1, count))
    return f'{"".join(made)}<path class="edge" d="{edges}"/>'


def _place(low: float, scale: Scale | None) -> int:
    """Number a band: 1d is 1, 1k is 0, 30k is -29; without grades the hundreds."""
    if scale is None:
        return round(low / BAND)
    grade = grade_at(low + BAND / 2, scale)
    return grade.number if grade.kind == "d" else 1 - grade.number


def _name(low: float, scale: Scale | None) -> str:
    return plain(low) if scale is None else str(grade_at(low + BAND / 2, scale))


def named_days(first: int, last: int, months: Sequence[Mark], *, pixels: int) -> list[tuple[int, str]]:
    """Choose the days named at the foot of a time axis: months where some are given, else years."""
    return _thinned_months(first, last, months, pixels) or _years(first, last, pixels)


def _years(first: int, last: int, pixels: int) -> list[tuple[int, str]]:
    """Return the first of January of as many years as there is room for."""
    years = range(date.fromordinal(first).year + 1, date.fromordinal(last).year + 1)
    room = max(1, pixels // _ROOM_OF_YEAR)
    step = next((step for step in _YEARS if len(years) / step <= room), 200)
    return [(date(year, 1, 1).toordinal(), str(year)) for year in years if year % step == 0]


def _thinned_months(first: int, last: int, months: Sequence[Mark], pixels: int) -> list[tuple[int, str]]:
    """Keep every second, third ... month where there is no room for all; January always stays."""
    inside = [mark for mark in months if first <= mark[0].toordinal() <= last]
    room = max(1, pixels // _ROOM_OF_MONTH)
    step = next((step for step in _MONTHS if len(inside) / step <= room), 12)
    return [(day.toordinal(), name) for day, name in inside if (day.month - 1) % step == 0]


def _marks(frame: Frame, named: Sequence[tuple[int, str]]) -> str:
    """Draw a line at each day and name it at the foot."""
    lines = "".join(f"M{frame.x(day)},{TOP}V{frame.base}" for day, _ in named)
    names = "".join(
        f'<text class="axis" x="{frame.x(day)}" y="{frame.height - 6}">{escape(name)}</text>'
        for day, name in named
    )
    return f'<path class="year" d="{lines}"/>{names}' if named else ""
