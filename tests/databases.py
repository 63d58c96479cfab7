"""Test databases that are copies of one migrated once, by the program itself.

All migrations take some seconds of a processor, a copy a fraction of one; and every process of
a run, every installation of tests/faults and, on SQLite, every test that commits begins with the same tables.
The copied file of SQLite lies in the data folder under a name made of everything the tables depend on, so
that whoever changes a migration or a model gets another. On PostgreSQL the copied database lasts for a run.
"""

import fcntl
import hashlib
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import django
import psycopg
import pytest
from django.apps import apps
from django.conf import settings
from django.db import connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.test import TransactionTestCase
from psycopg import sql

from federation import site_folder

FOLDER = site_folder.data_folder() / "migrated"
MOST_TRIES = 80  # of a quarter of a second, to write to tables another connection reads


@cache
def digest() -> str:
    """Return a name for what the tables and their first rows depend on: code, packages, settings."""
    told = hashlib.sha256(django.__version__.encode())
    told.update(repr((settings.LANGUAGE_CODE, settings.FEDERATION_CODE, settings.FEDERATION_NAME)).encode())
    for app in apps.get_app_configs():
        ours = Path(app.path).parent == site_folder.ROOT
        for file in sorted(Path(app.path).rglob("*.py" if ours else "migrations/*.py")):
            told.update(f"{file.name}\n".encode() + file.read_bytes())
    return told.hexdigest()[:16]


def _migrate(address: str, *, warnings: str = "error") -> None:
    """Migrate an empty database in a process of its own; `warnings` is for `-W` of Python."""
    command = [sys.executable, "-W", warnings, "manage.py", "migrate", "--verbosity", "0"]
    environment = {**os.environ, "DATABASE_URL": address, "DJANGO_SETTINGS_MODULE": "federation.settings"}
    subprocess.run(command, cwd=site_folder.ROOT, env=environment, check=True, timeout=600)


def migrated_file(*, warnings: str = "error") -> Path:
    """Return the SQLite file that is copied, made where it is missing; processes that begin together wait."""
    made = FOLDER / f"{digest()}.sqlite3"
    FOLDER.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (FOLDER / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            for older in FOLDER.glob("*.sqlite3*"):
                older.unlink()
            new = FOLDER / f"new-{os.getpid()}.sqlite3"
            _migrate(f"sqlite:///{new}", warnings=warnings)
            with closing(sqlite3.connect(new)) as file:
                file.execute("PRAGMA journal_mode=DELETE")  # one file, whose copies may lie in memory
            new.rename(made)
    return made


@contextmanager
def _server() -> Iterator[psycopg.Connection]:
    address = urlsplit(os.environ["DATABASE_URL"])._replace(path="/postgres").geturl()
    with psycopg.connect(address, autocommit=True) as server:
        yield server


def _name() -> str:
    return f"test_{urlsplit(os.environ['DATABASE_URL']).path.removeprefix('/')}_{digest()}"


def migrated_database() -> str:
    """Return the name of the PostgreSQL database that is copied, made where it is missing; others wait."""
    name = _name()
    new = f"{name}_new"
    with _server() as server:
        server.execute("SELECT pg_advisory_lock(hashtext(%s))", [name])  # until the connection ends
        if server.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone() is None:
            server.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(sql.Identifier(new)))
            server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(new)))
            _migrate(urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{new}").geturl())
            rename = sql.SQL("ALTER DATABASE {} RENAME TO {}")
            server.execute(rename.format(sql.Identifier(new), sql.Identifier(name)))
    return name


def drop_migrated_database() -> None:
    """Drop the PostgreSQL database that was copied, at the end of a run."""
    with _server() as server:
        server.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(_name())))


def by_single_steps() -> MigrationExecutor:
    """Forget which migrations replaced others; return an executor for each landed migration by itself."""
    executor = MigrationExecutor(connection)
    for key in executor.loader.replacements:
        executor.recorder.record_unapplied(*key)
    executor.loader = MigrationLoader(connection, replace_migrations=False)
    return executor


def replaced(executor: MigrationExecutor) -> list[tuple[str, str]]:
    """Return the latest replaced migration of each app."""
    migrations = executor.loader.replacements.values()
    return list(dict(sorted(key for migration in migrations for key in migration.replaces)).items())


def copy_instead_of_migrating(connection: BaseDatabaseWrapper, patch: pytest.MonkeyPatch) -> None:
    """Let Django make the test database of a connection as a copy."""
    creation: Any = connection.creation

    def create(verbosity: int = 1, autoclobber: bool = False, **others: object) -> str:
        if connection.vendor == "postgresql":
            connection.settings_dict["TEST"]["TEMPLATE"] = migrated_database()
        name: str = creation._get_test_db_name()
        creation._create_test_db(verbosity, autoclobber)
        connection.close()
        settings.DATABASES[connection.alias]["NAME"] = connection.settings_dict["NAME"] = name
        connection.ensure_connection()
        if connection.vendor == "sqlite":
            put_back(connection)
        else:
            _remember_rows(connection)
        return name

    patch.setattr(creation, "create_test_db", create)


def put_back(connection: BaseDatabaseWrapper) -> None:
    """Let a test database hold what it held when it was copied, and no more."""
    connection.ensure_connection()
    if connection.vendor == "sqlite":
        _copy_file(connection)
    else:
        _put_rows_back(connection)


def _copy_file(connection: BaseDatabaseWrapper) -> None:
    """Copy the migrated file; raises TimeoutError where another connection goes on reading or writing."""
    tries = iter(range(MOST_TRIES))

    def count(status: int, _left: int, _pages: int) -> None:
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) and next(tries, None) is None:
            raise TimeoutError("the test database is still in use")

    with closing(sqlite3.connect(f"file:{migrated_file()}?mode=ro", uri=True)) as migrated:
        migrated.backup(connection.connection, progress=count)


@dataclass(frozen=True)
class First:
    """What a test database on PostgreSQL held at first: rows of each table, and a sum which a query tells.

    Columns have their names: where a test takes migrations back and applies them, they come in another order.
    """

    columns: dict[str, str]
    rows: dict[str, bytes]
    sums: dict[str, str | None]
    query: str


_FIRST: dict[str, First] = {}  # by the alias of the connection: threads have connections of their own


def _remember_rows(connection: BaseDatabaseWrapper) -> None:
    tables = [connection.ops.quote_name(name) for name in sorted(connection.introspection.table_names())]
    one = "SELECT '{0}', (SELECT md5(string_agg(r::text, ';' ORDER BY r::text)) FROM {0} AS r)"
    query, columns, rows = " UNION ALL ".join(map(one.format, tables)), {}, {}
    with connection.cursor() as cursor:
        for table in tables:
            cursor.execute(f"SELECT * FROM {table} LIMIT 0")
            columns[table] = ", ".join(connection.ops.quote_name(one.name) for one in cursor.description)
            with cursor.copy(f"COPY (SELECT {columns[table]} FROM {table}) TO STDOUT") as found:
                rows[table] = b"".join(found)
        cursor.execute(query)
        _FIRST[connection.alias] = First(columns, rows, dict(cursor.fetchall()), query)


def _put_rows_back(connection: BaseDatabaseWrapper) -> None:
    """Write the first rows of every table again that holds others; no trigger or foreign key is asked."""
    first = _FIRST[connection.alias]
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(first.query)
        for table, found in cursor.fetchall():
            if found != first.sums[table]:
                cursor.execute(f"DELETE FROM {table}")
                with cursor.copy(f"COPY {table} ({first.columns[table]}) FROM STDIN") as copy:
                    copy.write(first.rows[table])


def is_able_to_put_back(connection: BaseDatabaseWrapper) -> bool:
    """Return whether triggers can be passed over, which PostgreSQL allows its superusers."""
    if connection.vendor == "sqlite":
        return True
    with _server() as server:
        return server.info.parameter_status("is_superuser") == "on"


def put_back_instead_of_emptying(patch: pytest.MonkeyPatch) -> None:
    """Let tests that commit leave a database behind as it was copied.

    Django empties every table and reads the first rows back one by one, which takes it a second.
    """

    def teardown(self: TransactionTestCase) -> None:
        names: Callable[..., list[str]] = self._databases_names  # type: ignore[attr-defined]  # of Django's own
        for name in names(include_mirrors=False):
            put_back(connections[name])

    patch.setattr(TransactionTestCase, "_fixture_setup", classmethod(lambda _cls: None))
    patch.setattr(TransactionTestCase, "_fixture_teardown", teardown)
