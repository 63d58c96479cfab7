"""The tasks on the queue: run one job, send silent jobs again, seal the journal, forget counts.

And the work of the register: lists planned and applied.
"""

from typing import Any

from django.conf import settings
from django.utils.translation import gettext_noop

from federation.celery import app
from federation.jobs import jobs
from federation.journal import journal
from federation.player_lists import list_plans
from federation.web import counting


@app.task(name=jobs.RUN_JOB)  # type: ignore[untyped-decorator]  # Celery has no types
def run_job(job_id: int) -> None:
    """Run one job, if it is still waiting."""
    jobs.run(job_id)


@app.task(name="federation.tasks.sweep_jobs")  # type: ignore[untyped-decorator]  # Celery has no types
def sweep_jobs() -> None:
    """Send again what fell silent."""
    jobs.sweep(silent_seconds=settings.JOB_SILENT_SECONDS)


@app.task(name="federation.tasks.seal_journal")  # type: ignore[untyped-decorator]  # Celery has no types
def seal_journal() -> None:
    """Link the newest lines of the journal to its chain."""
    journal.seal()


@app.task(name="federation.tasks.forget_counts")  # type: ignore[untyped-decorator]  # Celery has no types
def forget_counts() -> None:
    """Delete the counts of windows that are over."""
    counting.forget_ended()


@jobs.handler(list_plans.PLAN)
def plan_list(progress: jobs.Progress, *, key: int) -> dict[str, Any]:
    """Plan a list that was handed in."""
    progress.report(10, gettext_noop("Reading the list"))
    held = list_plans.make_plan(key, progress.report)
    return {"url": held.get_absolute_url(), "counts": held.counts}


@jobs.handler(list_plans.APPLY)
def apply_list(progress: jobs.Progress, *, key: int, fingerprint: str) -> dict[str, Any]:
    """Apply the plan of a list."""
    progress.report(10, gettext_noop("Applying the list"))
    held = list_plans.apply(key, fingerprint, account=progress.job.requested_by)
    return {"url": held.get_absolute_url(), "counts": held.counts}
