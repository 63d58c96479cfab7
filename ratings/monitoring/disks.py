"""Room on the disks of this machine; a full disk of a PostgreSQL server shows in the jobs it put back."""

import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from django.conf import settings
from django.db import connection

from federation.database.failures import UNREACHABLE
from federation.jobs import jobs

FULL = 32 << 20  # bytes: with less free a disk is full
BACKUPS = "backups"  # whose disk the site itself can do without


def free() -> dict[str, int]:
    """Return the free bytes of each disk by what lies on it: data, database (SQLite's elsewhere), backups."""
    found, devices = dict[str, int](), set[int]()
    for name, folder in _folders():
        with suppress(OSError):  # a folder that is not made yet
            device = _device(folder)
            if device not in devices:
                found[name] = _room(folder)
            devices.add(device)
    return found


def full() -> list[str]:
    """Name the disks that are full and hold up the site; `database` too where a job waits for room."""
    names = {name for name, size in free().items() if size < FULL and name != BACKUPS}
    with suppress(*UNREACHABLE):  # which others say
        if jobs.waiting_for_room().exists():
            names.add("database")
    return sorted(names)


def _folders() -> Iterator[tuple[str, Path]]:
    yield "data", settings.DATA_DIR
    if connection.vendor == "sqlite":
        yield "database", Path(connection.settings_dict["NAME"]).parent
    if settings.BACKUP_DIR:
        yield BACKUPS, Path(settings.BACKUP_DIR)


def _device(folder: Path) -> int:
    return folder.stat().st_dev


def _room(folder: Path) -> int:
    return shutil.disk_usage(folder).free
