"""The tables of runs, lists and jobs on the officers' desk; those of a large page lie beside its view."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.language.system_names import system_name
from federation.language.wording import grouped
from federation.web.tables import Column, Day, Moment, Table
from ratings.templatetags.palmares import change, rating


class DecisionTable(Table):
    """Decisions of the office."""

    date = Day(_("Date"), "second nowrap")
    player = Column(_("Player"), "name")
    kind = Column(_("Kind"), "second")
    value = Column(_("Rating"), "number")
    label = Column(_("Label"), "second")
    account = Column(_("By"), "second", default="–")
    withdraw = Column(_("Withdraw"), "second", hidden=True)


class MoverTable(Table):
    """Players who move most."""

    css = "rows dense"
    player = Column(_("Player"), "name")
    old = Column(_("Current"), "number", by=rating, default="–")
    new = Column(_("Proposed"), "number", by=rating, default="–")
    move = Column(pgettext_lazy("of a rating", "Change"), "number", by=change)


class BucketTable(Table):
    """Players by points won or lost."""

    css = "grid-table"
    points = Column(pgettext_lazy("won or lost", "Points"))
    players = Column(_("Players"))


class RunTable(Table):
    """Runs that are decided."""

    number = Column(_("No."), "rank", accessor="pk")
    system = Column(_("System"), "name", accessor="system__key", by=system_name, linkify=True)
    stage = Column(_("Stage"))
    decided = Moment(_("When"), "second nowrap")
    decided_by = Column(_("By"), "second")
    new = Column(_("New"), "second number", told=True, accessor="totals__new", by=grouped)
    moved = Column(_("Changed rows"), "second number", told=True, accessor="totals__moved", by=grouped)
    gone = Column(_("Removed rows"), "second number", told=True, accessor="totals__gone", by=grouped)


class DifferenceTable(Table):
    """Values of a list that are others today."""

    css = "rows dense"
    player = Column(_("Player"), "name")
    listed = Column(_("On the list"), "number", by=rating, default="–")
    today = Column(_("Today"), "number", by=rating, default="–")
    change = Column(pgettext_lazy("of a rating", "Change"), "number", by=change)


class MonthEndTable(Table):
    """Every system with its next step."""

    tick = Column(_("Choose"), "tick", hidden=True, empty_values=())
    system = Column(_("System"), "name", empty_values=())
    state = Column(_("Pending"), "state", empty_values=())
    last = Column(_("Latest list"), "second nowrap", told=True, empty_values=())
    schedule = Column(_("Next list"), "second", told=True, empty_values=())

    class Meta:
        row_attrs = {"data-system": lambda record: record.closing.system.key}


class EventTable(Table):
    """Events of a player that a run would move."""

    css = "rows dense"
    event = Column(_("Tournament"), "name")
    kind = Column(_("Kind"), "second", accessor="proposal__get_kind_display")
    games = Column(_("Games"), "second number", told=True, accessor="proposal__games")
    old = Column(
        pgettext_lazy("rating after an event", "Current"), "second number", told=True, by=rating, default="–"
    )
    from_ = Column(_("Proposed: from"), "second number", told=True, by=rating, default="–")
    new = Column(pgettext_lazy("rating", "to"), "number")
    sum = Column("", "second")


class SystemEffectTable(Table):
    """Effect of a tournament on a player, system by system."""

    css = "rows dense"
    system = Column(_("System"), "name")
    stands = Column(pgettext_lazy("rating after an event", "Current"), "number second", told=True)
    proposed = Column(_("Proposed"), "number")

    class Meta:
        row_attrs = {"data-system": lambda record: record.system}


class PreparedTable(Table):
    """The head of a list that is prepared."""

    css = "rows dense"
    rank = Column(_("Rank"), "rank")
    player = Column(_("Player"), "name")
    federation = Column(_("Federation"), "second")
    club_name = Column(_("Club"), "second")
    grade = Column(_("Grade"), "second")
    rating = Column(_("Rating"), "number", by=rating)
    change = Column(pgettext_lazy("of a rating", "Change"), "number")
    games = Column(_("Games"), "second number", told=True)


class BulletinTable(Table):
    """Letters about lists."""

    opened = Moment(_("When"), "second nowrap")
    lists = Column(_("Lists"), "name")
    sent = Column(pgettext_lazy("letters", "Sent"), "number second", told=True, by=grouped)
    refused = Column(pgettext_lazy("letters", "Rejected"), "number second", told=True, by=grouped)
    stage = Column(_("Stage"))


class JobTable(Table):
    """Jobs, each with its name and its result."""

    name = Column(_("Job"), "name")
    requested = Moment(_("Requested"), "second nowrap", told=True, accessor="job__requested")
    attempts = Column(_("Attempts"), "number second", accessor="job__attempts", told=True)
    state = Column(_("State"), "second", empty_values=())
    acts = Column(_("Actions"), "second", empty_values=(), hidden=True)


class DiskTable(Table):
    """The disks of this machine."""

    name = Column(_("Disk"), "name")
    free = Column(_("Free space"), "number", told=True)


class ListAgeTable(Table):
    """The newest list of each system."""

    system = Column(_("System"), "name", by=system_name)
    day = Day(_("List date"), "second nowrap", told=True)
    at = Moment(_("Published"), "second nowrap", told=True, default="–")


class SizeTable(Table):
    """The largest tables of the database."""

    name = Column(pgettext_lazy("of a database", "Table"), "name")
    size = Column(_("Size"), "number", told=True)
    growth = Column(_("Since the last backup"), "number second", told=True, empty_values=())


class VersionTable(Table):
    """Versions of the software the site runs on."""

    name = Column(_("Component"), "name")
    value = Column(_("Version"), "second nowrap")
