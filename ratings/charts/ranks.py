"""Ranks from list to list as SVG, below the chart of the ratings and on the same days. Pure.

Drawn with classes and attributes only, never with styles, because the content security policy forbids them.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from html import escape

from ratings.charts.chart_ground import GAP, LEFT, Frame, Mark, named_days
from ratings.charts.plots import round_values

HEIGHTS = (112, 104)  # pixels, on a desk and on a phone
LEAST = 4  # places from top to foot: one place won is no mountain
_TOP, _FOOT, _MARGIN = 26, 8, 0.08  # above: what is drawn
_APART = 18  # pixels between two names at the side

Span = tuple[int, int, int]  # from, until (proleptic ordinals), rank


def draw(
    spans: Sequence[Span],
    above: Frame,
    *,
    height: int,
    label: str,
    months: Sequence[Mark] = (),
    written: Callable[[int], str] = str,
) -> str:
    """Draw what ranks were held from day to day below a chart with the frame `above`; "" for none."""
    if not spans:
        return ""
    frame = replace(above, height=height)
    best, worst = min(rank for *_, rank in spans), max(rank for *_, rank in spans)
    margin = max((worst - best) * _MARGIN, (LEAST - (worst - best)) / 2, 0.5)
    top, foot = best - margin, worst + margin
    per_place = (height - _TOP - _FOOT) / (foot - top)

    def y(rank: float) -> float:
        return round(_TOP + (rank - top) * per_place, 1)

    sides = _named((top, foot), per_place, (best, worst))
    names = "".join(
        f'<text class="grade" x="{LEFT - 6}" y="{y(rank) + 4:.1f}">{escape(written(rank))}</text>'
        for rank in sides
    )
    lines = "".join(f"M{LEFT},{y(rank)}H{frame.end}" for rank in sides)
    last, rank = spans[-1][1], spans[-1][2]
    beside = frame.end if frame.end - frame.x(last) < _APART else frame.x(last)
    end = (
        f'<circle class="last published" cx="{frame.x(last)}" cy="{y(rank)}" r="3.5"/>'
        f'<text class="end published" x="{beside + GAP}" y="{y(rank) + 5:.1f}">'
        f'<tspan class="value">{escape(written(rank))}</tspan></text>'
    )
    path = f'<path class="line published" d="{_path(frame, [(a, b, y(rank)) for a, b, rank in spans])}"/>'
    return (
        f'<svg class="history ranks" viewBox="0 0 {frame.width} {height}" width="{frame.width}" '
        f'height="{height}" role="img" aria-label="{escape(label)}">'
        f'<text class="axis-name" x="0" y="12">{escape(label)}</text>'
        f'{_days(frame, months)}<path class="edge" d="{lines}"/>{names}{path}{end}</svg>'
    )


def _named(span: tuple[float, float], per_place: float, ends: tuple[int, int]) -> list[int]:
    """Choose the ranks named at the side: the best and the worst, and whole ones as there is room for."""
    top, foot = span
    best, worst = ends
    most = max(1, math.floor((foot - top) * per_place / _APART))
    ranks = {round(value) for value in round_values(max(top, 1), foot, most=most)}
    edges = [best] if (worst - best) * per_place < _APART else [best, worst]
    others = [rank for rank in ranks if top <= rank <= foot and rank >= 1]
    return sorted(
        {*edges, *(rank for rank in others if all(abs(rank - end) * per_place >= _APART for end in edges))}
    )


def _days(frame: Frame, months: Sequence[Mark]) -> str:
    """Draw a line at each day the chart above names."""
    days = named_days(frame.first, frame.last, months, pixels=frame.end - LEFT)
    lines = "".join(f"M{frame.x(day)},{_TOP}V{frame.height - _FOOT}" for day, _ in days)
    return f'<path class="year" d="{lines}"/>' if days else ""


def _path(frame: Frame, spans: Sequence[tuple[int, int, float]]) -> str:
    """Join spans without a gap between them; after a gap the path restarts."""
    path, before = [], None
    for first, last, y in spans:
        x = frame.x(first)
        join = f"V{y}" if first == before else f"M{x},{y}"
        path.append(f"{join}H{max(frame.x(last), x + 1):.1f}")
        before = last
    return "".join(path)
