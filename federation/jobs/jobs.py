"""Background jobs as rows: request, send, claim, heartbeat, progress, finish or fail, sweep.

The row is the truth, the message on the queue only a reminder: a lost message is sent again by the sweeper, a
message that comes twice finds nothing to claim. So `kill -9` loses nothing, with any broker.
"""

import json
import logging
import sqlite3
import threading
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import copy_context
from datetime import timedelta
from functools import cache
from typing import Any

from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError, connection, transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.module_loading import autodiscover_modules
from django.utils.translation import gettext_noop

from federation.jobs.brokers import SENDING
from federation.logs import json_lines
from federation.models import Account, Job
from federation.web.outages import Outage

Work = Callable[..., Mapping[str, Any] | None]
logger = logging.getLogger(__name__)

RUN_JOB = "federation.tasks.run_job"
ATTEMPTS = 3
PATIENCE = timedelta(days=1)  # with a database whose disk is full, as long as it takes to be seen to
DISK_FULL = ("53100", sqlite3.SQLITE_FULL)
ALONE_BEATS = 3  # so many missed, a job no longer keeps another one of its work waiting
NO_ROOM = gettext_noop("The disk of the database is full; the job waits for room.")
GIVEN_UP = gettext_noop("Stopped: the job was interrupted too often.")
_registered: dict[str, Work] = {}
_alone: set[str] = set()  # kinds of which one job of the same arguments runs at a time
_queue = Outage("The queue", retry=15.0)


class JobLost(Exception):
    """Raised where another worker has claimed the job: the one that had it stops and writes nothing more."""


class UnknownWork(LookupError):
    """No function is registered for this kind."""


def alone_seconds() -> float:
    """Return how long silent a job no longer keeps another one of its work waiting."""
    return ALONE_BEATS * float(settings.JOB_BEAT_SECONDS)


# --- asking for work ---


def handler(kind: str, *, is_alone: bool = False) -> Callable[[Work], Work]:
    """Register the function for a kind of job; ValueError when another one has the kind.

    Called as `function(progress, **arguments)`, it returns the values for its page, JSON only; `url` becomes
    the link to the result, `why` (a message id) the reason shown without one. Running it twice must be
    harmless. `is_alone`: while a job of the kind runs, none with the same arguments begins; the one that
    waits is sent when it ends.
    """

    def register(function: Work) -> Work:
        if is_alone:
            _alone.add(kind)
        other = _registered.setdefault(kind, function)
        if (other.__module__, other.__qualname__) != (function.__module__, function.__qualname__):
            raise ValueError(f"{kind} is registered twice")
        return function

    return register


@cache
def _register_all() -> None:
    """Let the apps' tasks modules register their work, once a process: it takes 0.3 ms each time."""
    autodiscover_modules("tasks")


def handler_of(kind: str) -> Work:
    """Return the function of a kind from the apps' tasks modules; raises UnknownWork."""
    _register_all()
    try:
        return _registered[kind]
    except KeyError:
        raise UnknownWork(f"No work is registered as {kind}") from None


def request(kind: str, *, arguments: Mapping[str, Any] | None = None, account: Account | None = None) -> Job:
    """Write down a piece of work, in the caller's transaction."""
    now = timezone.now()
    return Job.objects.create(kind=kind, arguments=dict(arguments or {}), requested_by=account, heartbeat=now)


def request_once(kind: str, *, arguments: Mapping[str, Any], account: Account | None = None) -> Job:
    """Return a job that waits for the same work, or request one; in the caller's transaction.

    A waiting one is blocked from beginning before the transaction ends: it will see what was written in it.
    """
    waiting = Job.objects.select_for_update(of=("self",)).filter(
        kind=kind,
        state=Job.State.QUEUED,
        **{f"arguments__{name}": value for name, value in arguments.items()},
    )
    return waiting.order_by("pk").first() or request(kind, arguments=arguments, account=account)


def enqueue(job_id: int) -> None:
    """Send a job to the queue; where that is away or full, the sweeper sends it again."""
    if _queue.is_on and not _queue.is_my_turn():
        return
    try:
        _send(job_id)
    except Exception as problem:  # each broker has errors of its own, and the row is written
        _queue.begin(problem)
    else:
        _queue.end()


def _send(job_id: int) -> None:
    from federation.celery import app  # here, because pages that send nothing need no Celery

    with app.producer_pool.acquire(block=True) as producer:
        try:
            app.send_task(RUN_JOB, args=[job_id], producer=producer, **SENDING)
        except Exception:
            # Dropped, not closed: RabbitMQ that is short of memory or disk would never answer that.
            producer.connection.collect()
            raise


def enqueue_after_commit(job: Job) -> None:
    """Send the job once its row is really there."""
    transaction.on_commit(lambda: enqueue(job.pk))


def enqueue_alone_after_commit(job: Job) -> None:
    """Send a job of a kind that runs alone, unless one of the same work runs, which sends it when it ends.

    Asked behind the commit: what runs then looks for waiting jobs later, and finds this one.
    """
    transaction.on_commit(lambda: None if _same_work_runs(job) else enqueue(job.pk))


def _same_work_runs(job: Job) -> bool:
    """Return whether another job of the same kind and arguments gives signs of life."""
    return _running(job.kind, job.arguments).exclude(pk=job.pk).exists()


def _running(kind: Any, arguments: Any) -> QuerySet[Job]:
    """Return the running jobs of a work that were heard of just now."""
    since = timezone.now() - timedelta(seconds=alone_seconds())
    return Job.objects.filter(kind=kind, arguments=arguments, state=Job.State.RUNNING, heartbeat__gte=since)


def _send_waiting(job: Job) -> None:
    """Send the jobs of the same work that waited until this one ended."""
    if job.kind in _alone:
        waiting = Job.objects.filter(kind=job.kind, arguments=job.arguments, state=Job.State.QUEUED)
        for waits in waiting.order_by("pk").values_list("pk", flat=True):
            enqueue(waits)


# --- doing it ---


def claim(job_id: int) -> Job | None:
    """Take a waiting job by conditional update; None if another worker has it, over or blocked."""
    _register_all()
    now = timezone.now()
    mine = str(uuid.uuid4())
    waiting = Job.objects.filter(pk=job_id, state=Job.State.QUEUED)
    if _alone:
        waiting = waiting.exclude(
            Exists(_running(OuterRef("kind"), OuterRef("arguments"))), kind__in=sorted(_alone)
        )
    taken = waiting.update(
        state=Job.State.RUNNING,
        claim=mine,
        attempts=F("attempts") + 1,
        started=now,
        heartbeat=now,
        progress=0,
        message="",
    )
    return Job.objects.get(pk=job_id) if taken else None


def _claimed_row(job: Job) -> QuerySet[Job]:
    """Return the row of the job as long as this claim holds it."""
    return Job.objects.filter(pk=job.pk, claim=job.claim, state=Job.State.RUNNING)


class Progress:
    """Report of running work: how far it is, and its heartbeat."""

    def __init__(self, job: Job, *, inline: bool = False) -> None:
        self.job = job
        self._inline = inline
        self._said = (0, "")
        self._lost = threading.Event()

    def report(self, percent: float, message: str = "") -> None:
        """Note the progress; it is written with the next heartbeat. Raises JobLost when the claim is gone."""
        self._said = (min(100, max(0, int(percent))), message[:200])
        if self._inline:
            self.heartbeat()
        if self._lost.is_set():
            raise JobLost(f"Job {self.job.pk} was taken over")

    def heartbeat(self) -> None:
        """Write heartbeat and progress, and notice when the claim is gone."""
        percent, message = self._said
        count = _claimed_row(self.job).update(heartbeat=timezone.now(), progress=percent, message=message)
        if not count:
            self._lost.set()


@contextmanager
def _alive(progress: Progress) -> Iterator[None]:
    """Write heartbeats from a thread with its own connection, as a statement may take long."""
    over = threading.Event()

    def beat_on() -> None:
        while not over.wait(settings.JOB_BEAT_SECONDS):
            try:
                progress.heartbeat()
            except DatabaseError as problem:  # a locked or restarting database; the next beat may succeed
                logger.warning("Job %s: no heartbeat: %s", progress.job.pk, problem)
                connection.close()
        connection.close()

    thread = threading.Thread(
        target=copy_context().run, args=(beat_on,), name=f"job-{progress.job.pk}", daemon=True
    )
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def run(job_id: int) -> Job | None:
    """Claim and run one job to its end; return its final row, or None if it was not available."""
    job = claim(job_id)
    if job is None:
        return None
    with json_lines.of_job(job.pk):
        _run_claimed(job)
    job.refresh_from_db()
    return job


def _run_claimed(job: Job) -> None:
    try:
        _run_to_its_end(job)
    finally:
        _send_waiting(job)


def _run_to_its_end(job: Job) -> None:
    try:
        finish(job, _work_through(job))
    except JobLost:
        logger.warning("Job %s was taken over while it ran", job.pk)
    except (OperationalError, InterfaceError) as problem:
        logger.exception("Job %s lost the database", job.pk)
        requeue(job, is_attempt=not _is_disk_full(problem))
    except Exception as problem:
        logger.exception("Job %s failed", job.pk)
        fail(job, str(problem) or type(problem).__name__)


def _work_through(job: Job) -> Mapping[str, Any]:
    function = handler_of(job.kind)
    # Inside the caller's transaction the row is invisible to other connections, so none could beat for it.
    if connection.in_atomic_block:
        with transaction.atomic():
            return function(Progress(job, inline=True), **job.arguments) or {}
    progress = Progress(job)
    with _alive(progress):
        return function(progress, **job.arguments) or {}


def finish(job: Job, result: Mapping[str, Any]) -> bool:
    """Close the job with its result; False when the claim was gone, TypeError when the result is not JSON."""
    plain = json.loads(json.dumps(dict(result)))  # before the database hears of it
    now = timezone.now()
    done = {"state": Job.State.DONE, "progress": 100, "finished": now, "heartbeat": now, "error": ""}
    return bool(_claimed_row(job).update(result=plain, **done))


def fail(job: Job, error: str) -> bool:
    """Close the job with the text of what went wrong; the traceback stays in the log."""
    now = timezone.now()
    failed = {"state": Job.State.FAILED, "error": error[:2000], "finished": now, "heartbeat": now}
    return bool(_claimed_row(job).update(**failed))


def cancel(job: Job) -> bool:
    """Cancel a job; a worker that runs it finds out at its next report. Return False when it was over."""
    now = timezone.now()
    open_ = Job.objects.filter(pk=job.pk, state__in=[Job.State.QUEUED, Job.State.RUNNING])
    return bool(open_.update(state=Job.State.STOPPED, claim="", finished=now, heartbeat=now))


def retry(job: Job) -> bool:
    """Let a failed job begin again, in the caller's transaction; False if not failed any more.

    Raises UnknownWork for a kind of an earlier version.
    """
    handler_of(job.kind)
    failed = Job.objects.filter(pk=job.pk, state=Job.State.FAILED)
    begun = {"claim": "", "attempts": 0, "error": "", "progress": 0, "message": "", "finished": None}
    if not failed.update(state=Job.State.QUEUED, heartbeat=timezone.now(), **begun):
        return False
    enqueue_after_commit(job)
    return True


# --- and never losing it ---


def requeue(job: Job, *, is_attempt: bool = True) -> None:
    """Let a job wait again, or give it up after the last attempt; the sweeper sends it in time.

    What is no attempt is no fault of the job's: it is given up only where it was requested a day ago.
    """
    now = timezone.now()
    attempts = job.attempts if is_attempt else job.attempts - 1
    if attempts >= ATTEMPTS or (not is_attempt and now - job.requested > PATIENCE):
        fail(job, GIVEN_UP)
    else:
        message = "" if is_attempt else NO_ROOM
        _claimed_row(job).update(
            state=Job.State.QUEUED, claim="", heartbeat=now, attempts=attempts, message=message
        )


def waiting_for_room() -> QuerySet[Job]:
    """Select the jobs that wait because the disk of the database was full."""
    return Job.objects.filter(state=Job.State.QUEUED, message=NO_ROOM)


def _is_disk_full(problem: Exception) -> bool:
    """Return whether an error of either database means that its disk is full."""
    cause = problem.__cause__
    return getattr(cause, "sqlstate", None) in DISK_FULL or getattr(cause, "sqlite_errorcode", 0) in DISK_FULL


def sweep(*, silent_seconds: float) -> int:
    """Send again every job silent for too long, waiting or running; return how many were sent.

    A running job that fell silent loses its claim first, so a worker that may still run it cannot close it. A
    job that waits for one running alone is sent as soon as that one is silent: its request did not send it.
    """
    sent = _send_kept_waiting()
    limit = timezone.now() - timedelta(seconds=silent_seconds)
    silent = Job.objects.filter(Q(heartbeat__lt=limit) | Q(heartbeat__isnull=True, requested__lt=limit))
    over = silent.filter(state=Job.State.RUNNING, attempts__gte=ATTEMPTS)
    over.update(state=Job.State.FAILED, error=GIVEN_UP, finished=timezone.now())
    return sent + _send_again(silent.filter(state__in=[Job.State.QUEUED, Job.State.RUNNING]))


def _send_kept_waiting() -> int:
    """Send jobs that were not sent because one of the same work seemed to run, and no longer does."""
    _register_all()
    since = timezone.now() - timedelta(seconds=alone_seconds())
    same = Job.objects.filter(kind=OuterRef("kind"), arguments=OuterRef("arguments"), state=Job.State.RUNNING)
    queued = Job.objects.filter(
        Exists(same.filter(heartbeat__lt=since)),
        ~Exists(_running(OuterRef("kind"), OuterRef("arguments"))),
        kind__in=sorted(_alone),
        state=Job.State.QUEUED,
        heartbeat__lt=since,
    )
    return _send_again(queued)


def _send_again(jobs: QuerySet[Job]) -> int:
    """Unclaim jobs and let them wait; send those still as selected and return how many."""
    sent = 0
    for job_id in list(jobs.order_by("pk").values_list("pk", flat=True)):
        if jobs.filter(pk=job_id).update(state=Job.State.QUEUED, claim="", heartbeat=timezone.now()):
            enqueue(job_id)
            sent += 1
    return sent
