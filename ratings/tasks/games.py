"""Background work of the streams: rate what arrived, publish the list of a day; every piece may run twice."""

import logging
from contextlib import suppress
from datetime import date, timedelta
from typing import Any

from celery.signals import worker_init
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from federation.celery import app
from federation.jobs import jobs
from federation.models import Job
from ratings.cadence.by_game import lists, stale, update_ratings
from ratings.cadence.by_game.replay import engine_of
from ratings.cadence.traits import live_systems
from ratings.lists import publication
from ratings.models import PublishedList, RatingSystem

LIST = "ratings.stream-list"
KEPT = timedelta(hours=1)  # how long a finished job is of interest; a server asks for one every second
ATTEMPTS = 3
AT_ONCE_SECONDS = 20.0
logger = logging.getLogger(__name__)


@worker_init.connect
def load_kernels(**_: Any) -> None:
    """Load what streams are rated with before a worker makes its processes, where there are any.

    One process rates a stream at a time: the one that goes on for a killed process has to be ready.
    """
    with suppress(DatabaseError):
        for key in live_systems().filter(active=True).values_list("key", flat=True):
            engine_of(key)
    connection.close()  # none of its processes may have it


@jobs.handler(stale.WORK, is_alone=True)
def rate_stream(progress: jobs.Progress, *, system: str) -> dict[str, Any]:
    """Rate the games of a stream that are not rated yet, one job at a time.

    While games come without end it ends after some seconds: the job they asked for meanwhile goes on.
    """
    done = update_ratings.rate_pending(system, report=progress.report, seconds=AT_ONCE_SECONDS)
    logger.info("%s: %s games, %s players in %.3f s", system, done.games, done.new + done.moved, done.seconds)
    _forget_done(system)
    rating_system = RatingSystem.objects.get(key=system)
    return {"url": rating_system.get_absolute_url(), "games": done.games, "seconds": round(done.seconds, 3)}


def _forget_done(system: str) -> None:
    """Delete the jobs of a stream that are long done, so that the table does not grow with every second."""
    over = Job.objects.filter(
        kind=stale.WORK,
        arguments__system=system,
        state=Job.State.DONE,
        finished__lt=timezone.now() - KEPT,
    )
    over._raw_delete(over.db)


@jobs.handler(LIST)
def publish_day(progress: jobs.Progress, *, system: str, day: str) -> dict[str, Any]:
    """Publish the list of a stream for a day, unless it is published."""
    rating_system, wanted = RatingSystem.objects.get(key=system), date.fromisoformat(day)
    published = _published(rating_system, wanted) or _rate_and_publish(rating_system, wanted, progress)
    return {"url": published.get_absolute_url(), "players": published.players}


def _published(system: RatingSystem, day: date) -> PublishedList | None:
    lists = PublishedList.objects.filter(system=system, date=day, ready=True)
    return lists.order_by("-revision").first()


def _rate_and_publish(system: RatingSystem, day: date, progress: jobs.Progress) -> PublishedList:
    """Rate what waits, then publish; a game that comes in between is rated first, too."""
    for attempt in range(ATTEMPTS):
        update_ratings.rate_pending(
            system.key, report=lambda percent, message: progress.report(percent / 2, message)
        )
        try:
            return publication.publish(system, day, account=None)
        except publication.NotReadyError as problem:
            if problem.code == "unexplained" and (published := _published(system, day)):
                return published  # published by another process while games were rated
            if problem.code not in ("stale", "moved") or attempt + 1 == ATTEMPTS:
                raise
    raise AssertionError("every attempt returns or raises")


@app.task(name="ratings.streams.tasks.list_days")
def list_days() -> None:
    """Ask for yesterday's list of every stream in which something was rated since its last."""
    for system, day in lists.due_lists(timezone.now()):
        with transaction.atomic():
            job = jobs.request_once(LIST, arguments={"system": system.key, "day": day.isoformat()})
        jobs.enqueue_after_commit(job)


@app.task(name="ratings.streams.tasks.rate_waiting")
def rate_waiting() -> None:
    """Ask for a job where facts wait without one: their writer may have had no chance to ask."""
    for system in live_systems():
        if stale.waits(system):
            stale.enqueue_rating(system.key)
