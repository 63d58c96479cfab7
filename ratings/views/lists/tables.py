"""The tables of number ones and of the classes of a distribution."""

from django.template.defaultfilters import floatformat
from django.utils.translation import gettext_lazy as _

from federation.language.wording import grouped
from federation.web.tables import Column, Table
from ratings.templatetags.palmares import rating


class ReignTable(Table):
    """Number ones, and the time each was first."""

    name = Column(_("Name"), "name")
    federation = Column(_("Federation"), "second")
    first = Column(_("First list"), "second")
    last = Column(_("Latest list"), "second", told="–")
    lists = Column(_("Lists"), "number second", told=True, accessor="0__lists")
    best = Column(_("Highest"), "number rating", accessor="0__best", by=rating)


class ClassTable(Table):
    """Classes of a distribution, each with its grade where the system has grades."""

    css = "grid-table later"
    grade = Column(_("Grade"), accessor="1")
    rating = Column(_("Rating"))
    players = Column(_("Players"), accessor="0__players", by=grouped)
    normal = Column(_("Normal curve"), accessor="0__normal", by=lambda share: floatformat(share, 1))
