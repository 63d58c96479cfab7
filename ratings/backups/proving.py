"""Verification of a restored database: the journal, everybody's games, the newest lists.

And the trial: a backup restored into a database of its own, by another process, and verified there.
"""

import fcntl
import os
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from urllib.parse import quote

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.backends.utils import CursorWrapper
from django.utils import timezone

from federation.jobs import supervision
from federation.journal import journal
from federation.management.command_line import own_command
from federation.models import Backup
from ratings.backups.manifest import BackupError, Manifest
from ratings.lists import publication
from ratings.models import PublishedList
from tournaments.careers import stored_games

_MOST = 5
_FOLDER = "palmares-trial-"
_MARK = "made-by-backup.lock"  # in a folder of a trial, which holds its lock


def verify(manifest: Manifest) -> Iterator[str]:
    """Yield what does not hold in a database that was just restored."""
    for gap in islice(journal.breaks(), _MOST):
        yield f"the journal breaks at place {gap.first}"
    if manifest.contents.place and journal.digest_at(manifest.contents.place) != manifest.contents.digest:
        yield "the journal does not end as the manifest says"
    if players := stored_games.differences():
        yield f"the games of {len(players)} players differ from their tournaments"
    for published in newest_lists():
        verification = publication.verify(published)
        # Where facts moved after a list was frozen, it differs from them in the running site as well.
        if verification.differences and not verification.moved:
            yield f"{published}: {len(verification.differences)} entries are not what the facts give"


def newest_lists() -> Iterator[PublishedList]:
    """Yield the newest public list of each active system."""
    lists = PublishedList.objects.filter(system__active=True).newest_of_each().select_related("system")
    yield from lists.order_by("system__key")


def prove(backup: Backup, report: Callable[[str], object] = lambda _: None) -> None:
    """Restore a backup into a database of its own and verify it there; note that it was proved.

    Raises BackupError with the output of the trial.
    """
    with scratch_folder() as scratch, scratch_database(scratch) as address:
        python, *rest = own_command("restore", backup.folder)
        command = [python, "-W", "ignore", *rest]
        kernels = os.environ.get("NUMBA_CACHE_DIR", "")
        environment = {
            **os.environ,
            "DATABASE_URL": address,
            "PALMARES_DATA": scratch,
            "REDIS_URL": "",
            "NUMBA_CACHE_DIR": kernels,
            "SECRET_KEY": settings.SECRET_KEY,  # it also shows what the present key does not open
            "LOG_LEVEL": "WARNING",
        }  # nothing of the trial reaches the running site
        done = subprocess.run(
            command,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            preexec_fn=supervision.die_with_parent,
        )
    report(done.stdout)
    if done.returncode:
        raise BackupError(f"the trial failed: {(done.stdout + done.stderr).strip()[-1500:]}")
    Backup.objects.filter(pk=backup.pk).update(proved=timezone.now())


@contextmanager
def scratch_folder() -> Iterator[str]:
    """Make a folder for a trial, which is removed at the end; those of trials that were killed go first."""
    for mark in Path(tempfile.gettempdir()).glob(f"{_FOLDER}*/{_MARK}"):
        with suppress(OSError), mark.open() as left:
            fcntl.flock(left, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(mark.parent)
    with (
        tempfile.TemporaryDirectory(prefix=_FOLDER) as folder,
        (Path(folder) / _MARK).open("w") as lock,
    ):
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder


@contextmanager
def scratch_database(folder: str, *, template: str = "template0") -> Iterator[str]:
    """Make an empty database (PostgreSQL: like `template`) and give its address; it is dropped at the end.

    Those of trials that were killed are dropped first.
    """
    if connection.vendor == "sqlite":
        yield f"sqlite:///{Path(folder) / 'palmares.sqlite3'}"
        return
    name = f"palmares_trial_{secrets.token_hex(4)}"
    ours = settings.DATABASES["default"]
    user, password = quote(str(ours.get("USER", "")), safe=""), quote(str(ours.get("PASSWORD", "")), safe="")
    place = f"{quote(str(ours.get('HOST', '')), safe='')}:{ours.get('PORT') or 5432}"
    with connection.cursor() as cursor:
        mark = f"made by backup --prove of {ours['NAME']}"
        _drop_left(cursor, mark)
        cursor.execute("SELECT pg_advisory_lock(hashtextextended(%s, 0))", [name])
        cursor.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        cursor.execute(f'COMMENT ON DATABASE "{name}" IS {_quoted(mark)}')
    try:
        yield f"postgres://{user}:{password}@{place}/{name}"
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
            cursor.execute("SELECT pg_advisory_unlock(hashtextextended(%s, 0))", [name])


def _drop_left(cursor: CursorWrapper, mark: str) -> None:
    """Drop the marked databases of killed trials: their lock is free and no session is connected."""
    cursor.execute("SELECT datname FROM pg_database WHERE shobj_description(oid, 'pg_database') = %s", [mark])
    for (name,) in cursor.fetchall():
        cursor.execute("SELECT pg_try_advisory_lock(hashtextextended(%s, 0))", [name])
        if cursor.fetchone()[0]:
            with suppress(DatabaseError):
                cursor.execute(f'DROP DATABASE IF EXISTS "{name}"')
            cursor.execute("SELECT pg_advisory_unlock(hashtextextended(%s, 0))", [name])


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
