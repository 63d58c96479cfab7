"""The years of published lists: which keys they have, and on PostgreSQL where their entries lie.

The key of a list begins with its year (2026 000 000 301), so that the key of a list determines the partition
of its entries. Lists made before there were partitions keep the keys they had, all below FIRST.
"""

import time
from datetime import UTC, date, datetime

from django.db import OperationalError, connections, models
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg.errors import LockNotAvailable

A_YEAR = 1_000_000_000  # keys of a year
FIRST = 1000 * A_YEAR  # keys from here on begin with a year
EARLIEST = 1970  # what the database makes partitions of; other years lie in the one for everything else
ATTEMPTS, PAUSE_SECONDS = 10, 1
TABLE = "ratings_listentry"


class YearError(ValueError):
    """Why nothing is done to the lists of a year, as a sentence."""


class ListNumber(models.Model):
    """A number for a list, given once in a database and never again; only its key is used."""

    def __str__(self) -> str:
        return str(self.pk)


def key_of(year: int) -> int:
    """Return the key of a new list of a year."""
    return year * A_YEAR + ListNumber.objects.create().pk % A_YEAR


def table_of(year: int) -> str:
    """Return the name of the partition of a year."""
    return f"{TABLE}_{year:04}"


def year_of(key: int) -> int | None:
    """Return the year a key begins with; None for a list made before keys did."""
    return key // A_YEAR if key >= FIRST else None


def ensure(year: int, *, using: str = "default") -> bool:
    """Make the partition of a year if missing; return whether it was made now.

    Nothing on SQLite. It waits for writers of players or lists, three seconds at a time; outside a
    transaction it gives way and tries again, then raises OperationalError.
    """
    connection = connections[using]
    if connection.vendor != "postgresql" or not EARLIEST <= year <= datetime.now(UTC).year + 1:
        return False
    for attempt in range(1, ATTEMPTS + 1):
        if exists(year, connection):
            return False
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT ratings_listentry_year(%s)", [year])
            return True
        except OperationalError as error:
            is_locked = isinstance(error.__cause__, LockNotAvailable)
            if not is_locked or connection.in_atomic_block or attempt == ATTEMPTS:
                raise
            time.sleep(PAUSE_SECONDS)
    return False


def exists(year: int, connection: BaseDatabaseWrapper) -> bool:
    """Return whether there is a table of a year."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regclass(%s) IS NOT NULL", [table_of(year)])
        return bool(cursor.fetchone()[0])


def ensure_near(today: date) -> list[int]:
    """Make the partitions of a day's year and the next ahead of need; return which were made."""
    return [year for year in (today.year, today.year + 1) if ensure(year)]
