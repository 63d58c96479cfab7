"""The passes of an FFG adjustment as a staircase: where each began, where the games led from there. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from ratings.charts.figures import plain

_TOP, _FOOT, _SIDE = 22, 22, 44  # room around the steps: names above and below, levels on both sides


@dataclass(frozen=True, slots=True)
class Words:
    """Texts of the drawing, in the reader's language."""

    label: str
    start: str  # names the staircase
    after: str  # names the line above or below it
    passes: str  # under the foot, at its end


def draw(passes: Sequence[tuple[float, float]], words: Words, *, size: tuple[int, int]) -> str:
    """Draw start and end of every pass, the first at the left; "" for fewer than two."""
    if len(passes) < 2:
        return ""
    width, height = size
    values = [value for step in passes for value in step]
    low, high = min(values), max(values)
    span = (high - low) or 1.0
    rises = passes[-1][0] >= passes[0][0]

    def x(place: float) -> float:
        return round(_SIDE + place * (width - 2 * _SIDE) / len(passes), 1)

    def y(value: float) -> float:
        return round(_TOP + (high - value) / span * (height - _TOP - _FOOT), 1)

    stairs = "".join(
        f"{'M' if not at else 'V'}{_point(x(at), y(step[0]), at)}H{x(at + 1)}"
        for at, step in enumerate(passes)
    )
    led = " ".join(f"{x(at + 0.5)},{y(step[1])}" for at, step in enumerate(passes))
    first, last = passes[0], passes[-1]
    # the staircase rises below the line it follows, or falls above it
    near, far = ("start", "after") if rises else ("after", "start")
    texts = (
        _text("level end", x(0) - 6, y(first[0]) + 4, plain(first[0]))
        + _text("level strong", x(len(passes)) + 6, y(last[0]) + 4, plain(last[0]))
        + _text(f"name {far}", x(0), 13, words.after if far == "after" else words.start)
        + _text(f"name {near}", x(0), height - 6, words.start if near == "start" else words.after)
        + _text("count end", x(len(passes)), height - 6, words.passes)
    )
    return (
        f'<svg class="staircase" viewBox="0 0 {width} {height}" role="img"'
        f' aria-label="{escape(words.label)}">'
        f'<polyline class="led" points="{led}"/><path class="stairs" d="{stairs}"/>{texts}</svg>'
    )


def _point(x: float, y: float, at: int) -> str:
    """Begin the path, or climb to the next step."""
    return f"{x},{y}" if not at else f"{y}"


def _text(kind: str, x: float, y: float, text: str) -> str:
    return f'<text class="{kind}" x="{round(x, 1)}" y="{round(y, 1)}">{escape(text)}</text>'
