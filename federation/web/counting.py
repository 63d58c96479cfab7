"""Numbers that many processes raise at once: each raise is one statement, so none is lost.

They are in the database; rate limits are counted in Redis if configured, and in the database for as long as
Redis does not answer. With SQLite rate limits are counted in a file of their own: readers wait neither for a
writer of the office nor for that file while it is locked (`count_file`).
"""

from datetime import timedelta
from typing import Any

from django.core.cache import caches
from django.db import connection
from django.utils import timezone

from federation.models import Tally
from federation.web import count_file

_RAISE = """
INSERT INTO federation_tally (name, number, ends) VALUES (%s, %s, %s)
ON CONFLICT (name) DO UPDATE SET number = federation_tally.number + excluded.number, ends = excluded.ends
RETURNING number
"""


def count(name: str, *, by: int, seconds: int) -> int:
    """Raise a number that is forgotten some seconds later, and return it, from 0 on."""
    shared: Any = caches["default"]
    counted = shared.count(name, by=by, seconds=seconds) if hasattr(shared, "count") else None
    if counted is not None:
        return int(counted)
    if connection.vendor == "sqlite":
        return count_file.count(name, by, _ends(seconds))
    return in_database(name, by=by, seconds=seconds)


def _ends(seconds: int | None) -> Any:
    ends = None if seconds is None else timezone.now() + timedelta(seconds=seconds)
    return connection.ops.adapt_datetimefield_value(ends)


def in_database(name: str, *, by: int = 1, seconds: int | None = None) -> int:
    """Raise a number in the database and return it; without `seconds` it is permanent."""
    with connection.cursor() as cursor:
        cursor.execute(_RAISE, [name, by, _ends(seconds)])
        return int(cursor.fetchone()[0])


def forget_ended() -> int:
    """Delete the numbers whose time is over; return how many."""
    gone = Tally.objects.filter(ends__lt=timezone.now()).delete()[0]
    if connection.vendor == "sqlite":
        gone += count_file.forget_ended(_ends(0))
    return gone
