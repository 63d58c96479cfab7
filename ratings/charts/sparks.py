"""A few ratings as a line the size of a word, beside each player of a list page. Pure."""

from collections.abc import Sequence
from functools import lru_cache

_HEIGHTS = [f"{tenths / 10:.1f}" for tenths in range(201)]  # of the drawing, which is 20 high


def spark(values: Sequence[float]) -> str:
    """Draw a few ratings as a line the size of a word; "" for fewer than two."""
    if len(values) < 2:
        return ""
    low, high = min(values), max(values)
    scale = 140 / max(high - low, 30.0)  # tenths a point; a change of a few points is no mountain
    middle = 100.5 + (low + high) / 2 * scale
    heights = [_HEIGHTS[int(middle - value * scale)] for value in values]
    return _drawing(len(values)) % (*heights, heights[-1])


@lru_cache(64)
def _drawing(count: int) -> str:
    """Return the line of so many values with open heights: a page draws a hundred, of few lengths."""
    places = [f"{3 + 66 / (count - 1) * at:.1f}" for at in range(count)]
    line = f'<polyline points="{" ".join(f"{place},%s" for place in places)}"/>'
    end = f'<circle cx="{places[-1]}" cy="%s" r="2"/>'
    return f'<svg viewBox="0 0 72 20" aria-hidden="true">{line}{end}</svg>'
