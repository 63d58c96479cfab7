"""The drawings of the statistics, each for a desk and for a phone, with their words."""

from collections.abc import Callable, Sequence

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from federation.language.dates import format_date
from federation.language.wording import grouped, labelled
from ratings.cadence.shared.record import first_day
from ratings.charts import charts, plots
from ratings.charts.plots import Frame, Tick, round_values
from ratings.rulebook.systems import SYSTEMS
from ratings.statistics import activity, wins
from ratings.statistics.forecasts import BINS, Quality
from ratings.statistics.kinds import Activity, Drift, WinTables
from ratings.templatetags.palmares import share
from ratings.views.figure_columns import safe_svg
from ratings.views.players.chart_figures import months

Size = tuple[int, int]
DESK, PHONE = (860, 340), (358, 260)
LEAST_DRAWN = 50  # games of a cell that is drawn: fewer say nothing
_MANY_MONTHS = 150  # on a phone a month would be thinner than a pixel


def _both(draw: Callable[[Size], str], *, sizes: Sequence[Size] = (DESK, PHONE)) -> list[SafeString]:
    return [safe_svg(draw(size)) for size in sizes]


def of_wins(found: WinTables) -> list[SafeString]:
    """Draw how often the weaker won, by their grade and by the grades between; else by difference."""
    if found.grades:
        return _wins_by_grade(found.grades)
    return _scores(found) if found.bands else []


def _wins_by_grade(rows: Sequence[wins.Row]) -> list[SafeString]:
    drawn = [
        plots.Line(
            f"G + {apart + 1}", apart, [_wins_spot(row, apart) for row in rows if _is_drawn(row, apart)]
        )
        for apart in range(wins.MOST_GRADES)
    ]
    xs = [spot.x for line in drawn for spot in line.spots]
    if not xs:
        return []
    foot = [(float(row.grade), wins.grade_word(row.grade)) for row in rows if min(xs) <= row.grade <= max(xs)]
    label = _("Share of even games won by the weaker player, by grade and grade difference.")
    high = max(spot.y for line in drawn for spot in line.spots)
    return _percentages(drawn, plots.Scale(label, foot, ()), high=high)


def _is_drawn(row: wins.Row, apart: int) -> bool:
    return row.cells[apart][1] >= LEAST_DRAWN


def _wins_spot(row: wins.Row, apart: int) -> plots.Spot:
    won, games = row.cells[apart]
    title = _("%(grade)s against a player %(apart)s stronger: won %(won)s of %(games)s, %(share)s") % {
        "grade": wins.grade_word(row.grade),
        "apart": ngettext("%(n)s grade", "%(n)s grades", apart + 1) % {"n": apart + 1},
        "won": won,
        "games": games,
        "share": share(won / games),
    }
    return plots.Spot(row.grade, won / games, title)


def _scores(win_tables: WinTables) -> list[SafeString]:
    """Draw the scores of the stronger side beside the expectations of the curve."""
    shown = [band for band in win_tables.bands if band.games >= LEAST_DRAWN]
    middle = win_tables.width / 2
    scored = [plots.Spot(band.low + middle, band.scored, _band_said(band)) for band in shown]
    meant = [plots.Spot(band.low + middle, band.expected, _band_said(band)) for band in shown]
    if not shown:
        return []
    drawn = [plots.Line(_("scored"), 0, scored), plots.Line(_("expected"), 1, meant)]
    foot = [(float(band.low), str(band.low)) for band in shown]
    label = _("Actual and expected score of the higher-rated player, by rating difference.")
    return _percentages(drawn, plots.Scale(label, foot, ()), high=1.0, right=74)


def _band_said(band: wins.Band) -> str:
    return _("from %(low)s points: scored %(scored)s, expected %(expected)s, games: %(games)s") % {
        "low": band.low,
        "scored": share(band.scored),
        "expected": share(band.expected),
        "games": band.games,
    }


def _percentages(
    drawn: Sequence[plots.Line], scale: plots.Scale, *, high: float, right: int = 52
) -> list[SafeString]:
    xs = [spot.x for line in drawn for spot in line.spots]
    low = min(spot.y for line in drawn for spot in line.spots)
    low = 0.0 if low < 0.5 * high else low - 0.05
    ticks = [(value, _percent(value)) for value in round_values(low, high)]
    whole = plots.Scale(scale.label, scale.foot, ticks)
    first, last = min(xs), max(xs)
    foot = scale.foot[0][0] if scale.foot else first
    return _both(
        lambda size: plots.draw_lines(
            drawn, whole, Frame(*size, min(first, foot), last, low, high * 1.03, right=right)
        )
    )


def _percent(value: float) -> str:
    return _("%(n)s%%") % {"n": round(100 * value)}


def of_forecasts(found: Quality) -> list[SafeString]:
    """Draw the calibration of the forecasts."""
    dots = [
        plots.Dot(row.expected, row.scored, row.games, _bin_said(row.expected, row.scored, row.games))
        for row in found.bins
    ]
    words = plots.CalibrationWords(
        label=_("Score by expected score in %(count)s bands; perfect forecasts lie on the diagonal.")
        % {"count": BINS},
        expected=_("expected"),
        scored=_("scored"),
        perfect=_("as forecast"),
        ticks=[(place / 5, _percent(place / 5)) for place in range(6)],
    )
    return _both(lambda size: plots.draw_calibration(dots, words, size=size), sizes=((560, 480), (358, 340)))


def _bin_said(expected: float, scored: float, games: int) -> str:
    count = ngettext("%(n)s game", "%(n)s games", games) % {"n": grouped(games)}
    return _("expected %(expected)s, scored %(scored)s, %(games)s") % {
        "expected": share(expected),
        "scored": share(scored),
        "games": count,
    }


def of_activity(found: Activity) -> list[list[SafeString]]:
    """Draw games and players, each for a desk and for a phone; many months become years on a phone."""
    games = [plots.Column(month.games, _month_words(month.month, month.games)) for month in found.months]
    players = [
        plots.Column(month.players, _month_words(month.month, month.players)) for month in found.months
    ]
    foot = _januaries(found.months)
    small = (games, players, foot)
    if len(found.months) > _MANY_MONTHS:
        small = (
            [plots.Column(year.games, labelled(year.year, grouped(year.games))) for year in found.years],
            [plots.Column(year.players, labelled(year.year, grouped(year.players))) for year in found.years],
            [(float(at), str(year.year)) for at, year in enumerate(found.years)],
        )
    return [
        _columns(_("Games"), (games, foot), (small[0], small[2])),
        _columns(_("Players"), (players, foot), (small[1], small[2])),
    ]


def _januaries(months: Sequence[activity.Month]) -> list[Tick]:
    """Name the years at their first month; of less than two, the first and the last month."""
    ticks = [(float(at), str(month.month // 12)) for at, month in enumerate(months) if month.month % 12 == 0]
    if len(ticks) >= 2:
        return ticks
    ends = {0: months[0], len(months) - 1: months[-1]} if months else {}
    return [(at + 0.5, format_date(first_day(month.month), "M Y")) for at, month in ends.items()]


def _columns(
    title: str,
    desk: tuple[Sequence[plots.Column], Sequence[Tick]],
    phone: tuple[Sequence[plots.Column], Sequence[Tick]],
) -> list[SafeString]:
    words = plots.ColumnWords(label=_("%(title)s over time.") % {"title": title}, title=title, count=grouped)
    return [
        *_both(lambda size: plots.draw_columns(*desk, words, size=size), sizes=((860, 220),)),
        *_both(lambda size: plots.draw_columns(*phone, words, size=size), sizes=((358, 180),)),
    ]


def _month_words(month: int, count: int) -> str:
    return labelled(format_date(first_day(month), "F Y"), grouped(count))


def of_drift(found: Drift, system: str) -> list[SafeString]:
    """Draw mean and median of the active, and the mean of those who were on every recent list."""
    days = sorted({level.day.toordinal() for level in (*found.levels, *found.company)})
    if len(days) < 2:
        return []
    levels, company = ([level.day.toordinal() for level in each] for each in (found.levels, found.company))
    series = [
        charts.Line(_("mean"), "own", levels, [level.mean for level in found.levels]),
        charts.Line(_("median"), "other", levels, [level.median for level in found.levels]),
        charts.Line(_("fixed group"), "third", company, [level.mean for level in found.company]),
    ]
    scale = SYSTEMS[system].scale if system in SYSTEMS else None
    # of levels a few points are much: a grade will do
    chart = charts.Chart(series, scale, months=months(days[0], days[-1]), least=100)
    label = _("Mean and median rating of active players, list by list.")
    return _both(lambda size: charts.draw(chart, size=size, label=label))
