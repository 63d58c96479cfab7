"""Celery tasks and job handlers of the register and the project.

Run a job, send silent jobs again, seal the journal, forget counts, deliver webhooks and letters, plan and
apply lists.
"""

from functools import partial
from typing import Any

from celery.signals import worker_init
from django.conf import settings
from django.utils.translation import gettext_noop

from federation.accounts.letters import forget_old
from federation.celery import app
from federation.claims import claims, office
from federation.jobs import jobs
from federation.journal import anchor, journal
from federation.mail import letters
from federation.management import oldest_version
from federation.player_lists import list_plans
from federation.privacy import privacy
from federation.web import counting
from federation.webhooks import delivering, fan_out

for _work in settings.LETTERS:
    jobs.handler(_work)(letters.send)


@worker_init.connect
def refuse_newer_database(**_: Any) -> None:
    """End a worker, with a sentence, whose version may not serve the database any more."""
    if refusal := oldest_version.refusal():
        raise SystemExit(refusal)


@app.task(name=jobs.RUN_JOB)
def run_job(job_id: int) -> None:
    """Run one job, if it is still waiting."""
    jobs.run(job_id)


@app.task(name="federation.tasks.sweep_jobs")
def sweep_jobs() -> None:
    """Send again what fell silent."""
    jobs.sweep(silent_seconds=settings.JOB_SILENT_SECONDS)


@app.task(name="federation.tasks.follow_office")
def follow_office() -> None:
    """Show minors by the office's setting, and former minors by name."""
    privacy.follow_office_everywhere()


@app.task(name="federation.tasks.seal_journal")
def seal_journal() -> None:
    """Link the newest lines of the journal to its chain."""
    journal.seal()


@app.task(name="federation.tasks.anchor_journal")
def anchor_journal() -> None:
    """Note the end of the journal's chain elsewhere, if configured."""
    anchor.note()


@app.task(name="federation.tasks.forget_counts")
def forget_counts() -> None:
    """Delete counts of past windows, unused requests for codes, and obsolete e-mails."""
    counting.forget_ended()
    forget_old()
    claims.forget_expired()


@app.task(name="federation.tasks.tell_webhooks")
def tell_webhooks() -> None:
    """Write the messages of what happened, ask for a job where any is due, forget old ones."""
    fan_out.write_messages()
    delivering.request()
    fan_out.forget_old()


@app.task(name="federation.tasks.tell_office")
def tell_office() -> None:
    """Note letters to those of the office for whom something new waits."""
    office.note_letters()


@app.task(name="federation.tasks.send_letters")
def send_letters() -> None:
    """Ask for jobs where letters wait."""
    letters.enqueue_due()


@jobs.handler(delivering.WORK)
def deliver(progress: jobs.Progress) -> dict[str, Any]:
    """Send messages of webhooks for a while."""
    progress.report(10)
    return {"tried": delivering.Round(progress.job.claim).run(progress)}


@jobs.handler(list_plans.PLAN)
def plan_list(progress: jobs.Progress, *, key: int) -> dict[str, Any]:
    """Plan a list that was handed in."""
    report = partial(progress.report, message=gettext_noop("Reading the list"))
    report(10)
    list_import = list_plans.make_plan(key, report)
    return {"url": list_import.get_absolute_url(), "counts": list_import.counts}


@jobs.handler(list_plans.APPLY)
def apply_list(progress: jobs.Progress, *, key: int, fingerprint: str) -> dict[str, Any]:
    """Apply the plan of a list."""
    report = partial(progress.report, message=gettext_noop("Applying the list"))
    report(10)
    account = progress.job.requested_by
    list_import = list_plans.apply(key, fingerprint, account=account, report=report)
    return {"url": list_import.get_absolute_url(), "counts": list_import.counts}


@jobs.handler(list_plans.UNDO)
def undo_list(progress: jobs.Progress, *, line: int) -> dict[str, Any]:
    """Undo the import of a list."""
    progress.report(10, gettext_noop("Undoing the import"))
    return {"counts": list_plans.undo(line, account=progress.job.requested_by)}
