"""Background work of the statistics; every piece may run twice."""

import logging
from datetime import timedelta
from time import monotonic
from typing import Any

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from federation.celery import app
from federation.jobs import jobs
from federation.models import Job
from ratings.models import RatingSystem
from ratings.statistics import recompute

PATIENCE = timedelta(hours=1)  # before work that failed is tried again
logger = logging.getLogger(__name__)


@jobs.handler(recompute.WORK)
def reckon(progress: jobs.Progress, *, system: str) -> dict[str, Any]:
    """Compute the statistics of a system that are due."""
    begun = monotonic()
    done = recompute.refresh(RatingSystem.objects.get(key=system), report=progress.report)
    seconds = round(monotonic() - begun, 3)
    logger.info("statistics of %s: %s in %.3f s", system, ", ".join(done) or "nothing", seconds)
    return {"url": reverse("statistics-system", args=[system]), "kinds": list(done), "seconds": seconds}


@app.task(name="ratings.statistics.tasks.reckon_due")
def reckon_due() -> None:
    """Ask for the statistics of every active system whose ledger or lists have moved on."""
    for system in RatingSystem.objects.filter(active=True):
        if recompute.due(system) and not failed_lately(system, recompute.WORK):
            with transaction.atomic():
                job = jobs.request_once(recompute.WORK, arguments={"system": system.key})
            jobs.enqueue_after_commit(job)


def failed_lately(system: RatingSystem, kind: str, **arguments: int) -> bool:
    """Return whether work failed within the hour: a repair takes longer than a minute."""
    return Job.objects.filter(
        kind=kind,
        arguments__system=system.key,
        state=Job.State.FAILED,
        **{f"arguments__{name}": value for name, value in arguments.items()},
        requested__gt=timezone.now() - PATIENCE,
    ).exists()
