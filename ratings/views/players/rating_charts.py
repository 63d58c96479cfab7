"""The charts of a player: what lists published and what each event made of it, beside each other."""

from collections.abc import Sequence
from itertools import pairwise

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from federation.vocabulary.grades import Scale, grade_name
from ratings.charts import chart_rows, figures
from ratings.charts.charts import Chart, Span, Steps
from ratings.charts.charts import Line as Drawn
from ratings.players import fide_history, histories
from ratings.players.list_history import Line
from ratings.rulebook.activity import LONG_BREAK_DAYS, has_lapsed
from ratings.rulebook.systems import SYSTEMS
from ratings.views.players.chart_figures import (
    DAY,
    MONTH,
    SHORT,
    Figure,
    day_writer,
    figure,
    list_day_writer,
    months,
    spans,
)

_Live = histories.Point


def heads() -> list[str]:
    """Name the columns every table behind a rating has."""
    return [_("Date"), pgettext("rating", "Published"), pgettext("rating", "Live")]


def of_events(standing: histories.Standing, live: Sequence[histories.Point], lines: Sequence[Line]) -> Figure:
    """Draw the course of a system that moves event by event; `live`: what each made of the rating.

    `lines` are the player's on its lists.
    """
    key = standing.current.system.key
    scale = SYSTEMS[key].scale
    if scale is None or not live:
        return Figure(key)
    days = [day for day, _value, _name in live]
    until = max(days[-1], lines[0].day.toordinal() if lines else 0)
    held = spans(lines, until=until if standing.entry else 0, longest=LONG_BREAK_DAYS)
    chart = Chart(
        [
            Drawn(pgettext("rating", "live"), "live", days, [one[1] for one in live], _breaks(live, scale)),
            Steps(pgettext("rating", "published"), "published", held, _as_of(standing, held)),
        ],
        scale,
        days=[line.day.toordinal() for line in (*lines[:1], *lines[-1:])],
        ticks=days,
        months=months(days[0], until),
    )
    return figure(key, chart, _caption(live, scale), _table(live, lines, key))


def _as_of(standing: histories.Standing, held: Sequence[Span]) -> str:
    """Name the day of the last value drawn, where the newest list, above the chart, says another one."""
    if not held or (standing.entry is not None and standing.entry.rating == held[-1][2]):
        return ""
    return day_writer(SHORT)(held[-1][0])


def _breaks(live: Sequence[_Live], scale: Scale) -> list[int]:
    """Find the events before which the rating had lapsed."""
    return [
        at
        for at, ((before, value, _), (day, _, _)) in enumerate(pairwise(live), start=1)
        if has_lapsed(value, scale, last_event=before, by=day)
    ]


def _table(live: Sequence[_Live], lines: Sequence[Line], system: str) -> str:
    """Return the events and lists, newest first, each with what stood then in both."""
    scale = SYSTEMS[system].scale or Scale.FFG
    unnamed = _("Manual adjustment")
    events = [(day, value, (grade_name(value, scale), name or unnamed)) for day, value, name in live]
    off = _("List, without a licence") if scale is Scale.FFG else _("List, inactive")
    words = {True: _("List"), False: off}
    listed = [
        (line.day.toordinal(), float(line.rating), (line.grade, words[line.active])) for line in lines[::-1]
    ]
    rows = [
        (day, (published, now), told)
        for day, (now, published), told in chart_rows.arrange_rows(events, listed)
    ]
    written = list_day_writer(system, lines)
    return chart_rows.table(heads(), [_("Grade"), _("Tournament")], rows, written=written)


def of_lists(course: fide_history.Course, *, is_listed: bool) -> Figure:
    """Draw the published ratings of a system that moves once a list; `is_listed`: the newest has him."""
    lines = course.lines
    first, last = lines[-1].day.toordinal(), lines[0].day.toordinal()
    held = spans(lines, until=last if is_listed else 0, longest=LONG_BREAK_DAYS)
    shown = held or [(line.day.toordinal(), line.day.toordinal(), float(line.rating)) for line in lines[::-1]]
    high = max(reversed(lines), key=lambda line: line.rating)  # the first time
    month = day_writer(MONTH)
    caption = _("%(first)s to %(last)s. Highest %(high)s on the list of %(high_day)s.") % {
        "first": month(first),
        "last": month(last),
        "high": figures.plain(high.rating),
        "high_day": month(high.day.toordinal()),
    }
    played = [line.day.toordinal() for line in lines if line.games]
    chart = Chart(
        [Steps("", "published", shown)], days=(first, last), ticks=played, months=months(first, last)
    )
    return figure(course.system, chart, caption)


def _caption(live: Sequence[_Live], scale: Scale) -> str:
    high = max(live, key=lambda one: one[1])
    low = min(live, key=lambda one: one[1])
    day, month = day_writer(DAY), day_writer(MONTH)
    told = _(
        "%(first)s to %(last)s. Highest %(high)s (%(grade)s) on %(high_day)s, lowest %(low)s on %(low_day)s."
    ) % {
        "first": month(live[0][0]),
        "last": month(live[-1][0]),
        "high": figures.plain(high[1]),
        "grade": grade_name(high[1], scale),
        "high_day": day(high[0]),
        "low": figures.plain(low[1]),
        "low_day": day(low[0]),
    }
    looks = _("Steps: as published in lists. Dots: live, after each tournament.")
    return f"{told} {looks}"
