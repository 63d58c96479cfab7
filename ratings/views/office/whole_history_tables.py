"""The tables of the whole-history comparison."""

from django.template.defaultfilters import floatformat
from django.utils.translation import gettext_lazy

from federation.language.wording import grouped
from federation.web.tables import Column, Table
from ratings.charts import figures
from ratings.templatetags.palmares import change, rating, signed3
from ratings.views.figure_columns import FigureColumn


def _plus_minus(value: float) -> str:
    return f"± {figures.plain(value)}"


def _thousandth(value: float) -> str:
    return floatformat(value, 3)


class ComparedTable(Table):
    """Players of a list, official ratings beside the estimates."""

    css = "rows dense"
    rank = Column(gettext_lazy("Rank"), "rank")
    number = Column(gettext_lazy("No."), visible=False)
    player = Column(gettext_lazy("Player"), "name")
    official = FigureColumn(gettext_lazy("Official rating"), "number rating", by=rating)
    estimate = FigureColumn(gettext_lazy("WHR, Elo"), "number second", told=True, by=rating)
    sure = FigureColumn(gettext_lazy("Uncertainty"), "number second nowrap", told=True, by=_plus_minus)
    games = FigureColumn(gettext_lazy("Games"), "number second", told=True, by=grouped)
    placed = Column(gettext_lazy("WHR rank"), "number second", told=True)
    other = FigureColumn(gettext_lazy("Rating of that rank"), "number second", told=True, by=rating)
    apart = FigureColumn(gettext_lazy("Difference"), "number", by=change)


class ForecastTable(Table):
    """The forecasts of both over the same games."""

    css = "rows dense"
    group = Column(gettext_lazy("Games"), "name")
    games = Column(gettext_lazy("How many"), "number second", told=True, by=grouped)
    official = Column(gettext_lazy("Official"), "number second", told=True, by=_thousandth)
    whole = Column(gettext_lazy("WHR"), "number second", told=True, by=_thousandth)
    base = Column(gettext_lazy("Log loss, constant guess"), "number second", told=True, by=_thousandth)
    difference = Column(gettext_lazy("Difference"), "number", by=signed3)
    interval = Column(gettext_lazy("Interval"), "number second nowrap", told=True)
    verdict = Column(gettext_lazy("WHR is"), "nowrap")
