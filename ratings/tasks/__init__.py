"""Background work of the rating office; every piece may run twice."""

import logging
from contextlib import suppress
from importlib import import_module
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_noop

from federation.celery import app
from federation.jobs import jobs
from ratings.following import tournament_mail
from ratings.lists import list_files, month_end, publication
from ratings.models import PublishedList, RatingRun
from ratings.previews import tournament_preview
from ratings.public_log import writing as public_log
from ratings.public_log.bundles import deltas
from ratings.public_log.bundles import making as bundles
from ratings.public_log.witness import looking
from ratings.receivers import privacy
from ratings.runs import recalculation
from ratings.runs import undo as undoing
from ratings.tasks import following as follow_tasks  # noqa: F401 - registers the work for followers
from ratings.tasks import games as stream_tasks  # noqa: F401 - registers the work of the streams
from ratings.tasks import previews as preview_tasks  # noqa: F401 - registers the work of the previews
from ratings.tasks import statistics as statistic_tasks  # noqa: F401 - registers the work of the statistics
from tournaments.dispatch import reminders
from tournaments.models import Tournament

logger = logging.getLogger(__name__)
import_module("ratings.tasks.operations")  # registers backups
import_module("ratings.tasks.laboratory")  # registers simulations
import_module("ratings.tasks.snapshots")  # registers the snapshot of everything public


@jobs.handler(recalculation.WORK)
def recalculate(progress: jobs.Progress, *, run: int, whole: bool = False) -> dict[str, Any]:
    """Compute a run and leave it for review."""
    done = recalculation.compute(RatingRun.objects.get(pk=run), whole=whole, report=progress.report)
    logger.info("run %s of %s: %s", done.pk, done.system_id, done.totals)
    return {"url": done.get_absolute_url(), "run": done.pk}


@jobs.handler(recalculation.APPLY)
def apply(progress: jobs.Progress, *, run: int) -> dict[str, Any]:
    """Apply a large run for the officer who asked; one somebody else decided about tells so on its page."""
    found = RatingRun.objects.get(pk=run)
    progress.report(5, gettext_noop("writing the ledger"))
    with suppress(recalculation.RunDecidedError):
        recalculation.apply(found, account=progress.job.requested_by)
        tournament_mail.enqueue_look()
    return {"url": found.get_absolute_url()}


@jobs.handler(tournament_preview.WORK)
def make_preview(progress: jobs.Progress, *, tournament: int) -> dict[str, Any]:
    """Compute what approving a revision would do; for one that cannot be approved its page says why."""
    found = Tournament.objects.get(pk=tournament)
    tournament_preview.make(found, report=progress.report)
    return {"url": reverse("desk-preview", args=[found.number, found.revision])}


@jobs.handler(undoing.WORK)
def undo(progress: jobs.Progress, *, run: int) -> dict[str, Any]:
    """Undo a large run for the officer who asked; its page shows where that was no longer possible."""
    found = RatingRun.objects.get(pk=run)
    progress.report(5, gettext_noop("writing the ledger"))
    with suppress(recalculation.RunDecidedError, undoing.BuiltOnError):
        undoing.undo(found, account=progress.job.requested_by)
    return {"url": found.get_absolute_url()}


@jobs.handler(publication.WORK)
def publish(progress: jobs.Progress, *, published: int) -> dict[str, Any]:
    """Make the list that was ordered with its downloads, and show it."""
    frozen = publication.freeze(published, report=progress.report)
    tournament_mail.enqueue_look()
    return {"url": frozen.get_absolute_url(), "players": frozen.players}


@jobs.handler(bundles.WORK)
def make_bundle(progress: jobs.Progress, *, published: int) -> dict[str, Any]:
    """Make the bundle of a list somebody asked for."""
    found = PublishedList.objects.select_related("system").get(pk=published)
    progress.report(10, gettext_noop("collecting the data behind the list"))
    made = bundles.make(found)
    return {"url": found.get_absolute_url(), "size": made.size if made else 0}


@jobs.handler(deltas.WORK)
def make_bundle_delta(progress: jobs.Progress, *, published: int, older: int) -> dict[str, Any]:
    """Make what changed from one bundle of a system to another, for somebody who has the older one."""
    found = PublishedList.objects.select_related("system").get(pk=published)
    progress.report(10, gettext_noop("collecting the data behind the list"))
    made = deltas.make(found, PublishedList.objects.select_related("system").get(pk=older))
    return {"url": found.get_absolute_url(), "made": made is not None}


@jobs.handler(privacy.REMAKE)
def remake_files(progress: jobs.Progress, *, lists: list[int]) -> dict[str, Any]:
    """Make the downloads of lists again that name somebody otherwise now."""
    for place, key in enumerate(lists):
        progress.report(100 * place / len(lists), gettext_noop("creating the files"))
        list_files.remake(key)
    return {"lists": len(lists)}


@jobs.handler(tournament_mail.WORK)
def tell_organisers(progress: jobs.Progress) -> dict[str, Any]:
    """Note what has become of the tournaments on their way, and have the letters sent."""
    progress.report(10, gettext_noop("checking the progress of tournaments"))
    told = tournament_mail.announce()
    tournament_mail.enqueue_mail()
    return {"told": told}


@app.task(name="ratings.tasks.look_for_news")
def look_for_news() -> None:
    """Look for what nobody was reminded of: lists published by hand, letters that could not be sent."""
    tournament_mail.enqueue_look()


@app.task(name="ratings.tasks.extend_public_log")
def extend_public_log() -> None:
    """Add to the public log what was published and decided since, and sign its end where the key is here."""
    public_log.extend()


@jobs.handler(looking.WORK)
def look_at_logs(progress: jobs.Progress) -> dict[str, Any]:
    """Look at the logs this installation watches, and collect what its own witnesses saw."""
    return {"url": reverse("witnesses"), **looking.run(progress)}


@app.task(name="ratings.tasks.watch_logs")
def watch_logs() -> None:
    """Ask for a look at the watched logs, where there are any."""
    looking.request()


def _remind_onward() -> None:
    """Note the letters of deadlines that are near, by which results go onward; each is told once."""
    logger.info("reminded of %s deadlines", reminders.remind())


remind_onward = app.task(_remind_onward, name="ratings.tasks.remind_onward")


@jobs.handler(publication.PREPARE)
def prepare_list(progress: jobs.Progress, *, published: int) -> dict[str, Any]:
    """Make the list that was ordered with its downloads, for an officer to look at before anybody else."""
    prepared = publication.prepare(published, report=progress.report)
    return {"url": reverse("prepared-list", args=[prepared.pk]), "players": prepared.players}


@app.task(name="ratings.tasks.recalculate_stale")
def recalculate_stale() -> None:
    """Ask for a run of every stale system that has none waiting for review, so that a proposal is there."""
    for run in recalculation.request_due(timezone.localdate(), monthly=False):
        if run.job:
            jobs.enqueue_after_commit(run.job)


@app.task(name="ratings.tasks.close_month")
def close_month() -> None:
    """Ask for a run of every period system whose month is over; officers review and publish, nobody else."""
    for run in recalculation.request_due(timezone.localdate(), monthly=True):
        if run.job:
            jobs.enqueue_after_commit(run.job)


@app.task(name="ratings.tasks.take_due_steps")
def take_due_steps() -> None:
    """Approve, prepare and release what the office leaves to the clock."""
    if month_end.take_due(timezone.localdate()):
        tournament_mail.enqueue_look()
