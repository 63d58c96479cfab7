"""Submission: submit, approve, return, withdraw, revoke; each a conditional move of a stage.

The second of two moves of one revision is refused with the first (AlreadyDecided). New players are enrolled
at the approval, not at the submission: an organiser's slip then costs a return and not a merge of two
players.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from federation.journal import journal
from federation.models import Account
from federation.register import register
from tournaments import signals
from tournaments.careers import stored_games
from tournaments.checks import four_eyes as second_eyes
from tournaments.checks import warning_confirmations
from tournaments.checks.problems import Problem, Refused
from tournaments.checks.submission_checks import before_submission, of_matches
from tournaments.models import Tournament
from tournaments.models.stages import OPEN, UNDECIDED, Stage, origins
from tournaments.people import merging
from tournaments.review import replies, reservations
from tournaments.revisions import match_doubts, models_to_report, places, same_games
from tournaments.submission import rematching


class AlreadyDecided(Exception):
    """The revision has been moved already: to `stage`, by `account`, at `at`."""

    def __init__(self, current: Tournament) -> None:
        self.stage = Stage(current.stage)
        self.account = current.decided_by if self.stage is not Stage.SUBMITTED else current.organiser
        self.at: datetime | None = current.decided or current.submitted
        super().__init__(f"Tournament {current.number}/{current.revision} is {self.stage} already")


@dataclass(frozen=True, slots=True)
class Approval:
    """What an approval did besides moving the stage."""

    since: date  # first day the facts changed
    superseded: int | None  # revision
    enrolled: int
    remembered: int  # spellings stored as known names


def submit(tournament: Tournament, *, account: Account | None, on: date | None = None) -> None:
    """Hand a draft in for approval; older open revisions of the number are withdrawn.

    `on` is the day it is reported, None for an archive; a number is reported on its first day.
    Raises Refused while problems stand, AlreadyDecided when the revision has moved on.
    """
    with transaction.atomic():
        revisions = lock(tournament)
        current = revisions[tournament.revision]
        problems = (*_look_again(current, account=account), *of_revisions(current, revisions.values()))
        if not (problems and current.stage in OPEN):
            _hand_in(tournament, revisions, account=account, on=on)
            return
    # The new inspection is stored: a refused organiser finds the reasons on the pages.
    raise Refused(*problems)


def _hand_in(
    tournament: Tournament, revisions: dict[int, Tournament], *, account: Account | None, on: date | None
) -> None:
    """Move a draft to the officers' queue, and withdraw the older open revisions."""
    now = timezone.now()
    values = {"submitted": now, "decided": None, "decided_by": None, "reason": "", "consented_by": None}
    before = _move(tournament, Stage.SUBMITTED, **values, reported=first_reported(revisions.values(), on))
    older = (revision for revision in revisions.values() if revision.revision < tournament.revision)
    overtaken = [revision.revision for revision in older if revision.stage in UNDECIDED]
    Tournament.objects.filter(number=tournament.number, revision__in=overtaken).update(
        stage=Stage.WITHDRAWN.value, decided=now, decided_by=account
    )
    journal.write(
        "tournament.submitted",
        tournament,
        account=account,
        number=tournament.number,
        withdrawn=overtaken,
        before=before,
        after=Stage.SUBMITTED.value,
    )
    if on is not None:
        signals.submitted.send(sender=Tournament, tournament=tournament, account=account)


def approve(
    tournament: Tournament,
    *,
    account: Account | None,
    four_eyes: bool = True,
    confirmed: Collection[str] = (),
) -> Approval:
    """Approve a submitted revision as a fact; the revision approved before it is superseded.

    A revoked one is approved again, unless a newer one was begun.
    `four_eyes`: no officer approves their own upload unless the office allows it; consoles are not checked.
    `confirmed`: keys of the warnings an approval asks about, as `rematching.enrol` takes them.
    Raises Refused, AlreadyDecided.
    """
    with transaction.atomic():
        revisions = lock(tournament)
        current = revisions[tournament.revision]
        if current.stage not in origins(Stage.APPROVED):
            raise AlreadyDecided(current)
        if four_eyes and account and second_eyes.refuses(account, current):
            raise Refused(Problem("own-tournament"))
        if current.stage == Stage.REVOKED:
            _refuse_again(current, revisions.values())
        reservations.refuse_others(current, account=account)
        # A merge of players holds this lock: from here on every merge is over or has not begun.
        register.one_at_a_time()
        merging.follow(current)
        if problems := tuple(_of_games(current)):
            raise Refused(*problems)
        before = [revision for revision in revisions.values() if revision.stage == Stage.APPROVED]
        enrolled = rematching.enrol(current, account=account, confirmed=confirmed)
        for revision in before:
            _move(revision, Stage.SUPERSEDED)
        stage = _move(tournament, Stage.APPROVED, decided=timezone.now(), decided_by=account, reason="")
        stored_games.refresh([revision.pk for revision in (current, *before)])
        places.keep(current)
        approval = Approval(
            since=min(revision.start for revision in (current, *before)),
            superseded=before[0].revision if before else None,
            enrolled=enrolled,
            remembered=rematching.remember_names(current, account=account),
        )
        journal.write(
            "tournament.approved",
            tournament,
            account=account,
            number=tournament.number,
            superseded=approval.superseded,
            enrolled=approval.enrolled,
            before=stage,
            after=Stage.APPROVED.value,
        )
        signals.approved.send(sender=Tournament, tournament=tournament, since=approval.since)
    return approval


def _of_games(current: Tournament) -> Iterator[Problem]:
    """Yield what is approved already of the games of a revision, since it was submitted for instance."""
    found = [finding.finding for finding in same_games.sharing(current, stages=[Stage.APPROVED])]
    for finding in warning_confirmations.unsettled(current, match_doubts.stored(found)):
        if finding["severity"] == "error":
            yield Problem("same-games", finding["values"])


def _refuse_again(current: Tournament, revisions: Iterable[Tournament]) -> None:
    """Raise Refused where a revoked revision cannot be approved again.

    A newer one was begun, or its enrolment was undone and some of its entries have no player any more.
    """
    problems = (*of_revisions(current, revisions), *of_matches(current))
    if problems:
        raise Refused(*problems)


def send_back(
    tournament: Tournament, *, account: Account | None, reason: str, about: Mapping[str, str] | None = None
) -> None:
    """Send a submitted revision back to its organiser; `about`: remarks by the key of a finding.

    Where only remarks are made they are the reason. Raises Refused without either, AlreadyDecided.
    """
    with transaction.atomic():
        reason = reason.strip() or "\n".join((about or {}).values()).strip()
        before = _decide_against(tournament, Stage.RETURNED, account=account, reason=reason)
        replies.forget(tournament)
        remarks = replies.replace_remarks(tournament, about or {}, account=account)
        rematching.renew_and_save(tournament, account=account)
        moved = {
            "before": before,
            "after": Stage.RETURNED.value,
            "remarks": replies.labelled_remarks(remarks, tournament),
        }
        journal.write("tournament.returned", tournament, account=account, reason=tournament.reason, **moved)
        signals.returned.send(sender=Tournament, tournament=tournament, account=account)


def withdraw(tournament: Tournament, *, account: Account | None) -> None:
    """Take back a revision not yet approved; raises AlreadyDecided."""
    with transaction.atomic():
        lock(tournament)
        before = _move(tournament, Stage.WITHDRAWN, decided=timezone.now(), decided_by=account)
        moved = {"before": before, "after": Stage.WITHDRAWN.value}
        journal.write("tournament.withdrawn", tournament, account=account, number=tournament.number, **moved)


def revoke(tournament: Tournament, *, account: Account | None, reason: str) -> None:
    """Take an approved revision out of the facts without a successor, for a reason everybody may read.

    Raises Refused, AlreadyDecided.
    """
    with transaction.atomic():
        before = _decide_against(tournament, Stage.REVOKED, account=account, reason=reason)
        stored_games.refresh([tournament.pk])
        moved = {"before": before, "after": Stage.REVOKED.value}
        journal.write("tournament.revoked", tournament, account=account, reason=tournament.reason, **moved)
        signals.reopened.send(sender=Tournament, tournament=tournament, since=tournament.start)


def _decide_against(tournament: Tournament, stage: Stage, *, account: Account | None, reason: str) -> str:
    """Move a revision for a reason that is stored; return its stage before.

    Raises Refused, AlreadyDecided.
    """
    if not reason.strip():
        raise Refused(Problem("reason-missing"))
    revisions = lock(tournament)
    reservations.refuse_others(revisions[tournament.revision], account=account)
    return _move(tournament, stage, decided=timezone.now(), decided_by=account, reason=reason.strip()[:2000])


def _look_again(current: Tournament, *, account: Account | None) -> tuple[Problem, ...]:
    """Match and inspect an open revision again; return what keeps it from being submitted.

    Days have passed, people may have been enrolled or entered elsewhere meanwhile.
    """
    if current.stage in OPEN:
        register.one_at_a_time()
        rematching.renew_and_save(current, account=account)
        models_to_report.reinspect(current)
    return before_submission(current)


def of_revisions(current: Tournament, revisions: Iterable[Tournament]) -> Iterator[Problem]:
    """Yield what the other revisions of a number have against the submission of one."""
    if any(
        revision.revision > current.revision and revision.stage != Stage.WITHDRAWN for revision in revisions
    ):
        yield Problem("newer-revision")


def first_reported(revisions: Iterable[Tournament], on: date | None) -> date | None:
    """Return the day a number was first reported; None where it is not known."""
    handed_in = [revision for revision in revisions if revision.submitted is not None]
    days = [revision.reported for revision in handed_in]
    return min((day for day in [*days, on] if day), default=None) if None not in days else None


def lock(tournament: Tournament) -> dict[int, Tournament]:
    """Lock every revision of the number, oldest first, and give them as they stand now."""
    locked = Tournament.objects.select_for_update().filter(number=tournament.number).order_by("revision")
    return {revision.revision: revision for revision in locked}


def _move(tournament: Tournament, to: Stage, **values: Any) -> str:
    """Move the stage where the move is allowed from, and give the stage before.

    The one conditional update decides who was first.
    """
    before = Tournament.objects.values_list("stage", flat=True).get(pk=tournament.pk)
    waiting = Tournament.objects.filter(pk=tournament.pk, stage__in=origins(to))
    if not waiting.update(stage=to.value, **values):
        raise AlreadyDecided(
            Tournament.objects.select_related("decided_by", "organiser").get(pk=tournament.pk)
        )
    reservations.end(tournament)
    tournament.refresh_from_db()
    return before
