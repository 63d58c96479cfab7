"""Background work of the public log: bundles, its end, the logs of others; every piece may run twice."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_noop

from federation.celery import app
from federation.jobs import jobs
from ratings.models import PublishedList
from ratings.public_log import writing as public_log
from ratings.public_log.bundles import deltas
from ratings.public_log.bundles import list_bundles as bundles
from ratings.public_log.witness import watch_round


@jobs.handler(bundles.WORK)
def make_bundle(progress: jobs.Progress, *, published: int) -> dict[str, Any]:
    """Make the bundle of a list at a reader's request."""
    published_list = PublishedList.objects.select_related("system").get(pk=published)
    progress.report(10, gettext_noop("collecting the data behind the list"))
    bundle = bundles.make(published_list)
    return {"url": published_list.get_absolute_url(), "size": bundle.size if bundle else 0}


@jobs.handler(deltas.WORK)
def make_bundle_delta(progress: jobs.Progress, *, published: int, older: int) -> dict[str, Any]:
    """Make the delta from one bundle of a system to another, for a reader who has the older one."""
    published_list = PublishedList.objects.select_related("system").get(pk=published)
    progress.report(10, gettext_noop("collecting the data behind the list"))
    delta = deltas.make(published_list, PublishedList.objects.select_related("system").get(pk=older))
    return {"url": published_list.get_absolute_url(), "made": delta is not None}


@app.task(name="ratings.tasks.extend_public_log")
def extend_public_log() -> None:
    """Add to the public log what was published and decided since, and sign its end where the key is here."""
    public_log.extend()


@jobs.handler(watch_round.WORK)
def look_at_logs(progress: jobs.Progress) -> dict[str, Any]:
    """Look at the logs this installation watches, and collect what its own witnesses saw."""
    return {"url": reverse("witnesses"), **watch_round.run(progress)}


@app.task(name="ratings.tasks.watch_logs")
def watch_logs() -> None:
    """Ask for a look at the watched logs, where there are any."""
    watch_round.request()
