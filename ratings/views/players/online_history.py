"""A player's systems whose ratings move game by game, as sections of his page."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from ratings.cadence.by_game.histories import Point
from ratings.charts.chart_rows import arrange_rows, table
from ratings.charts.charts import Band, Chart, Steps
from ratings.charts.charts import Line as Drawn
from ratings.charts.figures import plain
from ratings.players.header import Head
from ratings.players.list_history import Line
from ratings.players.online_standings import StreamStanding, standings
from ratings.players.people_met import PeopleMet
from ratings.rulebook import deviation
from ratings.rulebook.activity import LONG_BREAK_DAYS
from ratings.views.players import career, rating_charts
from ratings.views.players.chart_figures import Figure, day_writer, figure, list_day_writer, months, spans

_Dated = tuple[int, Point]  # a day as a proleptic ordinal


@dataclass(frozen=True, slots=True)
class Section:
    """One system on a player's page: where he stands, the chart."""

    standing: StreamStanding
    figure: Figure
    missing: str  # what an established rating lacks; "" established
    played: SafeString | str = ""  # whom he met, year by year


def sections(head: Head, company: PeopleMet, lines: Mapping[str, Sequence[Line]]) -> list[Section]:
    """Arrange a player's streams in the order of the site; `lines`: listed_courses.lines() of the player."""
    made = []
    for one in standings(head, company, timezone.now()):
        key = one.current.system.key
        met = career.section(one.current.player_id, company.streams[key], key, is_cut=key in company.cut)
        made.append(replace(_section(one, lines.get(key, ())), played=met))
    return made


def missing(standing: StreamStanding) -> str:
    """Return what an established rating lacks."""
    if standing.is_established:
        return ""
    if standing.has_deviation:
        return _("RD %(now)s, established at %(needed)s or below") % {
            "now": plain(math.ceil(standing.strength.deviation)),
            "needed": plain(standing.needed),
        }
    needed = round(standing.needed)
    words = ngettext("%(games)s of %(n)s game", "%(games)s of %(n)s games", needed)
    return words % {"games": standing.current.games, "n": needed}


def _section(standing: StreamStanding, lines: Sequence[Line]) -> Section:
    points = [(one.day.toordinal(), one) for one in standing.course]
    if not points:
        return Section(standing, Figure(standing.current.system.key), missing(standing))
    limit = int(getattr(standing.edition, "active_days", LONG_BREAK_DAYS))
    points += _since(standing, points[-1], limit)
    days = [day for day, _one in points]
    breaks = [at for at, (day, after) in enumerate(pairwise(days), start=1) if after - day > limit]
    until = max(days[-1], lines[0].day.toordinal() if lines else 0)
    held = spans(lines, until=until if standing.entry else 0, longest=limit, holds=True)
    chart = Chart(
        [
            Drawn(pgettext("rating", "live"), "live", days, [one.rating for _day, one in points], breaks),
            Steps(pgettext("rating", "published"), "published", held),
        ],
        days=[line.day.toordinal() for line in (*lines[:1], *lines[-1:])],
        months=months(days[0], until),
        band=_band(points, breaks) if standing.has_deviation else None,
    )
    drawn = figure(
        standing.current.system.key, chart, _caption(days, standing), _table(points, lines, standing)
    )
    return Section(standing, drawn, missing(standing))


def _since(standing: StreamStanding, last: _Dated, limit: int) -> list[_Dated]:
    """Return the present, where the deviation has grown since the last game of somebody active."""
    today = timezone.now().date()
    if not standing.has_deviation or not 0 < today.toordinal() - last[0] <= limit:
        return []
    return [(today.toordinal(), Point(today, last[1].rating, standing.strength.deviation))]


def _band(points: Sequence[_Dated], breaks: Sequence[int]) -> Band:
    """Arrange the band of 95% of every point; what the office decided without a deviation has none."""
    ends = [
        (one.rating, one.rating) if math.isnan(one.deviation) else deviation.band(one.rating, one.deviation)
        for _day, one in points
    ]
    return Band([day for day, _one in points], [low for low, _ in ends], [high for _, high in ends], breaks)


def _table(points: Sequence[_Dated], lines: Sequence[Line], standing: StreamStanding) -> str:
    """Return the days with games and the lists that changed something, newest first."""
    played = [(day, one.rating, (_band_of(one),)) for day, one in points]
    listed = [(line.day.toordinal(), float(line.rating), ("",)) for line in lines[::-1]]
    rows = [(day, (published, now), told) for day, (now, published), told in arrange_rows(played, listed)]
    written = list_day_writer(standing.current.system.key, lines)
    if not standing.has_deviation:
        return table(rating_charts.heads(), [], [(*row[:2], ()) for row in rows], written=written)
    return table(rating_charts.heads(), [_("95% band")], rows, written=written)


def _band_of(point: Point) -> str:
    if math.isnan(point.deviation):
        return ""
    low, high = deviation.band(point.rating, point.deviation)
    return f"{plain(low)}\u00a0…\u00a0{plain(high)}"


def _caption(days: Sequence[int], standing: StreamStanding) -> str:
    day = day_writer()
    said = _("At the end of each day, %(first)s to %(last)s.") % {
        "first": day(days[0]),
        "last": day(days[-1]),
    }
    steps = _("Steps: as published in lists.")
    said = f"{said} {steps}"
    if not standing.has_deviation:
        return said
    band = _("The shaded band holds the true rating with 95% probability; it widens without games.")
    return f"{said} {band}"
