"""Whether a restored database holds together: the journal, everybody's games, the newest lists.

And the trial: a backup restored into a database of its own, by another process, and verified there.
"""

import os
import secrets
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from urllib.parse import quote

from django.conf import settings
from django.db import connection
from django.utils import timezone

from federation.journal import journal
from federation.management.command_line import own_command
from federation.models import Backup
from ratings.backups.manifest import BackupError, Manifest
from ratings.lists import publication
from ratings.models import PublishedList
from tournaments.careers import stored_games

_MOST = 5


def verify(manifest: Manifest) -> Iterator[str]:
    """Yield what does not hold in a database that was just restored."""
    for one in islice(journal.breaks(), _MOST):
        yield f"the journal breaks at place {one.first}"
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

    Raises BackupError with what the trial said.
    """
    with (
        tempfile.TemporaryDirectory(prefix="palmares-trial-") as scratch,
        scratch_database(scratch) as address,
    ):
        python, *rest = own_command("restore", backup.folder)
        command = [python, "-W", "ignore", *rest]
        kernels = os.environ.get("NUMBA_CACHE_DIR", "")
        environment = {
            **os.environ,
            "DATABASE_URL": address,
            "PALMARES_DATA": scratch,
            "REDIS_URL": "",
            "NUMBA_CACHE_DIR": kernels,
            "SECRET_KEY": settings.SECRET_KEY,  # it says too what the present key does not open
            "LOG_LEVEL": "WARNING",
        }  # nothing of the trial reaches the running site
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    report(done.stdout)
    if done.returncode:
        raise BackupError(f"the trial failed: {(done.stdout + done.stderr).strip()[-1500:]}")
    Backup.objects.filter(pk=backup.pk).update(proved=timezone.now())


@contextmanager
def scratch_database(folder: str, *, template: str = "template0") -> Iterator[str]:
    """Make an empty database (PostgreSQL: like `template`) and give its address; it is dropped at the end."""
    if connection.vendor == "sqlite":
        yield f"sqlite:///{Path(folder) / 'palmares.sqlite3'}"
        return
    name = f"palmares_trial_{secrets.token_hex(4)}"
    with connection.cursor() as cursor:
        cursor.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
    ours = settings.DATABASES["default"]
    user, password = quote(str(ours.get("USER", "")), safe=""), quote(str(ours.get("PASSWORD", "")), safe="")
    place = f"{quote(str(ours.get('HOST', '')), safe='')}:{ours.get('PORT') or 5432}"
    try:
        yield f"postgres://{user}:{password}@{place}/{name}"
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
