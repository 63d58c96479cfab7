"""Time limits on PostgreSQL for the statements of a page and their waits for locks.

A page that waits holds one of the few threads of its process: one locked table would hold them all, and with
them every other page. Work in the background has no limits: a run may take minutes.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created


def limit_pages() -> None:
    """Limit what this process asks from now on (settings STATEMENT_SECONDS, LOCK_SECONDS; 0: no limit)."""
    connection_created.connect(_limit, dispatch_uid="time-limits")


def _limit(connection: BaseDatabaseWrapper, **_: Any) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT set_config('statement_timeout', %s, false), set_config('lock_timeout', %s, false)",
                [f"{settings.STATEMENT_SECONDS}s", f"{settings.LOCK_SECONDS}s"],
            )


@contextmanager
def not_waiting() -> Iterator[None]:
    """Let SQLite refuse a write at once (OperationalError) while another connection writes."""
    if connection.vendor != "sqlite":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout = 0")
        try:
            yield
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {1000 * connection.settings_dict['OPTIONS']['timeout']}")
