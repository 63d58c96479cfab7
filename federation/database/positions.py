"""Places in the primary's write-ahead log (LSN) as numbers: up to where a replica must have come to be read.

A transaction that can be seen has its commit in the log. Who reads something and asks for the position in the
same statement, or after it, so knows one behind which every replica shows it too.
https://www.postgresql.org/docs/15/functions-admin.html, "Backup Control Functions", "Recovery Control".
"""

from dataclasses import dataclass
from threading import Lock

from django.conf import settings
from django.db import connection

# Of the primary: what is inserted (with synchronous_commit=off a commit is seen before it is written), and
# what a replica can have by now; what lies between may be of no commit and wait for some seconds.
NOW = "pg_current_wal_insert_lsn()::text, pg_current_wal_flush_lsn()::text"


@dataclass(slots=True)
class _Known:
    """What this process knows."""

    least: int = 0  # what all public pages need
    newest: int = 0  # what a replica can have, as last read


_known = _Known()
_lock = Lock()


def number(position: str) -> int:
    """Return a position the server writes as `16/B374D848` as a number."""
    high, low = position.split("/")
    return (int(high, 16) << 32) + int(low, 16)


def read() -> int:
    """Ask the primary for its position."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {NOW}")
        inserted, flushed = map(number, cursor.fetchone())
    note(flushed)
    return inserted


def note(position: int) -> None:
    """Remember a position that was read of what replicas can have."""
    with _lock:
        _known.newest = max(_known.newest, position)


def need(position: int) -> None:
    """Read public pages from now on only from replicas that have come to a position."""
    with _lock:
        _known.least = max(_known.least, position)


def need_all_until_now() -> None:
    """Read public pages only from replicas that have all that is committed; nothing where there are none."""
    if settings.REPLICAS:
        need(read())


def least() -> int:
    """Return the position every public page needs."""
    return _known.least


def newest() -> int:
    """Return the last position read of what replicas can have."""
    return _known.newest
