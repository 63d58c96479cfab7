"""The tables of variants on trial."""

from django.utils.translation import gettext_lazy, pgettext_lazy

from federation.web.tables import Column, Day, Moment, Table
from ratings.templatetags.palmares import grouped


class TrialTable(Table):
    """Variants on trial."""

    name = Column(gettext_lazy("Variant"), "name", linkify=True)
    system = Column(gettext_lazy("System"), "second")
    begun = Moment(pgettext_lazy("when", "Begun"), "second nowrap", told=True)
    ended = Moment(pgettext_lazy("when", "Ended"), "second nowrap", told=True, default="–")


class MonthTable(Table):
    """The forecasts of both, month after month."""

    css = "rows dense"
    month = Day(gettext_lazy("Month"), "name nowrap")
    part = Column(gettext_lazy("Trial"), "second")
    games = Column(gettext_lazy("Games"), "number second", told=True, by=grouped)
    events = Column(gettext_lazy("Tournaments"), "number second", told=True, by=grouped)
    old = Column(gettext_lazy("Log loss in force"), "number second", told=True)
    new = Column(gettext_lazy("Log loss of the variant"), "number second", told=True)
    difference = Column(gettext_lazy("Difference"), "number")
    brier = Column(gettext_lazy("Difference of the Brier scores"), "number second", told=True)


class SumTable(Table):
    """The forecasts since the trial began, and before."""

    css = "rows dense"
    part = Column(gettext_lazy("Games"), "name")
    games = Column(gettext_lazy("How many"), "number second", told=True, by=grouped)
    events = Column(gettext_lazy("Tournaments"), "number second", told=True, by=grouped)
    old = Column(gettext_lazy("Log loss in force"), "number second", told=True)
    new = Column(gettext_lazy("Log loss of the variant"), "number second", told=True)
    difference = Column(gettext_lazy("Difference"), "number")
    interval = Column(gettext_lazy("Interval"), "number second nowrap", told=True)
    verdict = Column(gettext_lazy("Variant is"), "nowrap")


class ResultTable(Table):
    """When a trial was computed."""

    css = "rows dense"
    made = Moment(gettext_lazy("Calculated"), "name nowrap")
    games = Column(gettext_lazy("Games since the trial began"), "number", by=grouped)
    difference = Column(gettext_lazy("Difference of the log loss"), "number", default="–")
