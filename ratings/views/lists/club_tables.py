"""The tables of clubs and of their members."""

from django.utils.translation import gettext_lazy as _

from federation.web.tables import Column, Table


class ClubTable(Table):
    """Clubs with the number of their players."""

    is_sorted, blank = True, "—"
    code = Column(_("Code"), "rank code", head="")
    name = Column(_("Club"), "name", linkify=True)
    town = Column(_("Town"), "second")
    region = Column(_("Region"), "second", accessor="region__name", default="")
    federation = Column(_("Federation"), "second", accessor="federation__code")
    members = Column(_("Members"), "number", told=True)


class MemberTable(Table):
    """The members of a club, for a file; a column for each system is added."""

    number = Column(_("Number"))
    name = Column(_("Name"))
    grade = Column(_("Grade"))
