"""Numbers that many processes raise at once: each raise is one statement, so none is lost.

In the database; what only limits how often somebody asks is counted in Redis where there is one, and in the
database for as long as Redis does not answer.
"""

from datetime import timedelta
from typing import Any

from django.core.cache import caches
from django.db import connection
from django.utils import timezone

from federation.models import Tally

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
    return in_database(name, by=by, seconds=seconds)


def in_database(name: str, *, by: int = 1, seconds: int | None = None) -> int:
    """Raise a number in the database and return it; without `seconds` it is kept for good."""
    ends = None if seconds is None else timezone.now() + timedelta(seconds=seconds)
    with connection.cursor() as cursor:
        cursor.execute(_RAISE, [name, by, connection.ops.adapt_datetimefield_value(ends)])
        return int(cursor.fetchone()[0])


def forget_ended() -> int:
    """Delete the numbers whose time is over; return how many."""
    return Tally.objects.filter(ends__lt=timezone.now()).delete()[0]
