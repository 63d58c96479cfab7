"""Background work of everything published: lists and their files, the snapshot, the public log."""

import time
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_noop

from federation.celery import app
from federation.jobs import jobs
from federation.models import Job
from ratings.following import tournament_mail
from ratings.lists import list_files, publication
from ratings.models import PublishedList
from ratings.public_log import writing as public_log
from ratings.public_log.bundles import deltas
from ratings.public_log.bundles import list_bundles as bundles
from ratings.public_log.witness import watch_round
from ratings.receivers.register import REMAKE
from ratings.snapshots import public_snapshot


@jobs.handler(publication.WORK)
def publish(progress: jobs.Progress, *, published: int) -> dict[str, Any]:
    """Make and show the list that was ordered, with downloads; mark a revision like the last.

    A list without players is left prepared, for an officer to decide whether that is right.
    """
    try:
        frozen = publication.prepare_and_release(published, report=progress.report)
    except publication.NotReadyError as problem:
        if problem.code == "empty":
            return _prepared(published, 0)
        if problem.code != "identical":
            raise
        return {"why": publication.TEXTS[problem.code]}
    tournament_mail.enqueue_look()
    return {"url": frozen.get_absolute_url(), "players": frozen.players}


@jobs.handler(publication.PREPARE)
def prepare_list(progress: jobs.Progress, *, published: int) -> dict[str, Any]:
    """Make the list that was ordered with its downloads, for review by an officer."""
    prepared = publication.prepare(published, report=progress.report)
    return _prepared(prepared.pk, prepared.players)


def _prepared(key: int, players: int) -> dict[str, Any]:
    """Lead to the page where an officer publishes a list or discards it."""
    return {"url": reverse("prepared-list", args=[key]), "players": players}


@jobs.handler(REMAKE)
def remake_files(progress: jobs.Progress, *, lists: list[int]) -> dict[str, Any]:
    """Make the downloads of lists again in which a player has another name now."""
    for place, key in enumerate(lists):
        progress.report(100 * place / len(lists), gettext_noop("creating the files"))
        list_files.remake(key)
    return {"lists": len(lists)}


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
