"""A distribution of ratings as SVG: a bar for every class, the fitted normal curve over them. Pure.

Drawn with classes and attributes only, never with styles, because the content security policy forbids them.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from ratings.charts.distribution import Class, Distribution
from ratings.charts.figures import plain

_TOP, _FOOT, _RIGHT = 26, 34, 10
_SAMPLES = 121  # points of the curve
_LETTER = 6.2  # pixels a letter of a name takes at most, on average
_NAMED = 46  # pixels a rating on the axis needs


@dataclass(frozen=True, slots=True)
class Words:
    """Texts of the drawing, in the reader's language."""

    label: str  # in words, for who does not see it
    mean: str
    curve: str
    classes: Sequence[str]  # one a class, for who points at it
    count: Callable[[int], str] = str  # writes a count


@dataclass(frozen=True, slots=True)
class _Frame:
    width: int
    height: int
    left: int
    low: float  # ratings at the edges
    high: float
    most: float  # players at the top

    @property
    def base(self) -> int:
        return self.height - _FOOT

    def x(self, rating: float) -> float:
        share = (rating - self.low) / (self.high - self.low)
        return round(self.left + share * (self.width - self.left - _RIGHT), 1)

    def rating(self, x: float) -> float:
        share = (x - self.left) / (self.width - self.left - _RIGHT)
        return self.low + share * (self.high - self.low)

    def y(self, players: float) -> float:
        return round(self.base - players / self.most * (self.base - _TOP), 1)


def draw(spread: Distribution, words: Words, *, size: tuple[int, int]) -> str:
    """Draw classes and curve; without a deviation there is no curve."""
    classes = spread.classes
    peak = max(each.players for each in classes)
    most = max(peak, _density(spread, spread.mean) if spread.deviation else 0.0) * 1.04
    # as much room beside the bars as the highest count needs
    frame = _Frame(*size, 14 + 8 * len(words.count(peak)), classes[0].low, classes[-1].high + 1, most)
    inner = _within(frame, spread) + _grid(frame, peak, words.count) + _bars(frame, classes, words.classes)
    inner += _curve(frame, spread, words) + _axis(frame, spread)
    width, height = size
    return (
        f'<svg class="bell" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" '
        f'aria-label="{escape(words.label)}">{inner}</svg>'
    )


def _density(spread: Distribution, rating: float) -> float:
    """Return the height of the normal curve in players a class."""
    z = (rating - spread.mean) / spread.deviation
    scale = spread.players * spread.width / (spread.deviation * math.sqrt(2 * math.pi))
    return scale * math.exp(-z * z / 2)


def _within(frame: _Frame, spread: Distribution) -> str:
    """Draw a soft ground under what is within one deviation of the mean."""
    left, right = frame.x(spread.mean - spread.deviation), frame.x(spread.mean + spread.deviation)
    return (
        f'<rect class="within" x="{left}" y="{_TOP}" width="{round(right - left, 1)}" '
        f'height="{frame.base - _TOP}"/>'
    )


def _grid(frame: _Frame, peak: int, written: Callable[[int], str]) -> str:
    elements = []
    for count in _counts(peak):
        y = frame.y(count)
        elements.append(
            f'<line class="grid" x1="{frame.left}" x2="{frame.width - _RIGHT}" y1="{y}" y2="{y}"/>'
            f'<text class="count" x="{frame.left - 6}" y="{round(y + 4, 1)}">{escape(written(count))}</text>'
        )
    return "".join(elements)


def _counts(most: int) -> range:
    """Choose two to five round counts up to the highest bar."""
    decade: int = 10 ** (len(str(most)) - 1)
    steps = (decade * 5, decade * 2, decade, decade // 2, decade // 5)
    step = next((step for step in steps if step and step * 2 <= most), 1)
    return range(step, most + 1, step)


def _bars(frame: _Frame, classes: Sequence[Class], titles: Sequence[str]) -> str:
    bars = []
    for each, title in zip(classes, titles, strict=True):
        if each.players:
            left, right = frame.x(each.low), frame.x(each.high + 1)
            top = min(frame.y(each.players), frame.base - 1.0)  # one player among thousands is seen too
            bars.append(
                f'<rect class="bar" x="{left + 0.5:.1f}" y="{top}" width="{max(right - left - 1, 0.8):.1f}" '
                f'height="{round(frame.base - top, 1)}"><title>{escape(title)}</title></rect>'
            )
    return "".join(bars)


def _curve(frame: _Frame, spread: Distribution, words: Words) -> str:
    middle = frame.x(spread.mean)
    mean = (
        f'<line class="mean" x1="{middle}" x2="{middle}" y1="{_TOP - 4}" y2="{frame.base}"/>'
        f'<text class="value" x="{middle}" y="{_TOP - 10}">{escape(words.mean)}</text>'
    )
    if not spread.deviation:
        return mean
    step = (frame.high - frame.low) / (_SAMPLES - 1)
    ratings = [frame.low + step * at for at in range(_SAMPLES)]
    points = " ".join(f"{frame.x(rating)},{frame.y(_density(spread, rating))}" for rating in ratings)
    # beside the tail, where the bars are low
    x = frame.x(spread.mean + 1.6 * spread.deviation) + 8
    # on a narrow drawing a long name begins further left, and there higher, to stay above the curve
    x = round(min(x, frame.width - _LETTER * len(words.curve)), 1)
    y = frame.y(_density(spread, frame.rating(x - 12))) - 2
    name = f'<text class="curve-name" x="{x}" y="{y:.1f}">{escape(words.curve)}</text>'
    return f'<polyline class="curve" points="{points}"/>{mean}{name}'


def _axis(frame: _Frame, spread: Distribution) -> str:
    """Write round ratings below, as many as there is room for, at edges of classes where that works."""
    room = (frame.width - frame.left - _RIGHT) / _NAMED
    steps = [step for step in (10, 20, 50, 100, 200, 500, 1000) if step >= spread.width]
    step = next((distance for distance in steps if (frame.high - frame.low) / distance <= room), 1000)
    first = math.ceil(frame.low / step) * step
    marks = []
    for rating in range(first, math.floor(frame.high) + 1, step):
        x = frame.x(rating)
        marks.append(
            f'<line class="tick" x1="{x}" x2="{x}" y1="{frame.base}" y2="{frame.base + 5}"/>'
            f'<text class="axis" x="{x}" y="{frame.base + 20}">{plain(rating)}</text>'
        )
    ends = f'x1="{frame.left}" x2="{frame.width - _RIGHT}" y1="{frame.base}" y2="{frame.base}"'
    return f'<line class="base" {ends}/>' + "".join(marks)
