"""Ratings with their deviations as SVG: the 95 % band, the deviation inside it, the rating as a dot. Pure.

Drawn with classes and attributes only, never with styles, because the content security policy forbids them.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from ratings.charts.figures import plain
from ratings.rulebook import deviation

_ROW = 38
_TOP, _FOOT, _SIDE = 8, 26, 26
_SMALL_WIDTH, _SMALL_HEIGHT = 132, 16


@dataclass(frozen=True, slots=True)
class Band:
    """A player with rating and deviation."""

    name: str
    rating: float
    deviation: float

    @property
    def low(self) -> float:
        """The lower end of the 95 % band."""
        return deviation.band(self.rating, self.deviation)[0]

    @property
    def high(self) -> float:
        """The upper end of the 95 % band."""
        return deviation.band(self.rating, self.deviation)[1]


@dataclass(frozen=True, slots=True)
class Span:
    """The ratings at the edges of a drawing."""

    low: float
    high: float

    def x(self, rating: float, *, left: float, right: float) -> float:
        """Place a rating between two pixels."""
        share = (rating - self.low) / (self.high - self.low)
        return round(left + min(max(share, 0.0), 1.0) * (right - left), 1)


def span_of(bands: Sequence[Band]) -> Span:
    """Take in whole fifties around every band; a hundred at least."""
    low = math.floor(min(band.low for band in bands) / 50) * 50
    high = math.ceil(max(band.high for band in bands) / 50) * 50
    return Span(low, max(high, low + 100))


def draw(bands: Sequence[Band], *, width: int, label: str) -> str:
    """Draw bands below each other over one axis; `label` describes them in words."""
    span = span_of(bands)
    left, right, base = _SIDE, width - _SIDE, _TOP + _ROW * len(bands)
    inner = _axis(span, left=left, right=right, base=base)
    for row, band in enumerate(bands):
        y = _TOP + _ROW * row + 26
        low, middle, high = (
            span.x(value, left=left, right=right) for value in (band.low, band.rating, band.high)
        )
        inner += (
            f'<text class="who" x="{low}" y="{y - 9}">{escape(band.name)}</text>'
            f"{_bar(band, span, left=left, right=right, y=y, thick=5)}"
            f'<circle class="dot" cx="{middle}" cy="{y}" r="4.5">'
            f"<title>{escape(_band_words(band))}</title></circle>"
            f'<text class="end" x="{high + 6}" y="{y + 4}">{plain(band.rating)}</text>'
        )
    height = base + _FOOT
    return (
        f'<svg class="bands" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" '
        f'aria-label="{escape(label)}">{inner}</svg>'
    )


def small(band: Band, span: Span) -> str:
    """Draw one band the size of a word, on the scale all of its table share."""
    middle = _SMALL_HEIGHT // 2
    x = span.x(band.rating, left=3, right=_SMALL_WIDTH - 3)
    bar = _bar(band, span, left=3, right=_SMALL_WIDTH - 3, y=middle, thick=3)
    return (
        f'<svg class="bands" viewBox="0 0 {_SMALL_WIDTH} {_SMALL_HEIGHT}" aria-hidden="true">{bar}'
        f'<circle class="dot" cx="{x}" cy="{middle}" r="2.5"/></svg>'
    )


def _band_words(band: Band) -> str:
    return f"{band.name}  {plain(band.rating)}  ({plain(band.low)} … {plain(band.high)})"


def _bar(band: Band, span: Span, *, left: float, right: float, y: int, thick: int) -> str:
    ends = [
        span.x(rating, left=left, right=right)
        for rating in (band.low, band.rating - band.deviation, band.rating + band.deviation, band.high)
    ]
    return (
        f'<rect class="wide" x="{ends[0]}" y="{y - thick}" width="{round(ends[3] - ends[0], 1)}" '
        f'height="{2 * thick}" rx="{thick}"/>'
        f'<rect class="near" x="{ends[1]}" y="{y - thick}" width="{round(ends[2] - ends[1], 1)}" '
        f'height="{2 * thick}"/>'
    )


def _axis(span: Span, *, left: int, right: int, base: int) -> str:
    room = max(2, (right - left) // 60)
    step = next(
        (distance for distance in (50, 100, 200, 500) if (span.high - span.low) / distance <= room), 1000
    )
    marks = []
    for rating in range(math.ceil(span.low / step) * step, int(span.high) + 1, step):
        x = span.x(rating, left=left, right=right)
        marks.append(
            f'<line class="grid" x1="{x}" x2="{x}" y1="{_TOP}" y2="{base + 4}"/>'
            f'<text class="axis" x="{x}" y="{base + 20}">{plain(rating)}</text>'
        )
    return "".join(marks)
