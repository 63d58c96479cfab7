"""A few ratings as a line the size of a word, beside each player of a list page. Pure."""

from collections.abc import Sequence
from functools import lru_cache


def spark(values: Sequence[float]) -> str:
    """Draw a few ratings as a line the size of a word; "" for fewer than two."""
    if len(values) < 2:
        return ""
    low, high = min(values), max(values)
    span = max(high - low, 30.0)  # a change of a few points is no mountain
    middle = (low + high) / 2
    heights = [10 - (value - middle) / span * 14 for value in values]
    return _drawing(len(values)) % (*heights, heights[-1])


@lru_cache(64)
def _drawing(count: int) -> str:
    """Give the line of so many values with the heights left open: a page draws a hundred, of few lengths."""
    places = [f"{3 + 66 / (count - 1) * at:.1f}" for at in range(count)]
    line = f'<polyline points="{" ".join(f"{place},%.1f" for place in places)}"/>'
    end = f'<circle cx="{places[-1]}" cy="%.1f" r="2"/>'
    return f'<svg viewBox="0 0 72 20" aria-hidden="true">{line}{end}</svg>'
