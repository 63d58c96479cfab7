"""Chart of number ones: bars over time, a row a player with the name above it. Pure.

Drawn with classes and attributes only, never with styles, because the content security policy forbids them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from ratings.charts.chart_ground import NAME, Mark, fit_text, named_days, text_width

SIDE, TOP, FOOT = 2, 4, 26  # pixels beside, above, below the rows
ROW, BAR = 36, 10  # pixels a row and a bar are high
LEAST = 3.0  # pixels of the shortest bar
MOST = 24  # rows; of more players those who led the longest
_LEAST_DAYS = 183


@dataclass(frozen=True, slots=True)
class Reign:
    """Days a player was first, `until` excluded; `said` is the text."""

    player: int
    name: str
    first: int  # proleptic ordinals
    until: int
    said: str


@dataclass(frozen=True, slots=True)
class _Time:
    """Days across the drawing."""

    width: int
    first: int
    last: int

    def x(self, day: int) -> float:
        return SIDE + (day - self.first) / max(1, self.last - self.first) * (self.width - 2 * SIDE)


def left_out(reigns: Sequence[Reign]) -> int:
    """Return how many players have no row of their own."""
    return len({reign.player for reign in reigns}) - len(_rows(reigns))


def draw(reigns: Sequence[Reign], *, width: int, label: str, months: Sequence[Mark] = ()) -> str:
    """Draw reigns, the earliest at the top; `label` describes them in words. Empty without any.

    `months`: first days of months with their names; () names years.
    """
    rows = _rows(reigns)
    if not rows:
        return ""
    time = _time(reigns, width)
    base = TOP + ROW * len(rows)
    inner = _foot(time, base, months) + "".join(
        _row(time, own, TOP + ROW * at) for at, own in enumerate(rows.values())
    )
    height = base + FOOT
    return (
        f'<svg class="reigns" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" '
        f'aria-label="{escape(label)}">{inner}</svg>'
    )


def _rows(reigns: Sequence[Reign]) -> Mapping[int, list[Reign]]:
    """Return the reigns of each player, in the order they first led; of too many the longest."""
    rows: dict[int, list[Reign]] = {}
    for reign in sorted(reigns, key=lambda reign: reign.first):
        rows.setdefault(reign.player, []).append(reign)
    days = {player: sum(reign.until - reign.first for reign in own) for player, own in rows.items()}
    longest = sorted(rows, key=days.__getitem__, reverse=True)[:MOST]
    return {player: own for player, own in rows.items() if player in longest}


def _time(reigns: Sequence[Reign], width: int) -> _Time:
    first, last = min(reign.first for reign in reigns), max(reign.until for reign in reigns)
    missing = max(0, _LEAST_DAYS - (last - first))
    return _Time(width, first - missing // 2, last + missing - missing // 2)


def _row(time: _Time, own: Sequence[Reign], top: int) -> str:
    """Return the bars of one player under their name, which begins where their first bar does."""
    room = time.width - 2.0 * SIDE
    name = fit_text(own[0].name, room, NAME + 1)
    x, look = time.x(own[0].first), "who"
    if x + text_width(name, NAME + 1) > SIDE + room:  # set back from the right edge
        x, look = SIDE + room, "who late"
    bars = "".join(_bar(time, reign, top + 19) for reign in own)
    return f'<text class="{look}" x="{x:.1f}" y="{top + 14}">{escape(name)}</text>{bars}'


def _bar(time: _Time, reign: Reign, top: int) -> str:
    x = time.x(reign.first)
    wide = max(time.x(reign.until) - x, LEAST)
    x = min(x, time.width - SIDE - wide)
    return (
        f'<rect class="reign" x="{x:.1f}" y="{top}" width="{wide:.1f}" height="{BAR}">'
        f"<title>{escape(reign.said)}</title></rect>"
    )


def _foot(time: _Time, base: int, months: Sequence[Mark]) -> str:
    """Name days at the foot, a line from each up through the rows."""
    days = named_days(time.first, time.last, months, pixels=time.width - 2 * SIDE)
    lines = "".join(f"M{time.x(day):.1f},{TOP}V{base}" for day, _ in days)
    names = "".join(
        f'<text class="axis" x="{x:.1f}" y="{base + 18}">{escape(name)}</text>'
        for x, name in ((_inside(time.x(day), name, time.width), name) for day, name in days)
    )
    return f'<path class="year" d="{lines}M0,{base}H{time.width}"/>{names}'


def _inside(x: float, name: str, width: int) -> float:
    """Keep a name, set about its middle, inside the drawing."""
    half = text_width(name, NAME) / 2
    return min(max(x, half), width - half)
