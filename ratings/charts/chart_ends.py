"""Labels at the ends of a chart's lines, instead of a legend, without overlap. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from itertools import pairwise

from ratings.charts.chart_ground import TOP, Frame
from ratings.charts.figures import plain

VALUE, NAME = 15, 12  # sizes of the type in pixels, as in the stylesheet
GAP = 9  # pixels between the plot and what is written beside it
WIDEST = 150  # a name beside a chart, on a desk
NARROW = 500  # drawings up to this width set the name below the value
_LINE = 18.0  # pixels a label is high
_MOVED = 5.0  # moved further than this a label is tied to its line
_ELLIPSIS = "…"


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
    """Return the value and the name of every line beside the plot, tied to where the line ends."""
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
