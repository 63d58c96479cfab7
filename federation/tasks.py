"""The tasks on the queue: run one job, send silent jobs again, seal the journal, forget counts."""

from django.conf import settings

from federation.celery import app
from federation.jobs import jobs
from federation.journal import journal
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
