"""A player's systems whose ratings move game by game, as sections of his page."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from ratings.cadence.by_game.histories import Point
from ratings.charts.charts import Band, Chart, Steps, arrange_rows, chart_table
from ratings.charts.charts import Line as Drawn
from ratings.charts.figures import plain
from ratings.players.header import Head
from ratings.players.held_systems import StreamStanding, standings
from ratings.players.list_history import Line
from ratings.players.people_met import PeopleMet
from ratings.rulebook import deviation
from ratings.rulebook.activity import LONG_BREAK_DAYS
from ratings.views.players import career, rating_charts
from ratings.views.players.chart_figures import (
    Figure,
    day_writer,
    figure,
    held_from,
    list_day_writer,
    months,
    rank_words,
)

_Dated = tuple[int, Point]  # a day as a proleptic ordinal


@dataclass(frozen=True, slots=True)
class Section:
    """One system on a player's page: where the player stands, and what was played."""

    standing: StreamStanding
    missing: str  # what an established rating lacks; "" established
    played: SafeString | str = ""  # who was met, year by year


def section(head: Head, company: PeopleMet, key: str, moment: datetime) -> Section | None:
    """Arrange a stream that was read with `company`; None where the player has no games in it."""
    standing = next(
        (standing for standing in standings(head, company, moment) if standing.current.system.key == key),
        None,
    )
    if standing is None:
        return None
    met = career.section(standing.current.player_id, company.streams[key], key, is_cut=key in company.cut)
    return Section(standing, missing(standing), met)


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


def figure_of(standing: StreamStanding, lines: Sequence[Line], since: int = 0) -> Figure:
    """Draw a stream; `lines`: the player's on its lists. Nothing before `since` (an ordinal) is drawn."""
    key = standing.current.system.key
    points = [(point.day.toordinal(), point) for point in standing.course]
    if not points:
        return Figure(key)
    limit = int(getattr(standing.edition, "active_days", LONG_BREAK_DAYS))
    points += _since(standing, points[-1], limit)
    until = max(points[-1][0], lines[0].day.toordinal() if lines else 0)
    spans, ranked = held_from(
        lines, until=until if standing.entry else 0, longest=limit, holds=True, since=since
    )
    points = [point for point in points if point[0] >= since] or points[-1:]
    lines = [line for line in lines if line.day.toordinal() >= since]
    days = [day for day, _point in points]
    breaks = [at for at, (day, after) in enumerate(pairwise(days), start=1) if after - day > limit]
    chart = Chart(
        [
            Steps(pgettext("rating", "published"), "published", spans),
            Drawn(pgettext("rating", "live"), "live", days, [point.rating for _day, point in points], breaks),
        ],
        days=[line.day.toordinal() for line in (*lines[:1], *lines[-1:])],
        months=months(days[0], until),
        band=_band(points, breaks) if standing.has_deviation else None,
    )
    text = " ".join(filter(None, (_caption(days, standing), rating_charts.best_rank(ranked))))
    return figure(key, chart, text, _table(points, lines, standing), held=ranked)


def _since(standing: StreamStanding, last: _Dated, limit: int) -> list[_Dated]:
    """Return the present, where an active player's deviation has grown since the last game."""
    today = timezone.now().date()
    if not standing.has_deviation or not 0 < today.toordinal() - last[0] <= limit:
        return []
    return [(today.toordinal(), Point(today, last[1].rating, standing.strength.deviation))]


def _band(points: Sequence[_Dated], breaks: Sequence[int]) -> Band:
    """Arrange the band of 95% of every point; what the office decided without a deviation has none."""
    ends = [
        (point.rating, point.rating)
        if math.isnan(point.deviation)
        else deviation.band(point.rating, point.deviation)
        for _day, point in points
    ]
    return Band([day for day, _point in points], [low for low, _ in ends], [high for _, high in ends], breaks)


def _table(points: Sequence[_Dated], lines: Sequence[Line], standing: StreamStanding) -> str:
    """Return the days with games and the lists that changed something, newest first."""
    bands = standing.has_deviation
    played = [(day, point.rating, (_band_of(point), "") if bands else ("",)) for day, point in points]
    listed = [
        (line.day.toordinal(), float(line.rating), ("", rank_words(line)) if bands else (rank_words(line),))
        for line in lines[::-1]
    ]
    rows = [(day, (published, now), cells) for day, (now, published), cells in arrange_rows(played, listed)]
    written = list_day_writer(standing.current.system.key, standing.current.player_id, lines)
    words = [_("95% band"), _("Rank")] if bands else [_("Rank")]
    return chart_table(
        rating_charts.heads(), words, rows, caption=_("The figures as a table"), written=written
    )


def _band_of(point: Point) -> str:
    if math.isnan(point.deviation):
        return ""
    low, high = deviation.band(point.rating, point.deviation)
    return f"{plain(low)}\u00a0…\u00a0{plain(high)}"


def _caption(days: Sequence[int], standing: StreamStanding) -> str:
    day = day_writer()
    caption = _("At the end of each day, %(first)s to %(last)s.") % {
        "first": day(days[0]),
        "last": day(days[-1]),
    }
    steps = _("Bold steps: as published in lists.")
    caption = f"{caption} {steps}"
    if not standing.has_deviation:
        return caption
    band = _("The shaded band holds the true rating with 95% probability; it widens without games.")
    return f"{caption} {band}"
