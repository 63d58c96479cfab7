"""Turns of processes at one piece of work: one does it, one waits, whoever else comes may leave.

Locks of a PostgreSQL session: who is killed has let go of them with his connection. SQLite has no such
locks; there, and behind a pooler, everybody has his turn at once, which wastes work and spoils none.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from zlib import crc32

from django.conf import settings
from django.db import connection


@contextmanager
def turn(work: str) -> Iterator[bool]:
    """Wait for one's turn at a piece of work; yield False where somebody else waits for it already.

    Whoever waits reads only when it is his turn, and so sees all that was committed before somebody left.
    """
    # Behind a pooler that parts a session there would be nobody to let go of a lock.
    if connection.vendor != "postgresql" or not settings.PREPARED_STATEMENTS:
        yield True
        return
    at_work, next_one = (_number(f"{work} {part}") for part in ("now", "next"))
    if not _ask("SELECT pg_try_advisory_lock(%s)", next_one):
        yield False
        return
    try:
        _ask("SELECT pg_advisory_lock(%s)", at_work)
    finally:
        _ask("SELECT pg_advisory_unlock(%s)", next_one)
    try:
        yield True
    finally:
        _ask("SELECT pg_advisory_unlock(%s)", at_work)


def _ask(statement: str, number: int) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(statement, [number])
        return bool(cursor.fetchone()[0])


def _number(text: str) -> int:
    """Return the number PostgreSQL knows a lock by; two works of one number take turns for nothing."""
    return crc32(text.encode()) + (1 << 40)
