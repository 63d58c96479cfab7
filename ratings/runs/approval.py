"""Approval of a run by an officer or the clock; what is long to write is left to the worker."""

from collections.abc import Collection, Iterable

from django.utils.translation import gettext, gettext_noop

from federation.jobs import jobs
from federation.models import Account, Job
from federation.vocabulary.keys import keys_from
from ratings.models import RatingRun
from ratings.models.run_stages import RunStage
from ratings.runs import recalculation
from ratings.runs.recalculation import RunDecidedError, RunOvertakenError

# Rows a decision may write while a browser waits; more is done by the worker.
AT_ONCE = 20_000
UNANSWERED = gettext_noop("Every alert has to be confirmed separately: tick each one you have checked.")
OVERTAKEN = gettext_noop("The data has changed since this was calculated. Recalculate and review again.")
DECIDED = gettext_noop("This run has already been decided: %(stage)s, by %(who)s.")


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
