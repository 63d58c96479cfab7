"""The ground of a plot as SVG: a frame of two number scales, grid, axes, labels that keep apart. Pure.

Drawn with classes and attributes only, never with styles, because the content security policy forbids them.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise

Tick = tuple[float, str]
_APART = 15.0  # pixels between the middles of two labels


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
