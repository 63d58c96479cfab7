"""The charts of a player: what lists published and what each event made of it, beside each other."""

from collections.abc import Sequence
from itertools import pairwise

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from federation.language.wording import grouped
from federation.vocabulary.grades import Scale, grade_name
from ratings.cadence.pages import pages_of
from ratings.charts import charts, figures, ranks
from ratings.charts.charts import Chart, Span, Steps
from ratings.charts.charts import Line as Drawn
from ratings.lists.list_words import is_by_licence
from ratings.players import histories
from ratings.players.header import Standing
from ratings.players.list_history import Line
from ratings.rulebook.activity import LONG_BREAK_DAYS
from ratings.rulebook.systems import SYSTEMS, Choice
from ratings.views.players.chart_figures import (
    DAY,
    MONTH,
    SHORT,
    Figure,
    clip,
    day_writer,
    figure,
    held_from,
    list_day_writer,
    months,
    rank_words,
)

_Live = histories.Point


def heads() -> list[str]:
    """Name the columns every table behind a rating has."""
    return [_("Date"), pgettext("rating", "Published"), pgettext("rating", "Live")]


def of_events(
    standing: Standing, live: Sequence[histories.Point], lines: Sequence[Line], since: int = 0
) -> Figure:
    """Draw the course of a system that moves event by event; `live`: what each made of the rating.

    `lines` are the player's on its lists; nothing before `since` (a proleptic ordinal) is drawn. Without a
    licence only what the lists show is (FFG ladder rules 3.1).
    """
    system = standing.current.system
    key, scale = system.key, SYSTEMS[system.key].scale
    live = live if standing.is_exact else ()
    until = max([0, *(point[0] for point in live[-1:]), *(line.day.toordinal() for line in lines[:1])])
    spans, ranked = held_from(
        lines, until=until if standing.entry else 0, longest=LONG_BREAK_DAYS, since=since
    )
    live = [point for point in live if point[0] >= since]
    lines = [line for line in lines if line.day.toordinal() >= since]
    if scale is None or not (live or spans):
        return Figure(key)
    days = [point[0] for point in live]
    first = min([until, *days[:1], *(span[0] for span in spans[:1])])
    chart = Chart(
        [
            Steps(pgettext("rating", "published"), "published", spans, _as_of(standing, spans)),
            Drawn(
                pgettext("rating", "live"), "live", days, [point[1] for point in live], _breaks(live, system)
            ),
        ],
        scale,
        days=[line.day.toordinal() for line in (*lines[:1], *lines[-1:])],
        months=months(first, until),
    )
    caption = _caption(live, scale) if live else _held_words(spans)
    text = " ".join(filter(None, (caption, best_rank(ranked))))
    return figure(key, chart, text, _table(live, lines, standing), held=ranked)


def best_rank(held: Sequence[ranks.Span]) -> str:
    """Return what is drawn below a chart, and the best of it; "" for nothing."""
    if not held:
        return ""
    first, _last, rank = min(held, key=lambda span: (span[2], span[0]))
    gaps = {"rank": grouped(rank), "day": day_writer(DAY)(first)}
    return _("Below: the rank, at best %(rank)s on %(day)s.") % gaps


def _held_words(spans: Sequence[Span]) -> str:
    """Return from when to when something was published, and the most of it."""
    month = day_writer(MONTH)
    high_day, _last, high = max(spans, key=lambda span: span[2])
    return _("%(first)s to %(last)s. Highest %(high)s on the list of %(high_day)s.") % {
        "first": month(spans[0][0]),
        "last": month(spans[-1][1]),
        "high": figures.plain(high),
        "high_day": month(high_day),
    }


def _as_of(standing: Standing, spans: Sequence[Span]) -> str:
    """Name the day of the last value drawn, where the newest list, above the chart, differs."""
    if not spans or (standing.entry is not None and standing.entry.rating == spans[-1][2]):
        return ""
    return day_writer(SHORT)(spans[-1][0])


def _breaks(live: Sequence[_Live], choice: Choice) -> list[int]:
    """Find the events before which the rating had lapsed."""
    lapsed = pages_of(choice.key).has_lapsed
    return [
        at
        for at, ((before, value, _, declared), after) in enumerate(pairwise(live), start=1)
        if lapsed(choice, value, declared, since=before, until=after[0])
    ]


def _table(live: Sequence[_Live], lines: Sequence[Line], standing: Standing) -> str:
    """Return the events and lists, newest first, each with the values of that day in both."""
    system, player = standing.current.system, standing.current.player_id
    scale = SYSTEMS[system.key].scale or Scale.FFG
    unnamed = _("Manual adjustment")
    events = [(day, value, (grade_name(value, scale), "", name or unnamed)) for day, value, name, _ in live]
    off = _("List, without a licence") if is_by_licence(system) else _("List, inactive")
    names = {True: _("List"), False: off}
    listed = [
        (line.day.toordinal(), float(line.rating), (line.grade, rank_words(line), names[line.active]))
        for line in lines[::-1]
    ]
    rows = [
        (day, (published, now), cells) for day, (now, published), cells in charts.arrange_rows(events, listed)
    ]
    written = list_day_writer(system.key, player, lines)
    words = [_("Grade"), _("Rank"), _("Tournament")]
    return charts.chart_table(heads(), words, rows, caption=_("The figures as a table"), written=written)


def of_lists(key: str, lines: Sequence[Line], *, is_listed: bool, since: int = 0) -> Figure:
    """Draw the ratings of a system that moves once a list; `is_listed`: the newest has the player."""
    last = lines[0].day.toordinal()
    spans, ranked = held_from(lines, until=last if is_listed else 0, longest=LONG_BREAK_DAYS, since=since)
    alone = [(line.day.toordinal(), line.day.toordinal(), float(line.rating)) for line in lines[::-1]]
    shown = spans or clip(alone, since) or alone[-1:]
    first = shown[0][0]
    played = sorted(day for line in lines if line.games and (day := line.day.toordinal()) >= first)
    chart = Chart(
        [Steps("", "published", shown)], days=(first, last), ticks=played, months=months(first, last)
    )
    marks = _("Marks: lists with games.") if played else ""
    text = " ".join(filter(None, (_held_words(shown), marks, best_rank(ranked))))
    return figure(key, chart, text, held=ranked)


def _caption(live: Sequence[_Live], scale: Scale) -> str:
    high = max(live, key=lambda point: point[1])
    low = min(live, key=lambda point: point[1])
    day, month = day_writer(DAY), day_writer(MONTH)
    extremes = _(
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
    looks = _("Bold steps: as published in lists. Thin line with dots: live, after each tournament.")
    return f"{extremes} {looks}"
