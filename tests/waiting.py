"""Waiting for what shall happen, however busy the machine is, instead of for a time."""

from collections.abc import Callable
from time import monotonic, sleep  # the real ones, whatever a test puts in their place

from django.db import connection

PATIENCE = 120.0  # seconds, after which it will not happen any more


def until(is_so: Callable[[], bool], what: str, *, every: float = 0.02) -> None:
    """Wait until something is so; AssertionError where it never is."""
    limit = monotonic() + PATIENCE
    while not is_so():
        assert monotonic() < limit, f"waited in vain: {what}"
        sleep(every)


def is_somebody_waiting_for_a_lock() -> bool:
    """Return whether a process of PostgreSQL waits for what another one of this database holds."""
    other = connection.copy()  # a transaction sees the same activity to its end
    try:
        with other.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                " AND wait_event_type = 'Lock'"
            )
            return bool(cursor.fetchone()[0])
    finally:
        other.close()
