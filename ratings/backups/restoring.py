"""Restore of a backup into the database of the settings, empty unless all may go."""

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import IO, cast
from urllib.parse import quote

from django.conf import settings
from django.core.management import call_command
from django.db import connection, connections
from django.db.migrations.loader import MigrationLoader

from federation import data_folder
from federation.models import Account, JournalEntry, Player
from ratings.backups import manifest
from ratings.backups.create import DUMP, KEY, SQLITE, started_postgresql
from ratings.backups.manifest import BackupError, Contents, Manifest

_LOCK_SECONDS = 10
_LOCKED = "55P03"  # lock_not_available
_OPEN = "another program uses the database: stop the service (and whatever else), then restore again"
_RUNS = (
    "the site runs with this data folder, or another backup is being restored; stop the service "
    "(systemctl stop palmares), then restore again"
)
_SIGNS_OF_WORK = (JournalEntry, Account, Player)
# Tables, then sequences of no table, and functions, but not those of extensions. `--clean` of pg_restore
# would drop the constraints of partitions by themselves, which PostgreSQL refuses.
_DROP_EVERYTHING = r"""
BEGIN;
SET LOCAL client_min_messages = warning;
SET LOCAL lock_timeout = '10s';
SELECT format('DROP %s IF EXISTS %I.%I CASCADE', what, current_schema(), name) FROM (
  SELECT oid, relname, CASE relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW' ELSE 'TABLE' END
  FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'S', 'v')
) AS found (oid, name, what)
WHERE NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = found.oid AND d.deptype = 'e')
ORDER BY what = 'SEQUENCE' \gexec
SELECT format('DROP ROUTINE IF EXISTS %s CASCADE', oid::regprocedure) FROM pg_proc
WHERE pronamespace = current_schema()::regnamespace
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = pg_proc.oid AND d.deptype = 'e') \gexec
"""


def restore(folder: Path, *, replace_everything: bool = False, with_key: bool = False) -> Manifest:
    """Replace our database by that of a backup, and compare it with the manifest.

    The service must be stopped. Raises BackupError, with nothing changed where the backup cannot be meant.
    """
    try:
        with data_folder.unused(settings.DATA_DIR):
            return _restore(folder, replace_everything=replace_everything, with_key=with_key)
    except BlockingIOError as problem:
        raise BackupError(_RUNS) from problem


def _restore(folder: Path, *, replace_everything: bool, with_key: bool) -> Manifest:
    description = manifest.read(folder)
    _refuse_unlike(description)
    if with_key and KEY not in description.files:
        raise BackupError("the backup has no secret_key")
    if not replace_everything and _is_in_use():
        raise BackupError("the database is in use; --replace-everything replaces all that is in it")
    if description.kind == "sqlite":
        _put_sqlite(folder / SQLITE)
    else:
        _put_postgresql(folder / DUMP)
    _refuse_other_contents(description.contents)
    if with_key:
        shutil.copy(folder / KEY, settings.DATA_DIR / KEY)
        settings.SECRET_KEY = os.environ.get("SECRET_KEY", "") or data_folder.secret_key(settings.DATA_DIR)
    shutil.rmtree(settings.DATA_DIR / "queue", ignore_errors=True)  # reminders of jobs of another database
    call_command("migrate", interactive=False, verbosity=0)
    return description


def _refuse_unlike(description: Manifest) -> None:
    """Raise BackupError where the backup is of another kind of database, or of a later version."""
    if description.kind != connection.vendor:
        raise BackupError(
            f"the backup is of {description.kind}, the database is {connection.vendor}; restore it into "
            "one of its own kind, then use move_to"
        )
    known = {".".join(key) for key in MigrationLoader(None, ignore_no_migrations=True).disk_migrations}
    left_out = () if settings.LABORATORY else ("laboratory.",)
    later = sorted(
        name for name in set(description.contents.migrations) - known if not name.startswith(left_out)
    )
    if later:
        raise BackupError(
            f"the backup is of version {description.version}; this one lacks {', '.join(later)}"
        )


def _is_in_use() -> bool:
    """Return whether the database has tables of other programs, or an office's work."""
    there = connection.introspection.table_names()
    if not there:
        return False
    if any(model._meta.db_table not in there for model in _SIGNS_OF_WORK):
        return True
    return any(model._base_manager.exists() for model in _SIGNS_OF_WORK)


def _put_sqlite(copy: Path) -> None:
    """Replace our database file by a copy in one step; what is refused leaves ours as it was."""
    ours = Path(_name())
    connections.close_all()
    draft = ours.with_name(f".{ours.name}.{os.getpid()}")
    try:
        shutil.copy(copy, draft)
        draft.chmod(0o600)
        _refuse_damaged(draft)
        _end_sqlite(ours)
        draft.replace(ours)
    except OSError as problem:
        raise BackupError(
            f"it cannot be written into {ours.parent} ({problem.strerror}); the database is as it was"
        ) from problem
    finally:
        draft.unlink(missing_ok=True)


def _refuse_damaged(file: Path) -> None:
    """Raise BackupError where SQLite finds a file damaged."""
    try:
        with closing(sqlite3.connect(f"file:{quote(str(file))}?mode=ro&immutable=1", uri=True)) as opened:
            verdict = opened.execute("PRAGMA integrity_check").fetchone()[0]
    except sqlite3.DatabaseError as problem:
        verdict = str(problem)
    if verdict != "ok":
        raise BackupError(f"SQLite finds the file damaged: {verdict}")


def _end_sqlite(ours: Path) -> None:
    """Put what lies beside our file into it, which only its sole user can; a damaged file loses it.

    Nothing of it may meet the file that comes. Raises BackupError where another program has ours open.
    """
    try:
        with closing(sqlite3.connect(ours, timeout=_LOCK_SECONDS)) as opened:
            opened.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.DatabaseError as problem:
        if problem.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise BackupError(_OPEN) from problem
    for ending in ("-wal", "-shm", "-journal"):
        ours.with_name(ours.name + ending).unlink(missing_ok=True)


def _put_postgresql(dump: Path) -> None:
    """Drop what is there and restore, in one transaction that ends once the whole dump was read."""
    connections.close_all()
    try:
        _send_postgresql(dump)
    except BackupError as problem:
        if _LOCKED not in str(problem):
            raise
        raise BackupError(_OPEN) from problem


def _send_postgresql(dump: Path) -> None:
    manners = ("--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--set=VERBOSITY=verbose")
    reader = ("psql", *manners, f"--dbname={_name()}")
    with started_postgresql(*reader, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as psql:
        script = cast("IO[bytes]", psql.stdin)
        script.write(_DROP_EVERYTHING.encode())
        script.flush()
        writer = ("pg_restore", "--no-owner", "--no-comments", "--file=-", str(dump))
        with started_postgresql(*writer, stdout=script):
            pass
        script.write(b"COMMIT;\n")


def _name() -> str:
    return str(connection.settings_dict["NAME"])


def _refuse_other_contents(expected: Contents) -> None:
    """Raise BackupError where the database does not match the manifest."""
    with connection.cursor() as cursor:

        def ask(asked: str) -> list[tuple[object, ...]]:
            cursor.execute(asked)
            return list(cursor.fetchall())

        # The tables of its own version: ours may have more.
        contents = manifest.read_contents(ask, expected.counts)
    if contents != expected:
        unlike = sorted(name for name, count in expected.counts.items() if contents.counts.get(name) != count)
        raise BackupError(f"what was restored is not what was copied: {', '.join(unlike) or 'the journal'}")
