"""Background work for organisers: letters about their tournaments and of deadlines; it may run twice."""

import logging
from typing import Any

from django.utils.translation import gettext_noop

from federation.celery import app
from federation.jobs import jobs
from ratings.following import tournament_mail
from tournaments.dispatch import board

logger = logging.getLogger(__name__)


@jobs.handler(tournament_mail.WORK)
def tell_organisers(progress: jobs.Progress) -> dict[str, Any]:
    """Note what has become of the tournaments on their way, and have the letters sent."""
    progress.report(10, gettext_noop("checking the progress of tournaments"))
    letters = tournament_mail.announce()
    tournament_mail.enqueue_mail()
    return {"told": letters}


@app.task(name="ratings.tasks.look_for_news")
def look_for_news() -> None:
    """Look for news without a reminder: lists published by hand, letters that could not be sent.

    These are sent even if the look fails, which is a job of its own.
    """
    tournament_mail.enqueue_look()
    tournament_mail.enqueue_mail()


@app.task(name="ratings.tasks.remind_onward")
def remind_onward() -> None:
    """Note the letters of near deadlines for sending results on; there is one letter a deadline."""
    logger.info("reminded of %s deadlines", board.remind())
