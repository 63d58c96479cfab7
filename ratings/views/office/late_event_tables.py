"""The table of whom the order of late tournaments moves."""

from django.utils.translation import gettext_lazy

from federation.web.tables import Column, Table
from ratings.templatetags.palmares import rating, signed
from ratings.views.figure_columns import FigureColumn


class MoverTable(Table):
    """Players whom the order moves farthest."""

    css = "rows dense"
    number = Column(gettext_lazy("No."), visible=False)
    player = Column(gettext_lazy("Player"), "name")
    old = FigureColumn(gettext_lazy("By their days"), "number second", told=True, by=rating)
    new = FigureColumn(gettext_lazy("By their approval"), "number second", told=True, by=rating)
    move = FigureColumn(gettext_lazy("Difference"), "number", by=signed)
