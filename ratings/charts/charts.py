"""The course of ratings as SVG, lines and steps over true time with gaps; the table behind it. Pure.

One component for the page of a player, for two players beside each other and for the level of a list over the
years. Drawn with classes and attributes only, never with styles, because the content security policy forbids
them; each line is one path, so that a course of hundreds of events costs no more than one of ten.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from itertools import pairwise

from federation.vocabulary.grades import Scale
from ratings.charts import chart_ground
from ratings.charts.chart_ground import LEAST, LEFT, TOP, End, Frame, Mark, frame_of, ground
from ratings.charts.figures import plain

MANY = 60  # points of a line whose dots are small
_APART = 3.0  # pixels between two marks below a plot
EPOCH = 719_163  # proleptic ordinal of 1 January 1970, from which programs count

Span = tuple[int, int, float]  # from, until, value
# A day (proleptic ordinal), the value of each series on it (None: without), further cells in words.
Row = tuple[int, Sequence[float | None], Sequence[str]]
Value = Callable[[float], str]
_TOLD = '<td class="told">%s</td>'


@dataclass(frozen=True, slots=True)
class Line:
    """Values joined by a line, oldest first; `breaks` are the places it restarts at after a gap."""

    name: str  # set at its end; "" for none
    look: str  # class of the stylesheet: the look that distinguishes it without colour
    days: Sequence[int]  # proleptic ordinals
    values: Sequence[float]
    breaks: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class Steps:
    """Values that each hold until a day, oldest first: what was published on lists."""

    name: str
    look: str
    spans: Sequence[Span]
    as_of: str = ""  # the day of the last value, where that is not the newest there is

    @property
    def days(self) -> Sequence[int]:
        """The first and the last day anything held."""
        return (self.spans[0][0], self.spans[-1][1]) if self.spans else ()

    @property
    def values(self) -> list[float]:
        """Values in force."""
        return [value for _, _, value in self.spans]


@dataclass(frozen=True, slots=True)
class Band:
    """The band the true rating lies in: days, lower and upper ends, beside the values of a line."""

    days: Sequence[int]
    lows: Sequence[float]
    highs: Sequence[float]
    breaks: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class Chart:
    """Content of a chart. Without a scale it has no grades, only lines at round ratings."""

    series: Sequence[Line | Steps]  # the first lies on top
    scale: Scale | None = None
    days: Sequence[int] = ()  # further days the time axis takes in: lists that called a player inactive
    ticks: Sequence[int] = ()  # days of events, marked at the foot
    months: Sequence[Mark] = ()  # first days of months with their names; () names years
    band: Band | None = None
    least: float = LEAST  # points from foot to top, so that a change of a few is no mountain


def draw(chart: Chart, *, size: tuple[int, int], label: str) -> str:
    """Draw a chart; `label` describes it in words. Empty without values."""
    shown = [series for series in chart.series if series.days]
    if not shown:
        return ""
    frame, ends = lay_out(chart, size)
    inner = ground(frame, chart.scale, chart.months)
    inner += _soft(frame, chart.band) if chart.band else ""
    inner += "".join(_draw(frame, series) for series in reversed(shown))
    inner += _ticks(frame, chart.ticks) + chart_ground.draw_ends(frame, ends)
    return _whole(frame, inner, label)


def lay_out(chart: Chart, size: tuple[int, int]) -> tuple[Frame, list[End]]:
    """Return the frame of a chart that has values, and what stands at the ends of its lines."""
    shown = [series for series in chart.series if series.days]
    ends = [_end(series, is_narrow=size[0] <= chart_ground.NARROW) for series in shown]
    right = chart_ground.room_for([(end.name, end.value) for end in ends], size[0])
    days = [*chart.days, *(day for series in shown for day in (series.days[0], series.days[-1]))]
    values = [value for series in shown for value in series.values] + _settled_ends(chart.band)
    return frame_of(days, values, size=size, right=right, least=chart.least), ends


def _end(series: Line | Steps, *, is_narrow: bool) -> End:
    """Return the last value of a line, with its day where a newer list differs.

    A phone has no room for both: the day replaces the name.
    """
    as_of = series.as_of if isinstance(series, Steps) else ""
    name = as_of if as_of and is_narrow else f"{series.name} {as_of}".strip()
    return End(name, series.look, series.days[-1], series.values[-1])


def _whole(frame: Frame, inner: str, label: str) -> str:
    """Close a drawing; its attributes give a script the scale of days and ratings."""
    width, height = frame.width, frame.height
    plot = f"{LEFT} {frame.end} {TOP} {frame.base}"
    edges = f"{frame.first - EPOCH} {frame.last - EPOCH} {frame.low:g} {frame.high:g}"
    hair = f'<line class="hair" x1="-9" x2="-9" y1="{TOP}" y2="{frame.base}"/>'
    return (
        f'<svg class="history" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" '
        f'data-plot="{plot}" data-edges="{edges}" aria-label="{escape(label)}">{inner}{hair}</svg>'
    )


def _settled_ends(band: Band | None) -> list[float]:
    """Return the ends of the later half of a band: that of a newcomer is as high as a list is long."""
    if band is None:
        return []
    half = len(band.days) // 2
    return [*band.lows[half:], *band.highs[half:]]


def _draw(frame: Frame, series: Line | Steps) -> str:
    return _line(frame, series) if isinstance(series, Line) else _steps(frame, series)


def _line(frame: Frame, line: Line) -> str:
    """Draw a line and a dot for every value of it."""
    places = _places(frame, line.days, line.values)
    path = "".join(
        f"M{places[first]}L{' '.join(places[first + 1 : last])}"
        for first, last in _pieces(line.breaks, len(places))
        if last - first > 1
    )
    dots = f"M{'h0M'.join(places)}h0"
    many = " many" if len(places) > MANY else ""
    drawn = f'<path class="line {line.look}" d="{path}"/>' if path else ""
    return f'{drawn}<path class="dots {line.look}{many}" d="{dots}"/>'


def _pieces(breaks: Sequence[int], count: int) -> list[tuple[int, int]]:
    return list(pairwise((0, *breaks, count)))


def _places(frame: Frame, days: Sequence[int], values: Sequence[float]) -> list[str]:
    """Return values in the coordinates of a path, a tenth of a pixel exact."""
    left, across = LEFT - frame.first * frame.per_day, frame.per_day
    foot, up = frame.base + frame.low * frame.per_point, frame.per_point
    flat: list[float] = []
    for day, value in zip(days, values, strict=True):
        flat += (left + day * across, foot - value * up)
    # Written at once, for a long course has hundreds, in two sizes.
    return ("%.1f,%.1f " * len(days) % tuple(flat)).split()


def _steps(frame: Frame, steps: Steps) -> str:
    """Draw what held from day to day; a step is joined to the next where that follows at once."""
    left, across = LEFT - frame.first * frame.per_day, frame.per_day
    foot, up = frame.base + frame.low * frame.per_point, frame.per_point
    path, before = [], None
    for first, last, value in steps.spans:
        x, y = left + first * across, foot - value * up
        join = f"V{y:.1f}" if first == before else f"M{x:.1f},{y:.1f}"
        # the least a list shows: one alone has no length
        path.append(f"{join}H{max(left + last * across, x + 1):.1f}")
        before = last
    return f'<path class="line {steps.look}" d="{"".join(path)}"/>'


def _soft(frame: Frame, band: Band) -> str:
    """Draw the band the true rating lies in behind the line."""
    lows = _places(frame, band.days, [max(low, frame.low) for low in band.lows])
    highs = _places(frame, band.days, [min(high, frame.high) for high in band.highs])
    return "".join(
        f'<polygon class="certainty" points="{" ".join((*highs[first:last], *lows[first:last][::-1]))}"/>'
        for first, last in _pieces(band.breaks, len(band.days))
        if last - first > 1
    )


def _ticks(frame: Frame, days: Sequence[int]) -> str:
    """Mark the days with an event below the plot; of marks that would touch, the first stands for all."""
    left, across, foot = LEFT - frame.first * frame.per_day, frame.per_day, f"{frame.base + 3}v5"
    places: list[float] = []
    for day in days:
        x = left + day * across
        if not places or abs(x - places[-1]) >= _APART:
            places.append(x)
    return f'<path class="tick" d="{"".join(f"M{x:.1f},{foot}" for x in places)}"/>' if places else ""


def chart_table(
    heads: Sequence[str],
    words: Sequence[str],
    rows: Iterable[Row],
    *,
    caption: str,
    written: Callable[[int], str],
    value: Value = plain,
) -> str:
    """Return a table; `heads` are those of the day and of each series, `words` those of the further cells.

    `caption` names the table to those who hear it, `written` writes a day in the reader's language; caption,
    heads and words are escaped here.
    """
    head = "".join(f'<th scope="col">{escape(head_text)}</th>' for head_text in heads)
    head += "".join(f'<th scope="col" class="told">{escape(word)}</th>' for word in words)
    # One pattern for all rows: a long course has hundreds.
    pattern = f'<tr data-day="%s"><td>%s</td>{"<td>%s</td>" * (len(heads) - 1)}{_TOLD * len(words)}</tr>'
    body = "".join(
        [
            pattern
            % (
                number - EPOCH,
                written(number),
                *["" if figure is None else value(figure) for figure in values],
                *[_escape_word(word) for word in texts],
            )
            for number, values, texts in rows
        ]
    )
    series = " ".join(str(at) for at in range(1, len(heads)))
    return (
        f'<table class="grid-table behind" data-series="{series}">'
        f'<caption class="visually-hidden">{escape(caption)}</caption><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table>"
    )


@lru_cache(4096)
def _escape_word(word: str) -> str:
    """Escape a grade or the name of an event, which comes in every system it moved."""
    return escape(word)


def arrange_rows(*courses: Sequence[tuple[int, float | None, Sequence[str]]]) -> list[Row]:
    """Arrange courses of days, values and words beside each other, newest first.

    Each value stands until the next. On one day the courses come in the order they are given, each
    with a row of its own.
    """
    steps = sorted(
        ((day, place, at) for place, course in enumerate(courses) for at, (day, _, _) in enumerate(course)),
    )
    now: list[float | None] = [None] * len(courses)
    rows: list[Row] = []
    for day, place, at in steps:
        _, now[place], words = courses[place][at]
        rows.append((day, tuple(now), words))
    rows.reverse()
    return rows
