"""Invented federations that tests begin with, built once a process, then written again row by row.

Most tests of pages want the same players, tournaments and lists, and to enrol, rate and publish them takes
longer than the tests themselves. A builder is recorded the first time it runs on a state of the tables it
asks; on the same state its rows come back as they were, keys and times included. On any other it runs.
"""

import pickle
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, wraps
from typing import Any, ParamSpec, TypeVar

from django.apps import apps
from django.db import connection, transaction

P = ParamSpec("P")
T = TypeVar("T")
Rows = list[Any]  # of a table: tuples on SQLite, lines of COPY on PostgreSQL
MOST_ROWS = 500  # of a table before a builder runs, to be compared each time


class Crowded(Exception):
    """A table holds more than is worth comparing."""


@dataclass(frozen=True)
class Recording:
    """What a builder wrote, what waits for the commit since, and what it returned."""

    rows: dict[str, Rows]
    after_commit: list[tuple[Any, bool]]
    returned: bytes

    def repeat(self) -> Any:
        """Write everything again and return it anew."""
        for table, rows in self.rows.items():
            _write(table, rows)
        for function, is_robust in self.after_commit:
            transaction.on_commit(function, robust=is_robust)
        return pickle.loads(self.returned)


def recorded(build: Callable[P, T]) -> Callable[P, T]:
    """Let a builder whose arguments have a repr run once for each state of the tables it asks."""
    asked: dict[str, frozenset[str]] = {}  # by arguments
    recordings: dict[tuple[str, str], Recording | None] = {}

    @wraps(build)
    def run(*args: P.args, **named: P.kwargs) -> T:
        key = repr((args, sorted(named.items())))
        if not connection.in_atomic_block:
            with transaction.atomic():
                return run(*args, **named)
        with suppress(Crowded):
            if key not in asked:
                made, asked[key], recording, before = _record(lambda: build(*args, **named))
                recordings[key, before] = recording
                return made
            found = recordings.get((key, _state(asked[key])))
            if found is not None:
                result: T = found.repeat()
                return result
        return build(*args, **named)

    return run


def _record(build: Callable[[], T]) -> tuple[T, frozenset[str], Recording | None, str]:
    """Run a builder; return what it returned, the tables it asked, its recording, and the state before it.

    Raises Crowded where other rows than its own are too many. There is no recording where it changed rows it
    has not written itself.
    """
    tables = frozenset(model._meta.db_table for model in apps.get_models(include_auto_created=True))
    before = {table: _read(table) for table in sorted(tables - _LARGE)}
    waiting, said = len(connection.run_on_commit), set[str]()

    def listen(execute: Callable[..., Any], sql: str, *more: Any) -> Any:
        said.update(re.findall(r"\w+", sql))
        return execute(sql, *more)

    with connection.execute_wrapper(listen):
        made = build()
    asked = frozenset(before.keys() & said)
    after = {table: _read(table, most=None) for table in sorted(asked)}
    pending: list[Any] = list(connection.run_on_commit[waiting:])  # django-stubs know of two of three parts
    later = [(function, robust) for _, function, robust in pending]
    first = _digest((table, before[table]) for table in sorted(asked))
    if not all(set(before[table]) <= set(after[table]) for table in asked):
        return made, asked, None, first
    rows = {table: _without(found, before[table]) for table, found in after.items()}
    return made, asked, Recording(rows, later, pickle.dumps(made)), first


def _without(rows: Rows, others: Rows) -> Rows:
    known = set(others)
    return [row for row in rows if row not in known]


_NEW_EACH_TIME = frozenset({'"password"', '"date_joined"', '"last_login"'})  # of an account
# No builder writes there, and they hold what Django made of the models.
_LARGE = frozenset({"auth_permission", "auth_group_permissions", "django_content_type", "django_session"})


def _state(tables: Iterable[str]) -> str:
    return _digest((table, _read(table)) for table in sorted(tables))


def _digest(rows: Iterable[tuple[str, Rows]]) -> str:
    return repr([(table, _lasting(table, found)) for table, found in rows if found])


def _lasting(table: str, rows: Rows) -> Rows:
    """Return rows without what differs each time and no builder asks: the salt of a password, a moment."""
    if table != "federation_account":
        return rows
    places = [place for place, name in enumerate(_columns(table)) if name not in _NEW_EACH_TIME]
    parted = (row.rstrip().split(b"\t") if isinstance(row, bytes) else row for row in rows)
    return [tuple(row[place] for place in places) for row in parted]


def _read(table: str, *, most: int | None = MOST_ROWS) -> Rows:
    """Return the rows of a table as they are stored; raises Crowded where they are more than `most`."""
    limit = "" if most is None else f" LIMIT {most + 1}"
    found: Rows
    if connection.vendor == "postgresql":
        asked = f"COPY (SELECT {', '.join(_columns(table))} FROM {table}{limit}) TO STDOUT"
        with connection.cursor() as cursor, cursor.copy(asked) as lines:
            found = b"".join(lines).splitlines(keepends=True)
    else:
        # A plus leaves values as they are: of a bare column sqlite3 makes what its type says.
        columns = ", ".join(f"+{one}" for one in _columns(table))
        found = _raw().execute(f"SELECT {columns} FROM {table}{limit}").fetchall()
    if most is not None and len(found) > most:
        raise Crowded(table)
    return found


def _write(table: str, rows: Rows) -> None:
    if connection.vendor == "postgresql":
        asked = f"COPY {table} ({', '.join(_columns(table))}) FROM STDIN"
        with connection.cursor() as cursor, cursor.copy(asked) as copy:
            copy.write(b"".join(rows))
    else:
        marks = ", ".join("?" * len(_columns(table)))
        _raw().executemany(f"INSERT INTO {table} ({', '.join(_columns(table))}) VALUES ({marks})", rows)


def _raw() -> Any:
    """Return sqlite3's own connection."""
    connection.ensure_connection()
    return connection.connection


@cache
def _columns(table: str) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {table} LIMIT 0")
        return [f'"{name}"' for name, *_ in cursor.description]
