"""The tables of variants on trial."""

from typing import ClassVar

from django.utils.translation import gettext_lazy, pgettext_lazy

from federation.language.wording import grouped
from federation.web.tables import Column, Day, Moment, Table
from ratings.templatetags.palmares import signed4
from ratings.views.figure_columns import FigureColumn
from ratings.views.office.laboratory_tables import ForecastTable


class TrialTable(Table):
    """Variants on trial."""

    name = Column(gettext_lazy("Variant"), "name", linkify=True)
    system = Column(gettext_lazy("System"), "second")
    begun = Moment(pgettext_lazy("when", "Begun"), "second nowrap", told=True)
    ended = Moment(pgettext_lazy("when", "Ended"), "second nowrap", told=True, default="–")


class MonthTable(ForecastTable):
    """The forecasts of both, month after month: the columns of a report's."""

    month = Day(gettext_lazy("Month"), "name nowrap")
    part = Column(gettext_lazy("Trial"), "second")
    brier = FigureColumn(
        gettext_lazy("Difference of the Brier scores"), "number second", told=True, by=signed4, places=4
    )

    class Meta:
        exclude: ClassVar = ("group", "interval", "low", "high", "verdict")
        sequence: ClassVar = ("month", "part", "...")


class ResultTable(Table):
    """Computations of a trial."""

    css = "rows dense"
    made = Moment(gettext_lazy("Calculated"), "name nowrap")
    games = Column(
        gettext_lazy("Games since the trial began"), "number second", told=True, by=grouped, default="–"
    )
    difference = FigureColumn(
        gettext_lazy("Difference of the log loss"), "number", by=signed4, places=4, default="–"
    )
    why = Column(gettext_lazy("Published lists"), "second", told=True)
