"""Plots as SVG on two number scales: counts as columns, lines, calibration of forecasts. Pure.

Drawn with classes and attributes only, never with styles, because the content security policy forbids them.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise

Tick = tuple[float, str]
_APART = 15.0  # pixels between the middles of two labels
_DOTS = 40  # values of a line that still get a dot each
_SURE = 1.96  # deviations on either side of a dot within which 95 of 100 such scores fall
_LARGEST, _SMALLEST = 9.0, 2.5  # pixels


@dataclass(frozen=True, slots=True)
class Frame:
    """The drawing: its size in pixels, the room beside the plot, the values at its edges."""

    width: int
    height: int
    first: float  # at the left
    last: float
    low: float  # at the foot
    high: float
    left: int = 44
    right: int = 12
    top: int = 16
    foot: int = 30

    @property
    def base(self) -> int:
        """The foot of the plot in pixels."""
        return self.height - self.foot

    @property
    def end(self) -> int:
        """The right edge of the plot in pixels."""
        return self.width - self.right

    def x(self, value: float) -> float:
        """Place a value from left to right."""
        share = (value - self.first) / ((self.last - self.first) or 1.0)
        return round(self.left + share * (self.end - self.left), 1)

    def y(self, value: float) -> float:
        """Place a value from the foot up."""
        share = (value - self.low) / ((self.high - self.low) or 1.0)
        return round(self.base - share * (self.base - self.top), 1)


def whole(frame: Frame, inner: str, *, label: str) -> str:
    """Close a plot; `label` describes it in words."""
    return (
        f'<svg class="plot" viewBox="0 0 {frame.width} {frame.height}" width="{frame.width}" '
        f'height="{frame.height}" role="img" aria-label="{escape(label)}">{inner}</svg>'
    )


def across(frame: Frame, ticks: Sequence[Tick]) -> str:
    """Draw a line across at each value, named at the left."""
    return "".join(
        f'<line class="grid" x1="{frame.left}" x2="{frame.end}" y1="{frame.y(value)}" y2="{frame.y(value)}"/>'
        f'<text class="count" x="{frame.left - 7}" y="{round(frame.y(value) + 4, 1)}">{escape(text)}</text>'
        for value, text in ticks
    )


def along(frame: Frame, ticks: Sequence[Tick], *, room: int = 44) -> str:
    """Draw the foot and name values on it, thinned to one in so many pixels, the last among them."""
    fits = max(1, (frame.end - frame.left) // room)
    step = max(1, math.ceil(len(ticks) / fits))
    named = "".join(
        f'<line class="tick" x1="{x}" x2="{x}" y1="{frame.base}" y2="{frame.base + 5}"/>'
        f'<text class="axis" x="{x}" y="{frame.base + 20}">{escape(text)}</text>'
        for x, text in ((frame.x(value), text) for value, text in ticks[::-1][::step])
    )
    ends = f'x1="{frame.left}" x2="{frame.end}" y1="{frame.base}" y2="{frame.base}"'
    return f'<line class="base" {ends}/>{named}'


def round_values(low: float, high: float, *, most: int = 6) -> list[float]:
    """Choose a few round values between two."""
    span = high - low
    if span <= 0:
        return [low]
    decade = 10.0 ** math.floor(math.log10(span))
    steps = (decade / 10, decade / 5, decade / 2, decade, decade * 2, decade * 5)
    step = next((distance for distance in steps if span / distance <= most), decade * 5)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [number * step for number in range(first, last + 1)]


def apart(places: Sequence[float]) -> list[float]:
    """Move labels up and down, in the same order, until none hides another."""
    order = sorted(range(len(places)), key=places.__getitem__)
    heights = list(places)
    for before, at in pairwise(order):
        heights[at] = max(heights[at], heights[before] + _APART)
    moved = (heights[order[-1]] - places[order[-1]]) / 2 if order else 0.0
    return [place - moved for place in heights]


@dataclass(frozen=True, slots=True)
class Column:
    """One count, and the text of its tooltip."""

    value: int
    title: str


@dataclass(frozen=True, slots=True)
class ColumnWords:
    """Texts of the drawing."""

    label: str
    title: str  # above the scale: what is counted
    count: Callable[[int], str] = str  # writes a count


def draw_columns(
    columns: Sequence[Column], foot: Sequence[Tick], words: ColumnWords, *, size: tuple[int, int]
) -> str:
    """Draw columns 0, 1, 2 ...; `foot` names the left edges of some."""
    most = max((column.value for column in columns), default=0)
    frame = Frame(*size, 0.0, float(len(columns)), 0.0, max(most, 1) * 1.04, top=26)
    ticks = [
        (value, words.count(round(value))) for value in round_values(0.0, float(most), most=4) if value >= 1.0
    ]
    inner = across(frame, ticks) + "".join(_column(frame, at, column) for at, column in enumerate(columns))
    inner += (
        _highest(frame, columns, most, words.count(most))
        + along(frame, foot)
        + f'<text class="title" x="0" y="12">{escape(words.title)}</text>'
    )
    return whole(frame, inner, label=words.label)


def _column(frame: Frame, at: int, column: Column) -> str:
    if not column.value:
        return ""
    left, right = frame.x(at), frame.x(at + 1)
    gap = 1.0 if right - left > 3.0 else 0.2
    top = min(frame.y(column.value), frame.base - 1.0)  # one game among thousands is seen too
    return (
        f'<rect class="column" x="{left + gap / 2:.1f}" y="{top}" width="{max(right - left - gap, 0.6):.1f}" '
        f'height="{frame.base - top:.1f}"><title>{escape(column.title)}</title></rect>'
    )


def _highest(frame: Frame, columns: Sequence[Column], most: int, text: str) -> str:
    """Write the highest count above its column, where it stays inside the drawing."""
    at = next((at for at, column in enumerate(columns) if column.value == most), None)
    if at is None or not most:
        return ""
    room = 4.0 * len(text)
    x = min(max(frame.x(at + 0.5), frame.left + room), frame.width - room)
    return f'<text class="axis" x="{x:.1f}" y="{frame.y(most) - 3:.1f}">{escape(text)}</text>'


@dataclass(frozen=True, slots=True)
class Spot:
    """One value, and the text of its tooltip."""

    x: float
    y: float
    title: str


@dataclass(frozen=True, slots=True)
class Line:
    """One line; `place` 0, 1, 2 ... is its rank, which the stylesheet turns into ink and dashes."""

    name: str
    place: int
    spots: Sequence[Spot]


@dataclass(frozen=True, slots=True)
class Scale:
    """Labels of the axes."""

    label: str
    foot: Sequence[Tick]
    side: Sequence[Tick]


def draw_lines(lines: Sequence[Line], scale: Scale, frame: Frame) -> str:
    """Draw lines that have at least one value; the first lies on top."""
    shown = [line for line in lines if line.spots]
    inner = across(frame, scale.side) + along(frame, scale.foot)
    inner += "".join(_line(frame, line) for line in reversed(shown)) + _names(frame, shown)
    return whole(frame, inner, label=scale.label)


def _line(frame: Frame, line: Line) -> str:
    places = [(frame.x(spot.x), frame.y(spot.y)) for spot in line.spots]
    path = " ".join(f"{x},{y}" for x, y in places)
    radius = 3 if len(places) <= _DOTS else 1.6
    dots = "".join(
        f'<circle class="spot s{line.place}" cx="{x}" cy="{y}" r="{radius}">'
        f"<title>{escape(spot.title)}</title></circle>"
        for (x, y), spot in zip(places, line.spots, strict=True)
    )
    drawn = f'<polyline class="series s{line.place}" points="{path}"/>' if len(places) > 1 else ""
    return drawn + dots


def _names(frame: Frame, lines: Sequence[Line]) -> str:
    ends = [(frame.x(line.spots[-1].x), frame.y(line.spots[-1].y)) for line in lines]
    heights = apart([y for _, y in ends])
    return "".join(
        f'<text class="name s{line.place}" x="{x + 8}" y="{round(y + 4, 1)}">{escape(line.name)}</text>'
        for line, (x, _), y in zip(lines, ends, heights, strict=True)
    )


@dataclass(frozen=True, slots=True)
class Dot:
    """A class of forecasts: mean forecast, mean score, games, text of the tooltip."""

    expected: float
    scored: float
    games: int
    title: str


@dataclass(frozen=True, slots=True)
class CalibrationWords:
    """Texts of the drawing, in the reader's language."""

    label: str
    expected: str  # under the foot
    scored: str  # above the left side
    perfect: str  # along the diagonal
    ticks: Sequence[Tick]  # shares named at both axes


def draw_calibration(dots: Sequence[Dot], words: CalibrationWords, *, size: tuple[int, int]) -> str:
    """Draw the diagonal of perfect forecasts, and the classes with the doubt of their number of games."""
    frame = Frame(*size, 0.0, 1.0, 0.0, 1.0, top=26, foot=46, left=42)
    inner = across(frame, words.ticks) + along(frame, words.ticks) + _diagonal(frame, words)
    most = max((dot.games for dot in dots), default=1)
    inner += "".join(_dot(frame, dot, most) for dot in dots if dot.games)
    middle = round((frame.left + frame.end) / 2)
    inner += f'<text class="axis" x="{middle}" y="{frame.height - 6}">{escape(words.expected)}</text>'
    inner += f'<text class="title" x="0" y="12">{escape(words.scored)}</text>'
    return whole(frame, inner, label=words.label)


def _diagonal(frame: Frame, words: CalibrationWords) -> str:
    x, y = frame.x(0.88), frame.y(0.93)  # above the line, where only forecasts far too low have a dot
    return (
        f'<line class="perfect" x1="{frame.x(0)}" y1="{frame.y(0)}" x2="{frame.x(1)}" y2="{frame.y(1)}"/>'
        f'<text class="perfect-name" x="{x}" y="{y}">{escape(words.perfect)}</text>'
    )


def _dot(frame: Frame, dot: Dot, most: int) -> str:
    x, y = frame.x(dot.expected), frame.y(dot.scored)
    doubt = _SURE * math.sqrt(max(dot.scored * (1.0 - dot.scored), 0.01) / dot.games)
    top, foot = frame.y(min(dot.scored + doubt, 1.0)), frame.y(max(dot.scored - doubt, 0.0))
    radius = max(_SMALLEST, round(_LARGEST * math.sqrt(dot.games / most), 1))
    return (
        f'<line class="doubt" x1="{x}" x2="{x}" y1="{top}" y2="{foot}"/>'
        f'<circle class="class" cx="{x}" cy="{y}" r="{radius}"><title>{escape(dot.title)}</title></circle>'
    )
