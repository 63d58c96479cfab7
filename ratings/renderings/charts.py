"""The course of a rating as SVG: true time axis, grade bands behind, gaps where nothing was played. Pure.

Drawn with classes and attributes only, never with styles, because the content security policy forbids them.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from html import escape
from itertools import pairwise

from ratings.grades import Scale, grade_at
from ratings.renderings.figures import plain

MARGIN = 12.0  # rating points between the extremes and the frame
GAP_DAYS = 730  # a break of two years is drawn as a gap
# Edges of the grades: FFG 1.1 has them at the hundreds, EGF 1.1 half way between.
_EDGE = {Scale.FFG: 0.0, Scale.GOR: 50.0, None: 0.0}
_STEPS = (1, 2, 3, 5, 10, 20, 40)


@dataclass(frozen=True, slots=True)
class Point:
    """A rating after an event."""

    day: date
    value: float
    name: str
    written: str = ""  # the day in the reader's language; as ISO 8601 where nothing is given
    low: float = math.nan  # ends of the band the true rating lies in; NaN: the system knows none
    high: float = math.nan


@dataclass(frozen=True, slots=True)
class Frame:
    """The drawing: its size in pixels and the ratings and days at its edges."""

    width: int
    height: int
    first: int  # proleptic ordinals
    last: int
    low: float
    high: float

    left: int = 34
    right: int = 58
    top: int = 12
    bottom: int = 30

    def x(self, day: date | int) -> float:
        """Place a day."""
        number = day if isinstance(day, int) else day.toordinal()
        span = max(1, self.last - self.first)
        return round(self.left + (number - self.first) / span * (self.width - self.left - self.right), 1)

    def y(self, value: float) -> float:
        """Place a rating."""
        share = (value - self.low) / (self.high - self.low)
        return round(self.height - self.bottom - share * (self.height - self.top - self.bottom), 1)


def history(points: Sequence[Point], scale: Scale | None, *, size: tuple[int, int], label: str) -> str:
    """Draw the course of one rating; `label` says in words what is seen. Empty without points.

    Without a scale there are no grades, and the bands are hundreds.
    """
    if not points:
        return ""
    frame = _frame(points, scale, size)
    behind = _bands(frame, scale) + _years(frame)
    inner = behind + _lines(frame, points) + _dots(frame, points, scale) + _end(frame, points)
    return _whole(frame, inner, label)


def _whole(frame: Frame, inner: str, label: str) -> str:
    width, height = frame.width, frame.height
    hair = f'<line class="hair" x1="-9" x2="-9" y1="{frame.top}" y2="{height - frame.bottom}"/>'
    return (
        f'<svg class="history" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" '
        f'tabindex="0" aria-label="{escape(label)}">{inner}{hair}</svg>'
    )


def stream(
    points: Sequence[Point], marks: Sequence[tuple[date, str]], *, size: tuple[int, int], label: str
) -> str:
    """Draw the course of a rating that moves with every game, its band soft behind it; "" without points.

    `marks` are days named on the axis, in the reader's language; as many are set as there is room for.
    """
    if not points:
        return ""
    # The band of a newcomer is as high as a list is long; the frame takes in what it has become.
    settled = [end for point in points[len(points) // 2 :] for end in (point.low, point.high)]
    ends = [Point(points[0].day, end, "") for end in settled if not math.isnan(end)]
    frame = _frame([*points[:1], *ends, *points], None, size)
    inner = _bands(frame, None) + _marks(frame, marks) + _band(frame, points) + _lines(frame, points)
    inner += _dots(frame, points, None, ticks=False) + _end(frame, points)
    return _whole(frame, inner, label)


def spark(values: Sequence[float]) -> str:
    """Draw a few ratings as a line the size of a word."""
    if len(values) < 2:
        return ""
    low, high = min(values), max(values)
    span = max(high - low, 30.0)  # a change of a few points is no mountain
    middle = (low + high) / 2
    step = 66 / (len(values) - 1)
    places = [3 + step * at for at in range(len(values))]
    dots = [
        f"{x:.1f},{10 - (value - middle) / span * 14:.1f}" for x, value in zip(places, values, strict=True)
    ]
    x, y = dots[-1].split(",")
    line = f'<polyline points="{" ".join(dots)}"/><circle cx="{x}" cy="{y}" r="2"/>'
    return f'<svg viewBox="0 0 72 20" aria-hidden="true">{line}</svg>'


def _frame(points: Sequence[Point], scale: Scale | None, size: tuple[int, int]) -> Frame:
    """Take in one grade below and above the extremes, and at least half a year."""
    edge = _EDGE[scale]
    low = min(point.value for point in points) - MARGIN
    high = max(point.value for point in points) + MARGIN
    bottom = ((low - edge) // 100) * 100 + edge - (100 if high - low < 200 else 0)
    top = ((high - edge) // 100 + 1) * 100 + edge + (100 if high - low < 200 else 0)
    first, last = points[0].day.toordinal(), points[-1].day.toordinal()
    missing = max(0, 183 - (last - first))
    return Frame(*size, first - missing // 2, last + missing - missing // 2, bottom, top)


def _bands(frame: Frame, scale: Scale | None) -> str:
    """Lay a band for every grade, darker the stronger, and name as many as there is room for."""
    count = round((frame.high - frame.low) / 100)
    step = next(step for step in _STEPS if count / step <= frame.height / 28)
    made = []
    right = frame.width - frame.right
    for number in range(count):
        low = frame.low + 100 * number
        strength, name = _named(low, scale)
        top, bottom = frame.y(low + 100), frame.y(low)
        opacity = round(0.015 + 0.085 * number / max(4, count - 1), 3)
        made.append(
            f'<rect class="band" x="{frame.left}" y="{top}" width="{right - frame.left}" '
            f'height="{round(bottom - top, 1)}" fill-opacity="{opacity}"/>'
            f'<line class="edge" x1="{frame.left}" x2="{right}" y1="{top}" y2="{top}"/>'
        )
        if strength % step == 0:
            middle = round((top + bottom) / 2 + 4, 1)
            made.append(f'<text class="grade" x="{frame.left - 6}" y="{middle}">{name}</text>')
    return "".join(made)


def _named(low: float, scale: Scale | None) -> tuple[int, str]:
    """Give the number and the name of the band above a rating."""
    if scale is None:
        return round(low / 100), plain(low)
    grade = grade_at(low + 50, scale)
    return grade.number if grade.kind == "d" else 1 - grade.number, str(grade)  # 1d is 1, 1k is 0, 30k is -29


def _years(frame: Frame) -> str:
    """Mark the first of January, of as many years as there is room for."""
    first, last = date.fromordinal(frame.first).year + 1, date.fromordinal(frame.last).year
    room = max(1, (frame.width - frame.left - frame.right) // 44)
    step = next((step for step in (1, 2, 5, 10, 20) if (last - first + 1) / step <= room), 50)
    base = frame.height - frame.bottom
    marks = []
    for year in range(first, last + 1):
        if year % step == 0:
            x = frame.x(date(year, 1, 1))
            marks.append(
                f'<line class="year" x1="{x}" x2="{x}" y1="{frame.top}" y2="{base}"/>'
                f'<text class="axis" x="{x}" y="{frame.height - 6}">{year}</text>'
            )
    if not marks:
        x = frame.x((frame.first + frame.last) // 2)
        marks.append(
            f'<text class="axis" x="{x}" y="{frame.height - 6}">{date.fromordinal(frame.last).year}</text>'
        )
    return "".join(marks)


def _marks(frame: Frame, marks: Sequence[tuple[date, str]]) -> str:
    """Name days on the axis, thinned to what there is room for."""
    inside = [mark for mark in marks if frame.first <= mark[0].toordinal() <= frame.last]
    step = -(-len(inside) // max(1, (frame.width - frame.left - frame.right) // 64))
    base = frame.height - frame.bottom
    return "".join(
        f'<line class="year" x1="{frame.x(day)}" x2="{frame.x(day)}" y1="{frame.top}" y2="{base}"/>'
        f'<text class="axis" x="{frame.x(day)}" y="{frame.height - 6}">{escape(name)}</text>'
        for day, name in inside[:: max(step, 1)]
    )


def _band(frame: Frame, points: Sequence[Point]) -> str:
    """Lay the band the true rating lies in behind the line."""
    sure = [point for point in points if not math.isnan(point.low)]
    if len(sure) < 2:
        return ""
    edge = [f"{frame.x(point.day)},{frame.y(min(point.high, frame.high))}" for point in sure]
    edge += [f"{frame.x(point.day)},{frame.y(max(point.low, frame.low))}" for point in reversed(sure)]
    return f'<polygon class="certainty" points="{" ".join(edge)}"/>'


def _lines(frame: Frame, points: Sequence[Point]) -> str:
    runs: list[list[Point]] = [[points[0]]]
    for before, point in pairwise(points):
        if (point.day - before.day).days > GAP_DAYS:
            runs.append([])
        runs[-1].append(point)
    lines = [
        f'<polyline class="line" points="{" ".join(f"{frame.x(p.day)},{frame.y(p.value)}" for p in run)}"/>'
        for run in runs
        if len(run) > 1
    ]
    gaps = [
        f'<line class="gap" x1="{frame.x(a[-1].day)}" y1="{frame.y(a[-1].value)}" '
        f'x2="{frame.x(b[0].day)}" y2="{frame.y(b[0].value)}"/>'
        for a, b in pairwise(runs)
    ]
    return "".join((*gaps, *lines))


def _dots(frame: Frame, points: Sequence[Point], scale: Scale | None, *, ticks: bool = True) -> str:
    """Set a dot and a tick for every event; each carries its values for the hair line."""
    radius = 2.6 if len(points) <= 60 else 1.4
    base = frame.height - frame.bottom
    made = []
    for point in points:
        x, y = frame.x(point.day), frame.y(point.value)
        day = point.written or point.day.isoformat()
        grade = f" ({grade_at(point.value, scale)})" if scale else ""
        said = f"{day}  {plain(point.value)}{grade}  {point.name}"
        tick = f'<line class="tick" x1="{x}" x2="{x}" y1="{base + 3}" y2="{base + 8}"/>' if ticks else ""
        made.append(
            f'{tick}<circle class="dot" cx="{x}" cy="{y}" r="{radius}"><title>{escape(said)}</title></circle>'
        )
    return "".join(made)


def _end(frame: Frame, points: Sequence[Point]) -> str:
    """Mark the last point and set its value beside it."""
    last = points[-1]
    x, y = frame.x(last.day), frame.y(last.value)
    value = f'<text class="value" x="{x + 9}" y="{round(y + 5, 1)}">{plain(last.value)}</text>'
    return f'<circle class="last" cx="{x}" cy="{y}" r="4"/>{value}'
