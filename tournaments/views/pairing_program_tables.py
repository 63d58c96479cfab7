"""Tables of pairing programs: tournaments, entrants, results of each round."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.web.tables import Column, Day, Moment, Table


class ExpectedTable(Table):
    """Tournaments of an organiser that are run with a pairing program."""

    name = Column(pgettext_lazy("of a thing", "Name"), "name", accessor="tournament__name")
    code = Column(_("Code"), "second", accessor="tournament__code")
    start = Day(_("First day"), "second nowrap", accessor="tournament__start")
    entrants = Column(_("Entrants"), "second number", told=True)
    came = Column(_("Rounds received"), "second number", told=True)
    heard = Moment(_("Last contact"), "second nowrap", told=True, accessor="tournament__heard", default="–")
    draft = Column(_("Stage"), "second")


class EntrantTable(Table):
    """Entrants."""

    key = Column(_("No."), "rank")
    name = Column(_("Player"), "name", accessor="surname")
    rank = Column(_("Grade"), "second", default="–")
    rating = Column(_("Rating"), "second number", told=True, default="–")
    country = Column(_("Country"), "second", default="–")
    club = Column(_("Club"), "second", default="–")
    absent = Column(_("Rounds missed"), "second", told=True, default="")
    remove = Column(_("Remove"), "second", hidden=True, accessor="key")


class RoundTable(Table):
    """Results of each round."""

    number = Column(_("Round"), "rank")
    games = Column(_("Games"), "second number", told=True)
    byes = Column(_("Byes"), "second number", told=True)
    unknown = Column(_("No result"), "second number", told=True)
    received = Moment(_("Received"), "second nowrap", told=True, default="–")
    state = Column(_("State"), "name", accessor="number")
