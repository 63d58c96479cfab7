"""Chart of the games of each year, a bar a year: won below, drawn and lost above. Pure.

Drawn with classes and attributes only, never with styles, because the content security policy forbids them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

TOP, BASE, SIDE = 18, 22, 2  # pixels above the bars for the figure, below for the year, beside
WIDEST = 44.0


@dataclass(frozen=True, slots=True)
class Year:
    """The games of a year; `said` is the text."""

    name: str
    parts: Sequence[int]  # won, drawn, lost
    said: str

    @property
    def games(self) -> int:
        """All of them."""
        return sum(self.parts)


KINDS = ("won", "drawn", "lost")


def bars(
    years: Sequence[Year],
    *,
    size: tuple[int, int],
    label: str,
    wide: int = 30,
    written: Callable[[int], str] = str,
) -> str:
    """Draw the years side by side; `label` describes them in words. Empty without games.

    `wide`: pixels a name takes; `written` writes a count.
    """
    most = max((year.games for year in years), default=0)
    if not most:
        return ""
    width, height = size
    step = min(WIDEST, (width - 2 * SIDE) / len(years))
    thinned = -(-wide // max(1, int(step)))
    scale = (height - TOP - BASE) / most
    inner = "".join(
        _bar(
            year,
            SIDE + step * at,
            (step, scale, height - BASE),
            count=written(year.games) if (len(years) - 1 - at) % thinned == 0 else None,
        )
        for at, year in enumerate(years)
    )
    base = f'<line class="base" x1="0" x2="{width}" y1="{height - BASE}" y2="{height - BASE}"/>'
    return (
        f'<svg class="years" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" '
        f'aria-label="{escape(label)}">{inner}{base}</svg>'
    )


def _bar(year: Year, left: float, frame: tuple[float, float, int], *, count: str | None) -> str:
    """Return one year; `frame`: width of a year, pixels a game, the line the bars stand on.

    `count`: its games as they are written; None for a year that is not named.
    """
    step, scale, base = frame
    elements, top = [], float(base)
    for kind, games in zip(KINDS, year.parts, strict=True):
        if games:
            top -= games * scale
            elements.append(
                f'<rect class="{kind}" x="{left + step * 0.12:.1f}" y="{top:.1f}" width="{step * 0.76:.1f}" '
                f'height="{games * scale:.1f}"/>'
            )
    middle = left + step / 2
    if count is not None:
        elements.append(f'<text class="axis" x="{middle:.1f}" y="{base + 16}">{escape(year.name)}</text>')
        if year.games:
            elements.append(f'<text class="count" x="{middle:.1f}" y="{top - 5:.1f}">{escape(count)}</text>')
    return f"<g><title>{escape(year.said)}</title>{''.join(elements)}</g>"
