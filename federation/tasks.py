"""Celery tasks and job handlers of the register and the project.

Run a job, send silent jobs again, seal the journal, forget counts, deliver webhooks and letters, plan and
apply lists.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from celery.signals import worker_init
from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_noop

from federation.accounts import letters as account_letters
from federation.celery import app
from federation.claims import claims, corrections, office
from federation.claims import letters as claim_letters
from federation.jobs import jobs
from federation.journal import anchor, journal
from federation.management import oldest_version
from federation.player_lists import list_plans
from federation.privacy import privacy
from federation.web import counting
from federation.webhooks import delivering, fan_out
from federation.webhooks import letters as webhook_letters

# Kind of the job that sends what waits -> what does.
_OUTBOXES: Mapping[str, Callable[[], QuerySet[Any]]] = {
    account_letters.WORK: account_letters.waiting,
    claim_letters.WORK: claim_letters.waiting,
    corrections.WORK: corrections.waiting_answers,
    office.WORK: office.waiting,
    webhook_letters.WORK: webhook_letters.waiting,
}


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
    account_letters.forget_old()
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
    """Ask for a job where a letter waits: the one asked for with it may have found no mail server."""
    for work, waiting in _OUTBOXES.items():
        if waiting().exists():
            with transaction.atomic():
                jobs.enqueue_after_commit(jobs.request_once(work, arguments={}))


@jobs.handler(delivering.WORK)
def deliver(progress: jobs.Progress) -> dict[str, Any]:
    """Send messages of webhooks for a while."""
    progress.report(10)
    return {"tried": delivering.Round(progress.job.claim).run(progress)}


@jobs.handler(webhook_letters.WORK)
def send_webhook_letters(progress: jobs.Progress) -> dict[str, Any]:
    """Notify the owners of webhooks that were paused."""
    progress.report(10, gettext_noop("Sending e-mails"))
    return {"sent": webhook_letters.send_waiting()}


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


@jobs.handler(account_letters.WORK)
def send_account_letters(progress: jobs.Progress) -> dict[str, Any]:
    """Send links to sign up, new passwords, invitations, and news of changes to accounts."""
    progress.report(10, gettext_noop("Sending e-mails"))
    return {"sent": account_letters.send_waiting()}


@jobs.handler(claim_letters.WORK)
def send_claim_letters(progress: jobs.Progress) -> dict[str, Any]:
    """Send the letters about claims."""
    progress.report(10, gettext_noop("Sending e-mails"))
    return {"sent": claim_letters.send_waiting()}


@jobs.handler(corrections.WORK)
def send_correction_answers(progress: jobs.Progress) -> dict[str, Any]:
    """Send the answers to players who reported errors."""
    progress.report(10, gettext_noop("Sending e-mails"))
    return {"sent": corrections.send_waiting()}


@jobs.handler(office.WORK)
def send_office_letters(progress: jobs.Progress) -> dict[str, Any]:
    """Notify the office of players' requests."""
    progress.report(10, gettext_noop("Sending e-mails"))
    return {"sent": office.send_waiting()}
