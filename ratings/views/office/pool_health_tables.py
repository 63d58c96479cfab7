"""The tables of the health of a pool."""

from django.utils.translation import gettext_lazy

from federation.language.wording import grouped
from federation.web.tables import Column, Table
from ratings.templatetags.palmares import rating, share, signed, signed3
from ratings.views.figure_columns import FigureColumn


class GroupTable(Table):
    """Scores of groups beyond the expectation of their ratings."""

    css = "rows dense"
    by = Column(gettext_lazy("Group by"), "second")
    label = Column(gettext_lazy("Group"), "name")
    players = FigureColumn(gettext_lazy("Players"), "number second", told=True, by=grouped)
    games = FigureColumn(gettext_lazy("Games"), "number second", told=True, by=grouped)
    mean = FigureColumn(
        gettext_lazy("Scored beyond expected"), "number second", told=True, by=signed3, places=3
    )
    # An interval is one column on the page, two in the file.
    interval = Column(gettext_lazy("Interval"), "number second nowrap", told=True, exclude_from_export=True)
    low = FigureColumn(gettext_lazy("Interval from"), by=signed3, places=3, visible=False)
    high = FigureColumn(gettext_lazy("Interval to"), by=signed3, places=3, visible=False)
    points = FigureColumn(gettext_lazy("In points"), "number", by=signed)
    points_interval = Column(
        gettext_lazy("Interval"), "number second nowrap", told=True, exclude_from_export=True
    )
    points_low = FigureColumn(gettext_lazy("In points from"), by=signed, visible=False)
    points_high = FigureColumn(gettext_lazy("In points to"), by=signed, visible=False)
    verdict = Column(gettext_lazy("Told apart from chance"))


class TieTable(Table):
    """Games between the groups of a pool."""

    css = "rows dense"
    by = Column(gettext_lazy("Group by"), "name")
    games = Column(gettext_lazy("Games"), "number second", told=True, by=grouped)
    share = Column(gettext_lazy("Games across groups"), "number second", told=True, by=share)
    cut = Column(gettext_lazy("Weakest cut"), "second", told=True)
    crossing = Column(gettext_lazy("Games across it"), "number second", told=True)


class CircleTable(Table):
    """Players who met few others."""

    css = "rows dense"
    members = Column(gettext_lazy("Players"), "name")
    games = Column(gettext_lazy("Games"), "number second", told=True, by=grouped)
    share = Column(gettext_lazy("Among themselves"), "number second", told=True, by=share)
    gain = Column(gettext_lazy("Gain together"), "number second", told=True, by=signed)


class RankTable(Table):
    """The level of the newest list and of the one twelve months older."""

    css = "rows dense"
    rank = Column(gettext_lazy("Rank"), "number", told=True, by=grouped)
    before = Column(gettext_lazy("A year before"), "number", told=True, default="–", by=rating)
    now = Column(gettext_lazy("Newest list"), "number", told=True, default="–", by=rating)
