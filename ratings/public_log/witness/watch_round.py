"""A round of the job that looks at watched logs and witnesses, cosigns and sends alarms."""

import logging

from django.utils import timezone

from federation.jobs import jobs
from federation.models import Job
from ratings.models import LogWitness, WatchedLog
from ratings.public_log.keys import UnreadableKey
from ratings.public_log.witness import collecting, letters, watching

WORK = "ratings.witness"
logger = logging.getLogger(__name__)


def is_due() -> bool:
    """Return whether there is anything to look at."""
    return WatchedLog.objects.exists() or LogWitness.objects.exists() or letters.waiting().exists()


def request() -> bool:
    """Ask for a round where there is something to look at and none is waiting or running."""
    if (
        not is_due()
        or Job.objects.filter(kind=WORK, state__in=[Job.State.QUEUED, Job.State.RUNNING]).exists()
    ):
        return False
    jobs.enqueue_after_commit(jobs.request(WORK))
    return True


def run(progress: jobs.Progress | None = None) -> dict[str, int]:
    """Look at everything once, harmless when repeated; return how many were looked at and are not well."""
    looked = problems = 0
    for watched in WatchedLog.objects.order_by("pk"):
        problems += bool(watching.look(watched, timezone.now()))
        looked += 1
        if progress:
            progress.report(50)
    try:
        watching.cosign_waiting(timezone.now())
    except UnreadableKey as problem:
        logger.error("nothing is cosigned: %s", problem)
    for witness in LogWitness.objects.order_by("pk"):
        problems += bool(collecting.collect(witness, timezone.now()))
        looked += 1
        if progress:
            progress.report(90)
    letters.send_waiting()
    return {"looked": looked, "problems": problems}
