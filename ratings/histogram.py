"""The moves of a run as bars: a bar for every ten points, far moves gathered at the ends. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 720, 160
FOOT = 20  # pixels below the bars, for the scale
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
    players: int


@dataclass(frozen=True, slots=True)
class Mark:
    """A number on the scale."""

    x: float
    text: int


@dataclass(frozen=True, slots=True)
class Histogram:
    """The drawing: bars from left to right, marks below them."""

    width: int
    height: int
    base: int
    bars: tuple[Bar, ...]
    marks: tuple[Mark, ...]


def histogram(buckets: Sequence[Sequence[int]]) -> Histogram | None:
    """Draw [lower end, players] rows; None where nobody moves."""
    half = MOST_BARS // 2
    counted: dict[int, int] = {}
    for low, players in buckets:
        place = max(-half, min(half - 1, low // STEP))
        counted[place] = counted.get(place, 0) + players
    if not counted:
        return None
    reach = max(3, max(max(-place, place + 1) for place in counted))
    width, base = WIDTH / (2 * reach), HEIGHT - FOOT
    scale = (base - 4) / max(counted.values())
    bars = tuple(
        Bar(
            x=round((place + reach) * width + 0.5, 1),
            y=round(base - max(players * scale, 1.0), 1),
            width=round(max(width - 1, 1.0), 1),
            height=round(max(players * scale, 1.0), 1),
            low=place * STEP,
            players=players,
        )
        for place, players in sorted(counted.items())
    )
    step = max(1, reach // 3)
    marks = tuple(
        Mark(round((place + reach) * width, 1), place * STEP)
        for place in range(-3 * step, 3 * step + 1, step)
    )
    return Histogram(WIDTH, HEIGHT, base, bars, marks)
