"""Scheduled work for operators of the site: backups, and removal of expired data."""

import logging
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_noop

from federation.celery import app
from federation.jobs import jobs
from ratings.backups import by_clock
from ratings.lists import anonymise
from ratings.models import list_years

logger = logging.getLogger(__name__)


@app.task(name="ratings.tasks.keep_house")
def keep_house() -> None:
    """Ask for the backup that is due, remove what is over, make room for the lists of the next year.

    Rows of anonymous players that an older version left with sex and club are put aside.
    """
    by_clock.request_due()
    gone = by_clock.remove_what_is_over()
    if any(gone.values()):
        logger.info("removed: %s", gone)
    anonymise.complete()
    # Last: where the tables are held by others for half a minute, the next hour tries again.
    if partitions := list_years.ensure_near(timezone.localdate()):
        logger.info("partitions of list entries made: %s", partitions)


@jobs.handler(by_clock.WORK)
def back_up(progress: jobs.Progress) -> dict[str, Any]:
    """Make the backup."""
    progress.report(5, gettext_noop("Copying the database"))
    backup = by_clock.back_up()
    return {"folder": backup.folder, "size": backup.size}
