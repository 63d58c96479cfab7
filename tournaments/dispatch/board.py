"""Tournaments to be sent to a receiver, the most overdue first, and reminders of their deadlines."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from federation.mail import letters
from tournaments.dispatch import rules
from tournaments.models import Dispatch, DispatchRule, Notice, Tournament
from tournaments.models.stages import Stage
from tournaments.onward.deadlines import Deadline
from tournaments.onward.receivers import Receiver
from tournaments.submission import organiser_mail

MOST = 5_000  # tournaments read at once
State = Dispatch.State
HANDED_IN = (Stage.APPROVED.value, Stage.SUBMITTED.value, Stage.RETURNED.value)
_STORED = (State.SENT, State.ACCEPTED, State.OFF)  # states asked for of which there is a row
STATES = ("", "overdue", "sent", "accepted", "off", "all")
_COLUMNS = (
    "number",
    "revision",
    "stage",
    "name",
    "start",
    "end",
    "discipline",
    "rated_for",
    "organiser__email",
    "organiser__first_name",
    "organiser__last_name",
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What an officer asks of the board: by default what is still to be done."""

    state: str = ""
    receiver: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One tournament at one receiver."""

    tournament: Tournament
    receiver: Receiver
    dispatch: Dispatch
    deadline: Deadline
    days_left: int

    @property
    def is_changed(self) -> bool:
        """Return whether another revision counts than the one whose file was sent."""
        sent = self.dispatch.state in (State.SENT, State.ACCEPTED)
        return sent and self.dispatch.revision != self.tournament.revision

    @property
    def is_to_do(self) -> bool:
        """Return whether it is still to be sent."""
        return not self.dispatch.is_done or self.is_changed

    @property
    def is_overdue(self) -> bool:
        """Return whether it ought to have been sent by now."""
        return self.days_left < 0 and not self.dispatch.is_done

    @property
    def days_over(self) -> int:
        """Return how many days over it is."""
        return -self.days_left


def rows(rule: DispatchRule, today: date, wanted: Wanted | None = None) -> list[Row]:
    """Return what an officer asks for: what is to be done first, the nearest deadline first; two queries."""
    query = wanted or Wanted()
    selection = [row for row in _every(rule, today, query) if _is_wanted(row, query)]
    return sorted(selection, key=lambda row: (not row.is_to_do, row.deadline.last_day, row.tournament.number))


def _every(rule: DispatchRule, today: date, wanted: Wanted) -> Iterator[Row]:
    """Yield what may be asked for: where a state is, only the tournaments at a receiver in that state."""
    tournaments = _handed_in(rule.begins)
    dispatches = Dispatch.objects.filter(number__in=tournaments.values("number"))
    if wanted.receiver:
        dispatches = dispatches.filter(receiver=wanted.receiver)
    if wanted.state in _STORED:
        dispatches = dispatches.filter(state=wanted.state)
        tournaments = tournaments.filter(number__in=dispatches.values("number"))
    known_dispatches = {(dispatch.number, dispatch.receiver): dispatch for dispatch in dispatches}
    for tournament in _current_revisions(tournaments):
        for receiver in rules.receivers_for(tournament, rule):
            deadline = rules.deadline_for(receiver.key, tournament.end, rule)
            none = Dispatch(number=tournament.number, receiver=receiver.key)
            dispatch = known_dispatches.get((tournament.number, receiver.key), none)
            yield Row(tournament, receiver, dispatch, deadline, deadline.days_left(today))


def _handed_in(since: date) -> QuerySet[Tournament]:
    return Tournament.objects.filter(end__gte=since, stage__in=HANDED_IN)


def _current_revisions(tournaments: QuerySet[Tournament]) -> list[Tournament]:
    """Return the revision of each number that is sent: the approved, else the one handed in; one query."""
    revisions = tournaments.select_related("organiser").only(*_COLUMNS)
    of_number: dict[int, Tournament] = {}
    for tournament in revisions.order_by("-end", "-revision")[:MOST]:
        known = of_number.get(tournament.number)
        if known is None or (tournament.stage == Stage.APPROVED and known.stage != Stage.APPROVED):
            of_number[tournament.number] = tournament
    return list(of_number.values())


def _is_wanted(row: Row, wanted: Wanted) -> bool:
    fits = {
        "": row.is_to_do,
        "overdue": row.is_overdue,
        "sent": row.dispatch.state == State.SENT,
        "accepted": row.dispatch.state == State.ACCEPTED,
        "off": row.dispatch.state == State.OFF,
        "all": True,
    }
    if not fits.get(wanted.state, True):
        return False
    if wanted.receiver and wanted.receiver != row.receiver.key:
        return False
    haystack = f"{row.tournament.number} {row.tournament.name} {row.tournament.organiser or ''}"
    return wanted.text.casefold() in haystack.casefold()


def remind() -> int:
    """Note a letter for each near deadline; return how many. Three queries if there are none.

    The organiser gets it among the letters about other steps.
    The office sets how near; 0 days turns reminders off. Deadlines that have passed are listed on the board.
    """
    rule, today = rules.rule(), timezone.localdate()
    if not rule.remind_days:
        return 0
    near = [row for row in rows(rule, today) if 0 <= row.days_left <= rule.remind_days]
    return sum(_remind(row) for row in near if not row.is_changed)


@transaction.atomic
def _remind(row: Row) -> bool:
    """Note the letter of one deadline, unless it was noted before."""
    day = row.deadline.last_day
    if row.dispatch.reminded == day:
        return False
    dispatch, _made = Dispatch.objects.get_or_create(number=row.dispatch.number, receiver=row.receiver.key)
    if not Dispatch.objects.filter(pk=dispatch.pk).exclude(reminded=day).update(reminded=day):
        return False
    about = {"receiver": row.receiver.name, "day": day.isoformat()}
    notice = organiser_mail.note(row.tournament, Notice.Step.ONWARD, about)
    if notice is None:
        return False
    letters.enqueue(organiser_mail.WORK)
    return True
