"""Lines over a common scale, each named at its end, a dot with its words at every value. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from ratings.charts.plots import Frame, Tick, across, along, apart, whole

_DOTS = 40  # values of a line that still get a dot each


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


def draw(lines: Sequence[Line], scale: Scale, frame: Frame) -> str:
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
