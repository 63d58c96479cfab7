"""Approval of a run by an officer or the clock, undo of an applied run, stop of one being computed.

What is long to write is left to the worker.
"""

from collections.abc import Collection, Iterable

from django.db import transaction
from django.db.models import DateField, F, Value
from django.db.models.functions import Coalesce, Least
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop

from federation.jobs import jobs
from federation.journal import journal
from federation.models import Account, Job
from federation.vocabulary.keys import keys_from
from ratings.cadence.shared.by_runs import first_day
from ratings.models import Displaced, PublishedList, RatingRun, RatingSystem
from ratings.models.run import OPEN, RunStage
from ratings.runs import posting, recalculation
from ratings.runs.recalculation import RunDecidedError, RunOvertakenError, close, mark_heirs_stale

# Rows a decision may write while a browser waits; more is done by the worker.
AT_ONCE = 20_000
UNANSWERED = gettext_noop("Every alert has to be confirmed separately: tick each one you have checked.")
OVERTAKEN = gettext_noop("The data has changed since this was calculated. Recalculate and review again.")
DECIDED = gettext_noop("This run has already been decided: %(stage)s, by %(who)s.")
UNDO_WORK = "ratings.undo"


class BuiltOnError(Exception):
    """The run cannot be undone any more.

    `code` is "not-applied", "newer-run", "published" or "forgotten" (the rows it replaced are not stored).
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def obstacle(run: RatingRun, system: RatingSystem) -> str:
    """Return why an applied run cannot be undone, as BuiltOnError does; "" where it can."""
    if run.stage != RunStage.APPLIED:
        return "not-applied"
    if system.state != run.based_on_state + 1:
        return "newer-run"
    lists = PublishedList.objects.filter(system=system)
    # A list that is only prepared hinders nothing: the state it was made from is gone, so it is never shown.
    shown, being_made = lists.filter(ready=True), lists.filter(ready=False, prepared=None)
    if shown.filter(state__gte=system.state).exists() or being_made.exists():
        return "published"
    replaced = run.totals["moved"] + run.totals["gone"]
    if replaced and not Displaced.objects.filter(run=run).exists():
        return "forgotten"
    return ""


@transaction.atomic
def undo(run: RatingRun, *, account: Account | None) -> RatingRun:
    """Restore, bit for bit, the state before a run; its system waits again from the same day on.

    Raises BuiltOnError while something newer builds on it, RunDecidedError when another officer was quicker.
    """
    system = RatingSystem.objects.select_for_update().get(pk=run.system_id)
    run.refresh_from_db()
    if run.stage == RunStage.UNDONE:
        raise RunDecidedError(run)
    if code := obstacle(run, system):
        raise BuiltOnError(code)
    for waiting in RatingRun.objects.filter(system=system, stage__in=OPEN):
        close(waiting, RunStage.OVERTAKEN)
    posting.take_back(run)
    now = timezone.now()
    RatingRun.objects.filter(pk=run.pk).update(stage=RunStage.UNDONE.value, undone=now, undone_by=account)
    since = Value(run.since or first_day(), output_field=DateField())
    RatingSystem.objects.filter(pk=system.pk).update(
        state=F("state") + 1, stale_from=Least(Coalesce(F("stale_from"), since), since)
    )
    journal.write("run.undone", run, account=account, **{k: run.totals[k] for k in ("new", "moved", "gone")})
    if run.totals["new"] or run.totals["moved"] or run.totals["gone"]:
        mark_heirs_stale(run)
    run.refresh_from_db()
    return run


@transaction.atomic
def cancel(run: RatingRun, *, account: Account | None) -> RatingRun:
    """Stop a run that waits or is being computed; none of it is stored. Raises RunDecidedError."""
    waiting = RatingRun.objects.filter(pk=run.pk, stage=RunStage.REQUESTED.value)
    if not waiting.update(stage=RunStage.DISCARDED.value, decided=timezone.now(), decided_by=account):
        run.refresh_from_db()
        raise RunDecidedError(run)
    if run.job:
        jobs.cancel(run.job)
    journal.write("run.cancelled", run, account=account)
    run.refresh_from_db()
    return run


class UnansweredError(Exception):
    """Not every alert of the run was confirmed."""


def approve(run: RatingRun, *, account: Account | None, answered: Collection[int]) -> Job | None:
    """Apply a proposal whose alerts are answered, by place; return the job that does it where it is long.

    Raises UnansweredError, RunOvertakenError, and RunDecidedError when another officer was quicker.
    """
    if run.stage == RunStage.PROPOSED and not are_answered(run, answered):
        raise UnansweredError
    if is_long(run):
        return in_background(recalculation.APPLY, run, account)
    recalculation.apply(run, account=account)
    return None


def places(ticked: Iterable[str]) -> set[int]:
    """Return the places of the alerts a form has ticked; what is no place is passed over."""
    return set(keys_from(ticked))


def are_answered(run: RatingRun, answered: Collection[int]) -> bool:
    """Return whether each alert of a run is among the places answered."""
    return set(range(len(run.alarms))) <= set(answered)


def is_long(run: RatingRun) -> bool:
    """Return whether a run changes more rows than may be written while a browser waits."""
    rows: int = sum(run.totals.get(kind, 0) for kind in ("new", "moved", "gone"))
    return rows > AT_ONCE


def in_background(kind: str, run: RatingRun, account: Account | None) -> Job:
    """Ask for a job that decides about a run, sent after the commit."""
    job = jobs.request(kind, arguments={"run": run.pk}, account=account)
    jobs.enqueue_after_commit(job)
    return job


def why_not(problem: UnansweredError | RunDecidedError) -> str:
    """Return why a run was not decided, in the reader's language."""
    if isinstance(problem, UnansweredError):
        return gettext(UNANSWERED)
    if isinstance(problem, RunOvertakenError):
        return gettext(OVERTAKEN)
    run = problem.run
    who = str(run.undone_by or run.decided_by or gettext("no one in particular"))
    return gettext(DECIDED) % {"stage": run.get_stage_display(), "who": who}
