"""Tables of the desk: tournaments on their way, their outcomes, game servers and games."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.web.tables import Column, Day, Moment, Table


class DeskTable(Table):
    """Tournaments on the desk of the account that submitted them."""

    number = Column(_("No."), "rank")
    name = Column(_("Tournament"), "name")
    stage = Column(_("Stage"))
    start = Column(_("First day"), "second nowrap")
    entrants = Column(_("Entrants"), "second number", told=True)
    work = Column(_("To do"), "second")
    findings = Column(_("Findings"), "second")


class WaitingTable(DeskTable):
    """Tournaments that wait for an officer."""

    work = Column(_("Waiting"), "second")


class QueueTable(Table):
    """Waiting tournaments with their findings; ticked where they may be approved as they are."""

    css = "rows queue"
    tick = Column(_("Approve"), "tick", hidden=True)
    number = Column(_("No."), "rank")
    name = Column(_("Tournament"), "name")
    submitted = Column(_("Waiting"), "second number nowrap", told=True)
    entrants = Column(_("Entrants"), "second number", told=True)
    games = Column(_("Games"), "second number", told=True)
    findings = Column(_("Findings"), "second")
    newcomers = Column(_("New players"), "second")
    claim = Column(_("Reviewer"), "second nowrap")


class DuplicateTable(Table):
    """Pairs of approved tournaments with the same games."""

    later = Column(_("Tournament"), "name")
    earlier = Column(_("Has the same games as"), "second")
    count = Column(_("Games"), "second number", told=True)
    percent = Column(_("Part of the smaller one, %"), "second number", told=True)
    settled = Column(_("State"), "second nowrap")


class SharedGameTable(Table):
    """Games that two tournaments share."""

    round = Column(_("Round"), "rank")
    white = Column(_("White"), "name")
    black = Column(_("Black"), "second")
    result = Column(_("Result"), "second nowrap", empty_values=())


class OutcomeTable(Table):
    """Outcome of each of several approvals."""

    number = Column(_("No."), "rank", accessor="tournament__number", default="")
    name = Column(_("Tournament"), "name")
    outcome = Column(_("What happened"), "second")


class ServerTable(Table):
    """Game servers."""

    name = Column(pgettext_lazy("of a thing", "Name"), "name")
    key = Column(_("Key"), "second")
    account = Column(_("Account"), "second")
    federation = Column(_("Federation"), "second")
    stakes = Column(_("Points at stake on the ladder"), "second", accessor="get_stakes_display")


class GameTable(Table):
    """Games of a file, as they would be taken."""

    code = Column(_("Game"), "name")
    place = Column(_("Line"), "second number", told=True)
    players = Column(_("Players"), "second")
    result = Column(_("Result"), "second nowrap")


class EnrolmentTable(Table):
    """Enrolments of new players by approvals."""

    number = Column(_("No."), "rank", accessor="tournament__number")
    name = Column(_("Tournament"), "name")
    at = Moment(_("Approved"), "second nowrap")
    account = Column(_("By"), "second", default="–")
    enrolled = Column(_("Enrolled"), "second number", accessor="players", told=True, by=len)
    removed = Column(_("Players removed"), "second number", told=True, by=len, empty_values=())


class GoingTable(Table):
    """Players who would be taken out of the register."""

    pk = Column(_("No."), "rank")
    name = Column(_("Player"), "name")
    country = Column(_("Federation"), "second", accessor="federation__code")
    grade = Column(_("Grade"), "second")


class StayingTable(Table):
    """Players who stay in the register, and what holds them."""

    pk = Column(_("No."), "rank", accessor="player__pk")
    name = Column(_("Player"), "name")
    holds = Column(_("Why the player stays"), "second")


class OnwardTable(Table):
    """Tournaments and their receivers, with the days left."""

    css = "rows queue"
    number = Column(_("No."), "rank", accessor="tournament__number")
    name = Column(_("Tournament"), "name", empty_values=())
    receiver = Column(_("Recipient"), "second nowrap", accessor="receiver__name")
    last_day = Day(_("Last day"), "second nowrap", accessor="deadline__last_day")
    days_left = Column(_("Days left"), "second number nowrap")
    state = Column(_("State"), "second", empty_values=())
