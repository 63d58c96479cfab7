"""A player's systems whose ratings move game by game, as sections of his page."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from federation.dates import written
from federation.models import Player
from ratings import deviation
from ratings.renderings import charts
from ratings.renderings.figures import plain
from ratings.stream_standings import StreamStanding, standings
from ratings.streams.histories import Point

SIZES = ((860, 230), (358, 210))  # on a desk, on a phone
LONG = 900  # days from which on years are named, not months


@dataclass(frozen=True, slots=True)
class Section:
    """One system on a player's page: where he stands, the chart in every size, and what it shows."""

    standing: StreamStanding
    drawings: Sequence[SafeString]
    caption: str
    missing: str  # what an established rating lacks; "" established


def sections(player: Player, newest: Mapping[str, int]) -> list[Section]:
    """Lay out a player's streams in the order of the site; `newest` is histories.newest_lists()."""
    return [_section(one) for one in standings(player, newest, timezone.now())]


def missing(standing: StreamStanding) -> str:
    """Say what an established rating lacks."""
    if standing.is_established:
        return ""
    if standing.has_deviation:
        return _("RD %(now)s, established from %(needed)s down") % {
            "now": plain(math.ceil(standing.strength.deviation)),
            "needed": plain(standing.needed),
        }
    needed = round(standing.needed)
    words = ngettext("%(games)s of %(n)s game", "%(games)s of %(n)s games", needed)
    return words % {"games": standing.current.games, "n": needed}


def _section(standing: StreamStanding) -> Section:
    points = [_point(one) for one in standing.course]
    if not points:
        return Section(standing, (), "", missing(standing))
    points += _since(standing, points[-1])
    caption = _caption(points, standing)
    marks = _marks(points[0].day, points[-1].day)
    # what the drawing says is escaped where it is drawn
    drawings = [
        mark_safe(charts.stream(points, marks, size=size, label=caption))  # noqa: S308 - escaped there
        for size in SIZES
    ]
    return Section(standing, drawings, caption, missing(standing))


def _point(point: Point) -> charts.Point:
    low, high = deviation.band(point.rating, point.deviation)
    name = "" if math.isnan(point.deviation) else f"{plain(low)} … {plain(high)}"
    return charts.Point(point.day, point.rating, name, written(point.day, "j F Y"), low=low, high=high)


def _since(standing: StreamStanding, last: charts.Point) -> list[charts.Point]:
    """Give the present, where the deviation has grown since the last game."""
    today = timezone.now().date()
    if not standing.has_deviation or today <= last.day:
        return []
    return [_point(Point(today, last.value, standing.strength.deviation))]


def _caption(points: Sequence[charts.Point], standing: StreamStanding) -> str:
    said = _("Where each day ended, %(first)s to %(last)s.") % {
        "first": written(points[0].day, "j F Y"),
        "last": written(points[-1].day, "j F Y"),
    }
    if not standing.has_deviation:
        return said
    band = _("The soft band holds the true rating with a probability of 95%; without games it grows.")
    return f"{said} {band}"


def _marks(first: date, last: date) -> list[tuple[date, str]]:
    """Name the first days of months, of a long course those of years."""
    if (last - first).days > LONG:
        return [(date(year, 1, 1), str(year)) for year in range(first.year, last.year + 2)]
    months = range(12 * first.year + first.month - 1, 12 * last.year + last.month + 1)
    days = [date(month // 12, month % 12 + 1, 1) for month in months]
    return [(day, str(day.year) if day.month == 1 else date_format(day, "M")) for day in days]
