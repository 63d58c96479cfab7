"""The tables of the calculators."""

from django.utils.translation import gettext_lazy as _

from federation.web.tables import Column, Table
from ratings.templatetags.palmares import exact1, rating

_CHANCES = "grid-table chances"


class GradeTable(Table):
    """Starting rating of every grade."""

    css = _CHANCES
    name = Column(_("Grade"), accessor="0")
    ffg = Column("FFG", accessor="1", by=rating)
    egf = Column("EGF", accessor="2", by=rating)


class FirstTable(Table):
    """A first rating by each edition."""

    css = _CHANCES
    edition = Column(_("Edition"), accessor="edition__name")
    average = Column("Ra", accessor="reckoned__whole_average", by=exact1)
    share = Column("p")
    distance = Column("dp")
    performance = Column("Ru", accessor="reckoned__performance")
    rating = Column(_("First rating"))
