"""The tables on the pages of the statistics; those of their files are in `tables`."""

from collections.abc import Callable

from django.template.defaultfilters import floatformat
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.language.wording import grouped
from federation.web.tables import Column, Day, Table
from ratings.statistics.adjustments import Difference
from ratings.statistics.forecasts import Bin
from ratings.templatetags.palmares import exact1, rating, share, signed3

_GRID = "grid-table"


def _thousandth(value: float) -> str:
    return floatformat(value, 3)


def _figure(name: str) -> Callable[[Bin], str]:
    """Return a function that writes a share of a class of forecasts; "" for one without games."""
    return lambda row: share(getattr(row, name)) if row.games else ""


class YearTable(Table):
    """Games by year."""

    css = _GRID
    year = Column(_("Year"), heads_row=True)
    games = Column(_("Games"), by=grouped)
    players = Column(_("Players"), by=grouped)
    new = Column(pgettext_lazy("players", "New"), by=grouped)


class MonthTable(Table):
    """Games by month."""

    css = _GRID
    month = Column(_("Month"), heads_row=True, accessor="0")
    games = Column(_("Games"), accessor="1", by=grouped)
    players = Column(_("Players"), accessor="2", by=grouped)


class JudgedTable(Table):
    """Quality of the forecasts of each system."""

    system = Column(_("System"), "name")
    favourites = Column(_("Score of the favourites"), "number rating")
    bar = Column("", "bar")
    one_side = Column(_("Constant guess"), "number second", told=True, accessor="1__one_side", by=share)
    games = Column(_("Games"), "number second", told=True, accessor="1__games", by=grouped)
    log_loss = Column(_("Log loss"), "number second phone-off", accessor="1__log_loss", by=_thousandth)
    base = Column(
        _("Log loss, constant guess"), "number second phone-off", accessor="1__base_log_loss", by=_thousandth
    )
    brier = Column(_("Brier score"), "number second phone-off", accessor="1__brier", by=_thousandth)
    gain = Column(_("Improvement"), "number second phone-off")

    class Meta:
        row_attrs = {"data-system": lambda record: record[0]}


class BinTable(Table):
    """Classes of forecasts."""

    css = _GRID
    name = Column(_("Forecast, percent"), heads_row=True, accessor="0")
    games = Column(_("Games"), accessor="1__games", by=grouped)
    expected = Column(_("Expected"), accessor="1", by=_figure("expected"))
    scored = Column(_("Scored"), accessor="1", by=_figure("scored"))


class QualityTable(Table):
    """Quality of the forecasts, year by year."""

    css = _GRID
    year = Column(_("Year"), heads_row=True)
    games = Column(_("Games"), by=grouped)
    log_loss = Column(_("Log loss"), by=_thousandth)
    base_log_loss = Column(_("Log loss, constant guess"), "nw", by=_thousandth)
    brier = Column(_("Brier score"), by=_thousandth)


def _percent(gain: float) -> str:
    return exact1(100 * gain)


def _interval(difference: Difference) -> str:
    return f"{signed3(difference.low)} … {signed3(difference.high)}"


class SettingTable(Table):
    """Forecasts of the same games under other settings of the adjustment."""

    css = f"{_GRID} settings"
    setting = Column(_("Adjustment"), heads_row=True, accessor="0")
    log_loss = Column(_("Log loss"), accessor="1__log_loss", by=_thousandth)
    gain = Column(_("Improvement, percent"), accessor="1__gain", by=_percent)
    difference = Column(_("Difference"), accessor="1__by_log_loss__mean", by=signed3)
    # xgettext:no-python-format
    interval = Column(_("95% interval"), "nw", accessor="1__by_log_loss", by=_interval)


class DriftTable(Table):
    """The level of the lists, of all who are active and of the same people."""

    css = "grid-table drift"
    day = Day(_("List of"), heads_row=True)
    active = Column(_("Active"), accessor="level__players", by=grouped)
    mean = Column(_("Mean"), accessor="level__mean", by=exact1)
    median = Column(_("Median"), "nw", accessor="level__median", by=exact1)
    same = Column(_("Fixed group"), "nw", accessor="company__players", by=grouped)
    same_mean = Column(_("Their average"), accessor="company__mean", by=exact1)


class BandTable(Table):
    """Games by the difference of the ratings."""

    css = "grid-table bands-table"
    low = Column(pgettext_lazy("of rating", "Points"), heads_row=True)
    games = Column(_("Games"), by=grouped)
    wins = Column(_("Won"), "nw")
    draws = Column(_("Drawn"), "nw")
    scored = Column(_("Scored"), "pw", by=share)
    expected = Column(_("Expected"), by=share)

    def render_low(self, record: object, value: int) -> str:
        """Write from where to where a band goes; all are equally wide, and the last has no end."""
        width = self.data[1].low - self.data[0].low
        return f"{value}+" if record == self.data[-1] else f"{value}–{value + width - 1}"


class ImproverTable(Table):
    """Players with the biggest gains in a year."""

    css = "rows improvers"
    place = Column(_("Rank"), "rank")
    name = Column(_("Name"), "name")
    club_name = Column(_("Club"), "second")
    before = Column("", "number second", accessor="improver__before", by=rating)
    now = Column("", "number second", told="→", accessor="improver__now", by=rating)
    games = Column(_("Games"), "number second", told=True, accessor="improver__games")
    gain = Column(_("Gain"), "number")
    bar = Column("", "bar phone-off", head="bar phone-off")


class GroupTable(Table):
    """Clubs or federations by the mean of their best."""

    place = Column(_("Rank"), "rank", default="–")
    name = Column(pgettext_lazy("of a thing", "Name"), "name")
    code = Column(_("Code"), "second")
    players = Column(_("On the list"), "number second", told=True, accessor="club__players")
    active = Column(_("Active"), "number second", told=True, accessor="club__active")
    won = Column(_("Won"), "number second", told=True, accessor="club__won")
    best = Column(_("Strongest"), "number second", told=True, accessor="club__best__0", by=rating)
    mean = Column("", "number rating", by=rating, default="–")
