"""The table of a player under both rules of a simulation."""

from django.utils.translation import gettext_lazy, pgettext_lazy

from federation.web.tables import Column, Day, Table
from ratings.templatetags.palmares import rating, signed
from ratings.views.figure_columns import FigureColumn


class StepTable(Table):
    """Events of a player under both rules."""

    css = "rows dense"
    day = Day(gettext_lazy("Date"), "second nowrap", told=True)
    event = Column(pgettext_lazy("what moved a rating", "Event"), "name")
    moved_old = FigureColumn(gettext_lazy("In force"), "number second", told=True, by=signed, default="–")
    moved_new = FigureColumn(gettext_lazy("Variant"), "number second", told=True, by=signed, default="–")
    apart = FigureColumn(gettext_lazy("Difference"), "number", by=signed, default="–")
    old = FigureColumn(gettext_lazy("Rating in force"), "number second", told=True, by=rating, default="–")
    new = FigureColumn(
        gettext_lazy("Rating of the variant"), "number second", told=True, by=rating, default="–"
    )
