"""Readiness of this process: the database answers and suits this version, no disk is full.

The queue must take messages too. Replicas are named beside them: without one the process works still. The
answer is cached for a second. Each question is asked by a thread, so that one without an answer costs two
seconds at most; it is not asked again before the thread has ended.
"""

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import lru_cache, partial
from threading import Lock

from django.conf import settings
from django.db import connection, connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from federation.database import positions
from federation.jobs import brokers
from federation.management import oldest_version
from federation.web import replicas
from ratings.monitoring import disks

SECONDS = 2.0  # for all questions together
KEPT_SECONDS = 1.0
OK = "ok"
_lock = Lock()
_kept: tuple[float, dict[str, str]] = (0.0, {})
_asked: dict[str, Future[str]] = {}


def parts() -> dict[str, str]:
    """Return the state of every part: `ok`, or what is wrong with it."""
    global _kept
    with _lock:
        until, states = _kept
        if time.monotonic() >= until:
            states = _ask()
            _kept = (time.monotonic() + KEPT_SECONDS, states)
    return states


def forget() -> None:
    """Clear the cached answer."""
    global _kept
    with _lock:
        _kept = (0.0, {})


def _ask() -> dict[str, str]:
    for name, check in CHECKS.items():
        if name not in _asked:
            _asked[name] = _threads().submit(partial(_told, check))
    wait(_asked.values(), timeout=SECONDS)
    states = {
        name: question.result() if question.done() else "no answer" for name, question in _asked.items()
    }
    for name in [name for name, question in _asked.items() if question.done()]:
        del _asked[name]
    return states


@lru_cache(1)
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(len(CHECKS), "readiness")


def _told(check: Callable[[], str]) -> str:
    """Return the result of a check; of an error its class alone, for everybody may read it."""
    try:
        return check()
    except Exception as problem:  # drivers and brokers have errors of their own
        return type(problem).__name__
    finally:
        connections.close_all()  # of this thread


def _database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        cursor.fetchone()
    return OK


def _migrations() -> str:
    if oldest := oldest_version.needed():
        return f"version {oldest} or newer needed"
    missing = len(_on_disk() - set(MigrationRecorder(connection).applied_migrations()))
    return f"{missing} not applied" if missing else OK


@lru_cache(1)
def _on_disk() -> frozenset[tuple[str, str]]:
    return frozenset(MigrationLoader(None, ignore_no_migrations=True).disk_migrations)


def _replica(alias: str) -> str:
    positions.read()
    state = replicas.ask(alias)
    if not state.is_replica:
        return replicas.NO_REPLICA
    return OK if state.is_near else f"{state.lag:.0f} s behind"


def _disk() -> str:
    return f"full: {', '.join(full)}" if (full := disks.full()) else OK


def _queue() -> str:
    brokers.reach(settings.BROKER_URL, folder=settings.DATA_DIR / "queue")
    return OK


CHECKS: dict[str, Callable[[], str]] = {
    "database": _database,
    "migrations": _migrations,
    "queue": _queue,
    "disk": _disk,
    **{alias: partial(_replica, alias) for alias in settings.REPLICAS},
}
