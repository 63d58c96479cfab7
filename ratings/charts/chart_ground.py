"""The ground of a chart of ratings: a true time axis, bands of grades, labels at the ends of lines. Pure.

Drawn with classes and attributes only, never with styles, because the content security policy forbids them.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from html import escape
from itertools import pairwise

from federation.vocabulary.grades import LOWEST_KYU, Scale, grade_at
from ratings.charts.figures import plain

BAND = 100  # points a grade is high
LEFT, TOP, FOOT = 38, 12, 30  # pixels beside, above and below the plot
LEAST = 120.0  # points a frame is high at least: a change of a few is no mountain, and no hair line either
_LEAST_DAYS = 61
_NAMES_APART = 28  # pixels between two names at the side, at least
_NAMED_EDGES = 2 * _NAMES_APART  # pixels a grade is high from which on its edges are named too
_NEAREST, _NAMES = 18, 3  # pixels between two names where fewer than so many would be read else
_EMPTY, _MARGIN = 8.0, 0.06  # points between the extremes and the frame, at least; share of the height
_STEPS = (1, 2, 3, 5, 10, 20, 40, 100)
_POINTS = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000)  # between two lines where there are no grades
_YEARS = (5, 10, 20, 50, 100)
_MONTHS = (1, 2, 3, 6, 12)
# Tints deepen every five grades from 30k on, so that 1d begins one.
_GRADES_A_TINT, _DEEPEST = 5, 8
_PALEST, _DEEPER = 0.04, 0.005  # opacity: 4 to 8 %
_ROOM_OF_YEAR, _ROOM_OF_MONTH = 44, 58  # pixels

Mark = tuple[date, str]
VALUE, NAME = 15, 12  # sizes of the type in pixels, as in the stylesheet
GAP = 9  # pixels between the plot and what is written beside it
WIDEST = 150  # a name beside a chart, on a desk
NARROW = 500  # drawings up to this width set the name below the value
_LINE = 18.0  # pixels a label is high
_MOVED = 5.0  # moved further than this a label is tied to its line
_ELLIPSIS = "…"


@dataclass(frozen=True, slots=True)
class Frame:
    """The drawing: its size in pixels, the days and ratings at the edges of the plot."""

    width: int
    height: int
    first: int  # proleptic ordinals
    last: int
    low: float
    high: float
    right: int = 58  # pixels for the labels at the ends of the lines

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
    right: int,
    least: float = LEAST,
) -> Frame:
    """Take in every day and rating: two months and `least` points at least, no day to come."""
    ratings = list(values)
    low, high = min(ratings), max(ratings)
    margin = max(_EMPTY, (high - low) * _MARGIN, (least - (high - low)) / 2)
    spent = list(days)
    first, last = min(spent), max(spent)
    missing = max(0, _LEAST_DAYS - (last - first))
    bottom, top = math.floor(low - margin), math.ceil(high + margin)
    return Frame(*size, first - missing, last, bottom, top, right)


def ground(frame: Frame, scale: Scale | None, months: Sequence[Mark]) -> str:
    """Draw what lies behind the lines; `months`: first days of months with their names, () names years."""
    place = (frame.base, frame.end, frame.low, frame.high)
    days = named_days(frame.first, frame.last, months, pixels=frame.end - LEFT)
    return (_grades(scale, *place) if scale else _points(*place)) + _marks(frame, days)


def shade(low: float, scale: Scale) -> float:
    """Return how deep the tint of the grade above a rating is, on every page: the stronger, the deeper."""
    tint = (_place(low, scale) + LOWEST_KYU - 1) // _GRADES_A_TINT
    return round(_PALEST + _DEEPER * min(_DEEPEST, max(0, tint)), 3)


@lru_cache(512)
def _grades(scale: Scale, base: int, end: int, low: float, high: float) -> str:
    """Tint every second grade inside the frame, and name as many of all as there is room for."""
    per_point = (base - TOP) / (high - low)
    first = (low - scale.edge) // BAND * BAND + scale.edge
    floors = [first + BAND * at for at in range(math.ceil((high - first) / BAND))]
    step = next(step for step in _STEPS if BAND * per_point * step >= _NAMES_APART)
    elements, named = [], None  # the strongest and the weakest grade reach further than a band
    for floor in floors:
        bottom, top = (base - (min(max(at, low), high) - low) * per_point for at in (floor, floor + BAND))
        place = _place(floor, scale)
        if place % 2 == 0:
            elements.append(
                f'<rect class="band" x="{LEFT}" y="{top:.1f}" width="{end - LEFT}" '
                f'height="{bottom - top:.1f}" fill-opacity="{shade(floor, scale)}"/>'
            )
        # A grade cut off by the frame is named where its name keeps off the edges.
        if place % step == 0 and place != named and (bottom - top >= _NAMES_APART or step > 1):
            named = place
            elements.append(_side((bottom + top) / 2 + 4, _name(floor, scale)))
    edges = [floor for floor in floors if low < floor < high]
    lines = "".join(f"M{LEFT},{base - (floor - low) * per_point:.1f}H{end}" for floor in edges)
    if BAND * per_point >= _NAMED_EDGES:
        elements += [
            _side(y + 4, plain(floor), "grade point")
            for floor in edges
            if TOP <= (y := base - (floor - low) * per_point) <= base
        ]
    return f'{"".join(elements)}<path class="edge" d="{lines}"/>' if lines else "".join(elements)


def _round_values(low: float, high: float, step: int) -> range:
    return range(math.ceil(low / step) * step, math.floor(high) + 1, step)


@lru_cache(512)
def _points(base: int, end: int, low: float, high: float) -> str:
    """Draw a line at round ratings inside the frame and name each."""
    per_point = (base - TOP) / (high - low)
    step = next((step for step in _POINTS if step * per_point >= _NAMES_APART), 10_000)
    values = _round_values(low, high, step)
    finer = [distance for distance in _POINTS if distance < step and distance * per_point >= _NEAREST]
    if len(values) < _NAMES and finer:
        values = _round_values(low, high, finer[-1])
    places = [(value, base - (value - low) * per_point) for value in values]
    lines = "".join(f"M{LEFT},{y:.1f}H{end}" for _, y in places)
    names = "".join(_side(y + 4, plain(value)) for value, y in places)
    return f'<path class="edge" d="{lines}"/>{names}' if lines else ""


def _side(y: float, text: str, look: str = "grade") -> str:
    return f'<text class="{look}" x="{LEFT - 6}" y="{y:.1f}">{text}</text>'


def _place(low: float, scale: Scale) -> int:
    """Number a grade: 1d is 1, 1k is 0, 30k is -29."""
    grade = grade_at(low + BAND / 2, scale)
    return grade.number if grade.kind == "d" else 1 - grade.number


def _name(low: float, scale: Scale) -> str:
    return str(grade_at(low + BAND / 2, scale))


def named_days(first: int, last: int, months: Sequence[Mark], *, pixels: int) -> list[tuple[int, str]]:
    """Choose the days named at the foot of a time axis: months where some are given, else years."""
    return _thinned_months(first, last, months, pixels) or _years(first, last, pixels)


def _years(first: int, last: int, pixels: int) -> list[tuple[int, str]]:
    """Return the first of January of as many years as there is room for, the last always among a few."""
    years = range(date.fromordinal(first).year + 1, date.fromordinal(last).year + 1)
    room = max(1, pixels // _ROOM_OF_YEAR)
    every = math.ceil(len(years) / room)
    if every < _YEARS[0]:
        return [(date(year, 1, 1).toordinal(), str(year)) for year in years[::-1][:: max(every, 1)][::-1]]
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


@dataclass(frozen=True, slots=True)
class End:
    """The last value of a line: what it is, where it ends, how the line looks."""

    name: str
    look: str
    day: int
    value: float


@lru_cache(4096)
def text_width(text: str, size: int) -> float:
    """Estimate how wide a text is set in Source Sans, in pixels; never too little."""
    return sum(_width(letter) for letter in text) * size


def _width(letter: str) -> float:
    if letter in "ijlftrI.,:;'’-()[]! \u00a0":
        return 0.36
    if letter in "mwMWшщюжфмыШЩЮЖФМЫ@%":
        return 0.86
    return 0.5 if letter.isdigit() else 0.67 if letter.isupper() else 0.56


def fit_text(text: str, room: float, size: int) -> str:
    """Shorten a text to so many pixels, with an ellipsis where something is left out."""
    if text_width(text, size) <= room:
        return text
    while text and text_width(text + _ELLIPSIS, size) > room:
        text = text[:-1]
    return text.rstrip() + _ELLIPSIS


def room_for(named: Sequence[tuple[str, float]], width: int) -> int:
    """Return the pixels to keep at the right for names and values, in steps of ten."""
    if width > NARROW:
        widest = max(
            text_width(plain(value), VALUE) + min(WIDEST, text_width(f" {name}", NAME))
            for name, value in named
        )
    else:
        most = width * 0.32
        widest = max(
            max(text_width(plain(value), VALUE), min(most, text_width(name, NAME))) for name, value in named
        )
    return -(-round(widest + GAP + 3) // 10) * 10


def spread(places: Sequence[float], *, high: float, span: tuple[float, float]) -> list[float]:
    """Move the middles of labels apart, each so `high`, inside two heights, in the same order."""
    order = sorted(range(len(places)), key=places.__getitem__)
    top, bottom = span[0] + high / 2, span[1] - high / 2
    middles = [min(max(place, top), bottom) for place in places]
    for before, at in pairwise(order):
        middles[at] = max(middles[at], middles[before] + high)
    floor = bottom
    for at in reversed(order):
        middles[at] = min(middles[at], floor)
        floor = middles[at] - high
    return middles


def draw_ends(frame: Frame, ends: Sequence[End]) -> str:
    """Return the value and the name of every line beside the plot, tied to where the line ends.

    They stand there instead of a legend, and none hides another.
    """
    is_narrow = frame.width <= NARROW
    high = 2 * _LINE - 4 if is_narrow and any(end.name for end in ends) else _LINE
    heights = spread([frame.y(end.value) for end in ends], high=high, span=(TOP - 8, frame.height))
    return "".join(
        _tie(frame, end, height) + _label(frame, end, height, is_narrow=is_narrow)
        for end, height in zip(ends, heights, strict=True)
    )


def _tie(frame: Frame, end: End, height: float) -> str:
    """Mark where a line ends, and lead from there to its label where that is elsewhere."""
    x, y = frame.x(end.day), frame.y(end.value)
    dot = f'<circle class="last {end.look}" cx="{x}" cy="{y}" r="4"/>'
    if frame.end - x <= _MOVED and abs(height - y) <= _MOVED:
        return dot
    return f'<path class="tie" d="M{x + 5},{y}L{frame.end},{y}L{frame.end + GAP - 2},{height:.1f}"/>{dot}'


def _label(frame: Frame, end: End, height: float, *, is_narrow: bool) -> str:
    x = frame.end + GAP
    value = f'<tspan class="value">{plain(end.value)}</tspan>'
    room = frame.right - GAP
    if not end.name:
        return f'<text class="end {end.look}" x="{x}" y="{height + 5:.1f}">{value}</text>'
    if is_narrow:
        name = escape(fit_text(end.name, room, NAME))
        below = f'<tspan x="{x}" dy="13">{name}</tspan>'
        return f'<text class="end {end.look}" x="{x}" y="{height - 2:.1f}">{value}{below}</text>'
    name = escape(fit_text(end.name, room - text_width(f"{plain(end.value)} ", VALUE), NAME))
    return f'<text class="end {end.look}" x="{x}" y="{height + 5:.1f}">{value} {name}</text>'
