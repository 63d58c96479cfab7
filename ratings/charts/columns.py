"""Counts over time as columns, years named at the foot. Pure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from ratings.charts.plots import Frame, Tick, across, along, round_values, whole


@dataclass(frozen=True, slots=True)
class Column:
    """One count, and the text of its tooltip."""

    value: int
    title: str


@dataclass(frozen=True, slots=True)
class Words:
    """Texts of the drawing."""

    label: str
    title: str  # above the scale: what is counted
    count: Callable[[int], str] = str  # writes a count


def draw(columns: Sequence[Column], foot: Sequence[Tick], words: Words, *, size: tuple[int, int]) -> str:
    """Draw columns 0, 1, 2 ...; `foot` names the left edges of some."""
    most = max((column.value for column in columns), default=0)
    frame = Frame(*size, 0.0, float(len(columns)), 0.0, max(most, 1) * 1.04, top=26)
    ticks = [
        (value, words.count(round(value))) for value in round_values(0.0, float(most), most=4) if value >= 1.0
    ]
    inner = across(frame, ticks) + "".join(_column(frame, at, column) for at, column in enumerate(columns))
    inner += (
        _highest(frame, columns, most, words.count(most))
        + along(frame, foot)
        + f'<text class="title" x="0" y="12">{escape(words.title)}</text>'
    )
    return whole(frame, inner, label=words.label)


def _column(frame: Frame, at: int, column: Column) -> str:
    if not column.value:
        return ""
    left, right = frame.x(at), frame.x(at + 1)
    gap = 1.0 if right - left > 3.0 else 0.2
    top = min(frame.y(column.value), frame.base - 1.0)  # one game among thousands is seen too
    return (
        f'<rect class="column" x="{left + gap / 2:.1f}" y="{top}" width="{max(right - left - gap, 0.6):.1f}" '
        f'height="{frame.base - top:.1f}"><title>{escape(column.title)}</title></rect>'
    )


def _highest(frame: Frame, columns: Sequence[Column], most: int, text: str) -> str:
    """Write the highest count above its column, where it stays inside the drawing."""
    at = next((at for at, column in enumerate(columns) if column.value == most), None)
    if at is None or not most:
        return ""
    room = 4.0 * len(text)
    x = min(max(frame.x(at + 0.5), frame.left + room), frame.width - room)
    return f'<text class="axis" x="{x:.1f}" y="{frame.y(most) - 3:.1f}">{escape(text)}</text>'
