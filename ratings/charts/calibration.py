"""Calibration: what was scored against what was expected, one dot a class of forecasts. Pure."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from ratings.charts.plots import Frame, Tick, across, along, whole

_SURE = 1.96  # deviations on either side of a dot within which 95 of 100 such scores fall
_LARGEST, _SMALLEST = 9.0, 2.5  # pixels


@dataclass(frozen=True, slots=True)
class Dot:
    """A class of forecasts: mean forecast, mean score, games, text of the tooltip."""

    expected: float
    scored: float
    games: int
    title: str


@dataclass(frozen=True, slots=True)
class Words:
    """Texts of the drawing, in the reader's language."""

    label: str
    expected: str  # under the foot
    scored: str  # above the left side
    perfect: str  # along the diagonal
    ticks: Sequence[Tick]  # shares named at both axes


def draw(dots: Sequence[Dot], words: Words, *, size: tuple[int, int]) -> str:
    """Draw the diagonal of perfect forecasts, and the classes with the doubt of their number of games."""
    frame = Frame(*size, 0.0, 1.0, 0.0, 1.0, top=26, foot=46, left=42)
    inner = across(frame, words.ticks) + along(frame, words.ticks) + _diagonal(frame, words)
    most = max((dot.games for dot in dots), default=1)
    inner += "".join(_dot(frame, dot, most) for dot in dots if dot.games)
    middle = round((frame.left + frame.end) / 2)
    inner += f'<text class="axis" x="{middle}" y="{frame.height - 6}">{escape(words.expected)}</text>'
    inner += f'<text class="title" x="0" y="12">{escape(words.scored)}</text>'
    return whole(frame, inner, label=words.label)


def _diagonal(frame: Frame, words: Words) -> str:
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
