"""Background work of letters to followers and organisers; every piece may run twice."""

import logging
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop

from federation.celery import app
from federation.jobs import jobs
from federation.mail.letters import enqueue
from federation.models import Job
from ratings.following import bulletins, letters, subscribing, tournament_mail
from ratings.models import Bulletin
from tournaments.dispatch import board
from tournaments.submission import organiser_mail

TOLD = "ratings.follow_told"


@jobs.handler(TOLD)
def tell(progress: jobs.Progress, *, bulletin: int) -> dict[str, Any]:
    """Send a bulletin to followers for a while; what is left is another job's, behind those that wait."""
    progress.report(10, gettext_noop("Sending e-mails"))
    if letters.send(bulletin):
        request(TOLD, bulletin=bulletin)
    row = Bulletin.objects.get(pk=bulletin)
    return {"sent": row.sent, "refused": row.refused}


@transaction.atomic
def request(kind: str, **arguments: int) -> None:
    """Enqueue one job for what waits, after the commit."""
    jobs.enqueue_after_commit(jobs.request_once(kind, arguments=arguments))


@app.task(name="ratings.following.tasks.look")
def look() -> None:
    """Delete unconfirmed wishes, open the weekly bulletin, have due bulletins sent."""
    now = timezone.now()
    subscribing.forget_expired()
    bulletins.open_weekly(now)
    bulletins.join(now)
    for key in bulletins.due(now):
        if not _is_at_work(key, now):
            request(TOLD, bulletin=key)


def _is_at_work(bulletin: int, now: datetime) -> bool:
    """Return whether a job is telling of a bulletin, or waits to."""
    states = [Job.State.QUEUED, Job.State.RUNNING]
    alive = Job.objects.filter(kind=TOLD, arguments__bulletin=bulletin, state__in=states)
    return alive.filter(requested__gte=now - timedelta(hours=1)).exists()


logger = logging.getLogger(__name__)


@jobs.handler(tournament_mail.WORK)
def tell_organisers(progress: jobs.Progress) -> dict[str, Any]:
    """Note what has become of the tournaments on their way, and have the letters sent."""
    progress.report(10, gettext_noop("checking the progress of tournaments"))
    told = tournament_mail.announce()
    if told:
        with transaction.atomic():
            enqueue(organiser_mail.WORK)
    return {"told": told}


@app.task(name="ratings.tasks.look_for_news")
def look_for_news() -> None:
    """Look for news without a reminder: lists published by hand."""
    tournament_mail.enqueue_look()


@app.task(name="ratings.tasks.remind_onward")
def remind_onward() -> None:
    """Note the letters of near deadlines for sending results on; there is one letter a deadline."""
    logger.info("reminded of %s deadlines", board.remind())
