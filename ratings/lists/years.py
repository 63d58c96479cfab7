# ruff: noqa: S608 - names are this file's own, values are bound or our own whole numbers
"""Partitions of list entries: creation, and years moved out of the old table.

PostgreSQL alone. A year is up to two partitions: of lists whose keys begin with it, and of those made before
keys did (migration 0033). The owner of the tables does all this.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection, transaction
from django.utils.translation import gettext as _

from ratings.models import ListEntry, PublishedList
from ratings.models.list_years import FIRST, TABLE, YearError

BEFORE, OLD = f"{TABLE}_before", f"{TABLE}_old"
_LIKE = "INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE"
_WAIT = "3s"  # for readers and writers of entries


@dataclass(frozen=True, slots=True)
class Partition:
    """A table of entries: its bytes with indexes, and about how many rows."""

    name: str
    size: int
    rows: int


def partitions() -> list[Partition]:
    """Return the tables of entries by name; raises YearError on SQLite."""
    _refuse_sqlite()
    rows = _ask(
        "SELECT relname, pg_total_relation_size(oid), greatest(reltuples, 0)::bigint"
        " FROM pg_class WHERE relkind = 'r' AND relispartition"
        " AND relnamespace = current_schema()::regnamespace AND relname LIKE %s ORDER BY relname",
        [TABLE.replace("_", r"\_") + r"\_%"],
    )
    return [Partition(*row) for row in rows]


@transaction.atomic
def split(year: int) -> int:
    """Move the entries of a year's lists out of the old table into a partition; return how many.

    No one writes old lists meanwhile; readers wait at the end, while the old table is looked through once.
    """
    _refuse_sqlite()
    name = f"{BEFORE}_{year:04}"
    if _is_table(name):
        raise YearError(_("The old lists of %(year)s have a partition already.") % {"year": year})
    keys = _old_lists(year)
    if not keys:
        raise YearError(_("There are no old lists of %(year)s.") % {"year": year})
    values = ", ".join(map(str, keys))
    columns = ", ".join(f'"{field.column}"' for field in ListEntry._meta.concrete_fields)
    _wait_briefly()
    _run(f"LOCK TABLE {OLD} IN SHARE ROW EXCLUSIVE MODE")
    _run(f'CREATE TABLE "{name}" (LIKE {OLD} {_LIKE})')
    _run(f'INSERT INTO "{name}" ({columns}) SELECT {columns} FROM {OLD} WHERE list_id IN ({values})')
    moved = _run(f"DELETE FROM {OLD} WHERE list_id IN ({values})")
    _run(f'ALTER TABLE {BEFORE} ATTACH PARTITION "{name}" FOR VALUES IN ({values})')
    return moved


def years_to_split() -> list[int]:
    """Return the years of lists whose entries lie in the old table and have no partition yet."""
    _refuse_sqlite()
    old = PublishedList.objects.filter(pk__lt=FIRST)
    years = sorted({day.year for day in old.values_list("date", flat=True)})
    return [year for year in years if not _is_table(f"{BEFORE}_{year:04}") and _old_lists(year)]


def _old_lists(year: int) -> list[int]:
    """Return the lists of a year made before keys began with it."""
    lists = PublishedList.objects.filter(date__year=year, pk__lt=FIRST).order_by("pk")
    return list(lists.values_list("pk", flat=True))


def _refuse_sqlite() -> None:
    if connection.vendor != "postgresql":
        raise YearError(_("SQLite keeps the entries of all lists in one table."))


def _is_table(name: str) -> bool:
    return bool(_ask("SELECT to_regclass(%s) IS NOT NULL", [name])[0][0])


def _wait_briefly() -> None:
    """Give way after some seconds to users of the entries, who wait behind a waiting change."""
    _run(f"SET LOCAL lock_timeout = '{_WAIT}'")


def _ask(statement: str, values: Sequence[Any]) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall())


def _run(statement: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return int(cursor.rowcount)
