"""A backup of the running site, written into a folder that is named when it is whole."""

import errno
import fcntl
import os
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection, transaction

from federation.journal import journal
from federation.models import Backup
from ratings.backups import manifest
from ratings.backups.manifest import BackupError, Contents, Manifest

SQLITE, DUMP, KEY = "palmares.sqlite3", "palmares.dump", "secret_key"
PREFIX = "palmares-"


def make(target: Path, *, with_key: bool = False) -> Backup:
    """Copy the database into a new folder in `target` and note the backup; raises BackupError."""
    journal.seal()
    moment = datetime.now(UTC)
    final = target / f"{PREFIX}{moment:%Y%m%dT%H%M%SZ}"
    draft = target / f".{final.name}.{os.getpid()}"
    try:
        target.mkdir(mode=0o700, parents=True, exist_ok=True)
        _remove_parts(target)
        draft.mkdir(mode=0o700)
        with _locked(draft):
            contents = _copy_sqlite(draft) if connection.vendor == "sqlite" else _dump_postgresql(draft)
            if with_key:
                _copy_key(draft)
            digests = {file.name: manifest.digest_of(file) for file in sorted(draft.iterdir())}
            size = sum(file.stat().st_size for file in draft.iterdir())
            description = Manifest(settings.VERSION, connection.vendor, moment.isoformat(), digests, contents)
            manifest.write(draft, description)
            draft.rename(final)
    except OSError as problem:
        if problem.errno in (errno.ENOTEMPTY, errno.EEXIST):
            raise BackupError(f"there is another backup of this second, {final}") from problem
        raise BackupError(f"the backup cannot be written: {problem}") from problem
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return Backup.objects.create(
        folder=str(final),
        size=size,
        sizes=manifest.table_sizes(),
        place=contents.place,
        digest=contents.digest,
    )


@contextmanager
def _locked(folder: Path) -> Iterator[bool]:
    """Hold the lock of a folder being written; False where another process holds it or none is to be had."""
    descriptor, is_held = os.open(folder, os.O_RDONLY), True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        is_held = False
    try:
        yield is_held
    finally:
        os.close(descriptor)


def _remove_parts(target: Path) -> None:
    """Remove the parts of backups that were killed; those under way are locked."""
    for part in target.glob(f".{PREFIX}*Z.*"):
        with suppress(FileNotFoundError), _locked(part) as is_left:
            if is_left:
                shutil.rmtree(part)


def _copy_key(draft: Path) -> None:
    """Copy the key where it is a file; one of the environment is for those who set it to save."""
    key_file = settings.DATA_DIR / KEY
    if not key_file.exists():
        raise BackupError("the data folder has no secret_key: SECRET_KEY is in the environment")
    shutil.copy(key_file, draft / KEY)


def _copy_sqlite(draft: Path) -> Contents:
    """Have SQLite write a whole copy while others go on, and read what is in the copy."""
    file = draft / SQLITE
    try:
        with connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(file)])
    except DatabaseError as problem:  # of the disk of backups too, which is no matter of the database
        raise BackupError(f"the backup cannot be written into {draft.parent}: {problem}") from problem
    file.chmod(0o600)
    with closing(sqlite3.connect(f"file:{file}?mode=ro&immutable=1", uri=True)) as copy:
        return manifest.read_contents(lambda statement: copy.execute(statement).fetchall(), manifest.tables())


def _dump_postgresql(draft: Path) -> Contents:
    """Have pg_dump read the moment that is counted here: both see one snapshot."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        cursor.execute("SELECT pg_export_snapshot()")
        snapshot = cursor.fetchone()[0]

        def ask(asked: str) -> Sequence[Sequence[Any]]:
            cursor.execute(asked)
            return list(cursor.fetchall())

        contents = manifest.read_contents(ask, manifest.tables())
        dumped = ["--format=custom", "--no-owner", f"--snapshot={snapshot}", f"--file={draft / DUMP}"]
        run_postgresql("pg_dump", *dumped)
    return contents


def run_postgresql(program: str, *arguments: str) -> None:
    """Run a program of PostgreSQL on our database; raises BackupError."""
    with started_postgresql(program, *arguments, f"--dbname={connection.settings_dict['NAME']}"):
        pass


@contextmanager
def started_postgresql(program: str, *arguments: str, **streams: Any) -> Iterator[subprocess.Popen[bytes]]:
    """Start a program of PostgreSQL on our server, the password not in its arguments, and wait for its end.

    Raises BackupError where it is missing, fails, or no longer reads what it is written.
    """
    ours = settings.DATABASES["default"]
    variables = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD"}
    environment = {**os.environ, **{name: str(ours[key]) for name, key in variables.items() if ours.get(key)}}
    with tempfile.TemporaryFile("w+", errors="replace") as words:
        try:
            process = subprocess.Popen([program, *arguments], env=environment, stderr=words, **streams)
        except FileNotFoundError:
            raise BackupError(f"{program} is not installed (package postgresql-client)") from None
        try:
            with suppress(BrokenPipeError), process:
                yield process
        finally:
            if process.returncode:
                words.seek(0)
                raise BackupError(f"{program} failed: {words.read().strip()[-500:]}")


def remove_old(target: Path, *, keep: int) -> list[str]:
    """Remove all but the newest backups of a folder; returns the names of those that went."""
    folders = sorted(folder for folder in target.glob(f"{PREFIX}*Z") if (folder / manifest.NAME).is_file())
    gone = folders[:-keep] if keep else []
    for folder in gone:
        shutil.rmtree(folder)
    return [folder.name for folder in gone]
