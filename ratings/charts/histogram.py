"""The moves of a run as bars: a bar for every ten points, far moves gathered at the ends. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 720, 160
FOOT = 22  # pixels below the bars, for the points
LEFT = 44  # pixels beside them, for the counts
TOP = 10
MOST_BARS = 60  # at each side of zero, 300 points
STEP = 10


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar in pixels, and what it counts."""

    x: float
    y: float
    width: float
    height: float
    low: int
    high: int
    players: int


@dataclass(frozen=True, slots=True)
class Line:
    """A count on the scale, with a line across."""

    y: float
    players: int


@dataclass(frozen=True, slots=True)
class Mark:
    """Points on the scale."""

    x: float
    text: int


@dataclass(frozen=True, slots=True)
class Histogram:
    """The drawing: bars from left to right, marks below them, counts across."""

    width: int
    height: int
    left: int
    base: int
    lines: tuple[Line, ...]
    bars: tuple[Bar, ...]
    marks: tuple[Mark, ...]


def histogram(buckets: Sequence[Sequence[int]]) -> Histogram | None:
    """Draw [lower end, players] rows; None where no player moves."""
    half = MOST_BARS // 2
    counted: dict[int, int] = {}
    for low, players in buckets:
        place = max(-half, min(half - 1, low // STEP))
        counted[place] = counted.get(place, 0) + players
    if not counted:
        return None
    reach = max(3, max(max(-place, place + 1) for place in counted))
    width, base = (WIDTH - LEFT - 8) / (2 * reach), HEIGHT - FOOT  # half a figure is left at the right
    scale = (base - TOP) / max(counted.values())
    bars = tuple(
        Bar(
            x=round(LEFT + (place + reach) * width + 0.5, 1),
            y=round(base - max(players * scale, 1.0), 1),
            width=round(max(width - 1, 1.0), 1),
            height=round(max(players * scale, 1.0), 1),
            low=place * STEP,
            high=place * STEP + STEP,
            players=players,
        )
        for place, players in sorted(counted.items())
    )
    step = max(1, reach // 3)
    marks = tuple(
        Mark(round(LEFT + (place + reach) * width, 1), place * STEP)
        for place in range(-3 * step, 3 * step + 1, step)
    )
    lines = tuple(Line(round(base - count * scale, 1), count) for count in _counts(max(counted.values())))
    return Histogram(WIDTH, HEIGHT, LEFT, base, lines, bars, marks)


def _counts(most: int) -> range:
    """Choose two to four round counts up to the highest bar."""
    decade: int = 10 ** (len(str(most)) - 1)
    step = next(
        step
        for step in (decade * 5, decade * 2, decade, max(1, decade // 2))
        if step * 2 <= most or step == 1
    )
    return range(step, most + 1, step)
