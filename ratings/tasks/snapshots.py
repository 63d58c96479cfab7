"""Background work of the snapshot of everything public; it may run twice."""

import time
from typing import Any

from django.urls import reverse

from federation.celery import app
from federation.jobs import jobs
from federation.models import Job
from ratings.snapshots import public_snapshot

_SECONDS = 1.0  # between looks at the process that is making one


@jobs.handler(public_snapshot.WORK)
def make_snapshot(progress: jobs.Progress) -> dict[str, Any]:
    """Have the snapshot made by a process of its own, after one that is being made already."""
    before = Job.objects.filter(kind=public_snapshot.WORK, state=Job.State.RUNNING, pk__lt=progress.job.pk)
    while before.exists():
        progress.report(0)
        time.sleep(_SECONDS)
    public_snapshot.make_in_child(progress.report)
    return {"url": reverse("snapshots")}


@app.task(name="ratings.tasks.renew_snapshot")
def renew_snapshot() -> None:
    """Ask for a snapshot where the last one is nearly a day old, or a part of it was withdrawn."""
    public_snapshot.request_due()
