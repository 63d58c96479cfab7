"""The table of whom the order of late tournaments moves."""

from django.utils.translation import gettext_lazy

from federation.web.tables import Column, Table
from ratings.templatetags.palmares import rating, signed


class MoverTable(Table):
    """Players whom the order moves farthest."""

    css = "rows dense"
    player = Column(gettext_lazy("Player"), "name")
    old = Column(gettext_lazy("By their days"), "number second", told=True, by=rating)
    new = Column(gettext_lazy("By their approval"), "number second", told=True, by=rating)
    move = Column(gettext_lazy("Difference"), "number", by=signed)
