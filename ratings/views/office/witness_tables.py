"""The tables of watched logs, of witnesses and of alarms."""

from django.utils.translation import gettext_lazy as _

from federation.web.tables import Column, Moment, Table
from ratings.models import LogWitness, WatchedLog
from ratings.public_log.witness.entering import PROBLEMS


class State(Column):
    """Column for the result of the last look."""

    def __init__(self) -> None:
        super().__init__(_("State"), "second", empty_values=())

    def render(self, record: WatchedLog | LogWitness) -> str:
        """Return how the last look at a log or a witness went, in words."""
        if record.problem:
            return str(PROBLEMS.get(record.problem, record.problem))
        return str(_("in order") if record.looked else _("not looked at yet"))


class WatchedTable(Table):
    """Logs watched here."""

    blank = "–"
    name = Column(_("Log"), "name", accessor="origin")
    size = Column(_("Entries seen"), "number second", told=True)
    looked = Moment(_("Last look"), "second nowrap")
    state = State()
    acts = Column(_("Actions"), "second", empty_values=(), hidden=True)


class WitnessTable(Table):
    """Witnesses of our own log."""

    blank = "–"
    name = Column(_("Witness"), "name")
    size = Column(_("Entries seen"), "number second", told=True)
    cosigned = Moment(_("Cosigned"), "second nowrap")
    state = State()
    acts = Column(_("Actions"), "second", empty_values=(), hidden=True)


class AlarmTable(Table):
    """Alarms about logs, the newest first."""

    name = Column(_("Log"), "name", accessor="origin")
    kind = Column(_("What happened"), "second", accessor="get_kind_display")
    found = Moment(_("Found"), "second nowrap")
    evidence = Column(_("Evidence"), "second", empty_values=())
    acts = Column(_("Actions"), "second", empty_values=(), hidden=True)
