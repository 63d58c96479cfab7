"""Background work of runs, asked for by people or the clock, and of previews; every piece may run twice."""

import logging
from contextlib import suppress
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_noop

from federation.celery import app
from federation.jobs import jobs
from ratings.following import tournament_mail
from ratings.lists import month_end
from ratings.models import RatingRun, RatingSystem
from ratings.previews import decision_preview, tournament_preview
from ratings.runs import approval, recalculation
from tournaments.models import Tournament

logger = logging.getLogger(__name__)


@jobs.handler(recalculation.WORK)
def recalculate(progress: jobs.Progress, *, run: int, whole: bool = False) -> dict[str, Any]:
    """Compute a run and leave it for review."""
    done = recalculation.compute(RatingRun.objects.get(pk=run), whole=whole, report=progress.report)
    logger.info("run %s of %s: %s", done.pk, done.system_id, done.totals)
    return {"url": done.get_absolute_url(), "run": done.pk}


@jobs.handler(recalculation.APPLY)
def apply(progress: jobs.Progress, *, run: int) -> dict[str, Any]:
    """Apply a large run for the officer who asked; if it was decided before, its page shows that."""
    rating_run = RatingRun.objects.get(pk=run)
    progress.report(5, gettext_noop("writing the ledger"))
    with suppress(recalculation.RunDecidedError):
        recalculation.apply(rating_run, account=progress.job.requested_by)
        tournament_mail.enqueue_look()
    return {"url": rating_run.get_absolute_url()}


@jobs.handler(approval.UNDO_WORK)
def undo(progress: jobs.Progress, *, run: int) -> dict[str, Any]:
    """Undo a large run for the officer who asked; its page shows where that was no longer possible."""
    rating_run = RatingRun.objects.get(pk=run)
    progress.report(5, gettext_noop("writing the ledger"))
    with suppress(recalculation.RunDecidedError, approval.BuiltOnError):
        approval.undo(rating_run, account=progress.job.requested_by)
    return {"url": rating_run.get_absolute_url()}


@app.task(name="ratings.tasks.recalculate_stale")
def recalculate_stale() -> None:
    """Ask for a run of every stale system that has none waiting for review, so that a proposal is there."""
    for run in recalculation.request_due(timezone.localdate(), monthly=False):
        if run.job:
            jobs.enqueue_after_commit(run.job)


@app.task(name="ratings.tasks.close_month")
def close_month() -> None:
    """Ask for a run of every period system whose month is over; only officers review and publish."""
    for run in recalculation.request_due(timezone.localdate(), monthly=True):
        if run.job:
            jobs.enqueue_after_commit(run.job)


@app.task(name="ratings.tasks.take_due_steps")
def take_due_steps() -> None:
    """Approve, prepare and release what the office leaves to the clock."""
    if month_end.take_due(timezone.localdate()):
        tournament_mail.enqueue_look()


@jobs.handler(decision_preview.WORK)
def rehearse_decision(progress: jobs.Progress, *, system: str, decision: dict[str, Any]) -> dict[str, Any]:
    """Compute what a decision would change."""
    rating_system = RatingSystem.objects.get(key=system)
    result = decision_preview.rehearse(rating_system, decision_preview.read(decision), report=progress.report)
    return {"url": reverse("manual-event-preview", args=[system, progress.job.pk]), **result}


@jobs.handler(tournament_preview.WORK)
def make_preview(progress: jobs.Progress, *, tournament: int) -> dict[str, Any]:
    """Compute the effects of approving a revision; if it cannot be approved, its page has why."""
    revision = Tournament.objects.get(pk=tournament)
    tournament_preview.make(revision, report=progress.report)
    return {"url": reverse("desk-preview", args=[revision.number, revision.revision])}
