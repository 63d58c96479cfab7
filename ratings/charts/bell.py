"""A distribution of ratings and the normal curve of it, as SVG with a bar for every class. Pure.

Drawn with classes and attributes only, never with styles, because the content security policy forbids them.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import accumulate

from ratings.charts.figures import plain

# Widths a reader can count in; the narrowest that leaves few enough classes is taken.
_WIDTHS = (5, 10, 20, 25, 50, 100, 200, 250, 500)
_MOST_CLASSES = 44
_REACH = 3.0  # deviations beside the mean that the picture shows even without players there

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


@dataclass(frozen=True, slots=True)
class Class:
    """The players from one rating to another, both included; `normal` is how many the curve has there."""

    low: int
    high: int
    players: int
    normal: float


@dataclass(frozen=True, slots=True)
class Distribution:
    """The figures of a distribution and its classes, lowest first, without gaps."""

    players: int
    mean: float
    deviation: float  # of the population: divided by the number of players
    median: float
    within_one: float  # share of players at most one deviation from the mean
    within_two: float
    width: int  # ratings in a class
    classes: Sequence[Class]


def normal_below(value: float, *, mean: float, deviation: float) -> float:
    """Return the probability that a normal variable stays below a value; all or nothing without deviation."""
    if deviation <= 0:
        return float(value >= mean)
    return 0.5 * math.erfc((mean - value) / (deviation * math.sqrt(2.0)))


def distribution(counts: Sequence[tuple[int, int]], *, width: int = 0, edge: int = 0) -> Distribution | None:
    """Distribute (rating, players) pairs; None without players.

    `width` 0 chooses a width by the rule of Freedman and Diaconis; classes begin at `edge` plus whole widths.
    """
    rows = sorted((rating, players) for rating, players in counts if players > 0)
    if not rows:
        return None
    total = sum(players for _, players in rows)
    mean = sum(rating * players for rating, players in rows) / total
    deviation = math.sqrt(sum((rating - mean) ** 2 * players for rating, players in rows) / total)
    lowest = min(rows[0][0], math.floor(mean - _REACH * deviation))
    highest = max(rows[-1][0], math.ceil(mean + _REACH * deviation))
    chosen = width or _width(rows, total, span=highest - lowest)
    return Distribution(
        players=total,
        mean=mean,
        deviation=deviation,
        median=(_at(rows, (total - 1) // 2) + _at(rows, total // 2)) / 2,
        within_one=_share_within(rows, mean, deviation) / total,
        within_two=_share_within(rows, mean, 2 * deviation) / total,
        width=chosen,
        classes=_classes(
            rows, range((lowest - edge) // chosen * chosen + edge, highest + 1, chosen), mean, deviation
        ),
    )


def _classes(
    rows: Sequence[tuple[int, int]], lows: range, mean: float, deviation: float
) -> tuple[Class, ...]:
    total = sum(players for _, players in rows)
    counts = dict.fromkeys(lows, 0)
    for rating, players in rows:
        counts[(rating - lows.start) // lows.step * lows.step + lows.start] += players
    # a rating is whole: it stands for half a point on either side
    below = [normal_below(low - 0.5, mean=mean, deviation=deviation) for low in (*lows, lows[-1] + lows.step)]
    return tuple(
        Class(low, low + lows.step - 1, counts[low], (below[place + 1] - below[place]) * total)
        for place, low in enumerate(lows)
    )


def _width(rows: Sequence[tuple[int, int]], total: int, *, span: int) -> int:
    """Choose a round width near 2 x quartile distance / cube root of players (Freedman, Diaconis 1981)."""
    quartiles = _at(rows, 3 * (total - 1) // 4) - _at(rows, (total - 1) // 4)
    wished = 2 * quartiles / total ** (1 / 3)
    fitting = [width for width in _WIDTHS if span / width <= _MOST_CLASSES] or [_WIDTHS[-1]]
    return min(fitting, key=lambda width: (abs(width - wished), width))


def _at(rows: Sequence[tuple[int, int]], place: int) -> int:
    """Return the rating of the player at a place, counted from 0 at the lowest."""
    ends = accumulate(players for _, players in rows)
    return next(rating for (rating, _), end in zip(rows, ends, strict=True) if place < end)


def _share_within(rows: Sequence[tuple[int, int]], mean: float, reach: float) -> int:
    return sum(players for rating, players in rows if abs(rating - mean) <= reach)


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
