"""Numbers that many processes raise at once: each raise is one statement, so none is lost.

They are in the database; rate limits are counted in Redis if configured, and in the database for as long as
Redis does not answer. With SQLite rate limits are counted in a file of their own: readers wait neither for a
writer of the office nor for that file while it is locked (`count_in_file`).
"""

import os
import sqlite3
import threading
from collections.abc import Sequence
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.db import connection
from django.utils import timezone

from federation import data_folder
from federation.models import Tally
from federation.models.job import RAISE
from federation.web.outages import Outage

Raise = tuple[str, int, str | None]  # a name, by how much, when the number is forgotten
_RAISE_IN_FILE = RAISE.replace("%s", "?")
MOST = 10_000  # names whose raises wait for the file; the oldest go
SECONDS = 0.25  # to wait for others who count
RETRY = 5.0
_TABLE = """
PRAGMA journal_mode=WAL;
CREATE TABLE federation_tally (name TEXT PRIMARY KEY, number INTEGER NOT NULL, ends TEXT);
"""
_outage = Outage("The file of counts", retry=RETRY)
_opened = threading.local()
_waiting: dict[str, Raise] = {}
_lock = threading.Lock()


def count(name: str, *, by: int, seconds: int) -> int:
    """Raise a number that is forgotten some seconds later, and return it, from 0 on."""
    shared: Any = caches["default"]
    counted = shared.count(name, by=by, seconds=seconds) if hasattr(shared, "count") else None
    if counted is not None:
        return int(counted)
    if connection.vendor == "sqlite":
        return count_in_file(name, by, _ends(seconds))
    return in_database(name, by=by, seconds=seconds)


def _ends(seconds: int | None) -> Any:
    ends = None if seconds is None else timezone.now() + timedelta(seconds=seconds)
    return connection.ops.adapt_datetimefield_value(ends)


def in_database(name: str, *, by: int = 1, seconds: int | None = None) -> int:
    """Raise a number in the database and return it; without `seconds` it is permanent."""
    return Tally.raised(name, by, _ends(seconds))


def forget_ended() -> int:
    """Delete the numbers whose time is over; return how many."""
    gone = Tally.objects.filter(ends__lt=timezone.now()).delete()[0]
    if connection.vendor == "sqlite":
        gone += forget_ended_in_file(_ends(0))
    return gone


def count_in_file(name: str, by: int, ends: str | None) -> int:
    """Raise a number in the file all processes share beside SQLite, and return it.

    It waits for the file no longer than SECONDS. While the file fails, it is tried every RETRY seconds: until
    then the process counts by itself, and adds its raises to the file when that works again.
    """
    if _outage.is_on and not _outage.is_my_turn():
        return _put_off([(name, by, ends)])
    raises = [*_take_waiting(), (name, by, ends)]
    try:
        number = _write(raises)
    except (sqlite3.Error, OSError) as problem:
        _outage.begin(problem)
        return _put_off(raises)
    _outage.end()
    return number


def forget_ended_in_file(now: str) -> int:
    """Delete the numbers whose time is over; return how many, 0 where the file cannot be written."""
    try:
        return _file().execute("DELETE FROM federation_tally WHERE ends < ?", [now]).rowcount
    except (sqlite3.Error, OSError) as problem:
        _outage.begin(problem)
        return 0


def _write(raises: Sequence[Raise]) -> int:
    """Raise numbers, all or none; return the last one."""
    file = _file()
    if len(raises) == 1:
        return int(file.execute(_RAISE_IN_FILE, raises[0]).fetchone()[0])
    file.execute("BEGIN IMMEDIATE")
    try:
        numbers = [int(file.execute(_RAISE_IN_FILE, values).fetchone()[0]) for values in raises]
        file.execute("COMMIT")
    except sqlite3.Error:
        if file.in_transaction:
            file.execute("ROLLBACK")
        raise
    return numbers[-1]


def _put_off(raises: Sequence[Raise]) -> int:
    """Let raises wait for the file; return the number of the last name, as far as this process knows."""
    number = 0
    with _lock:
        for name, by, ends in raises:
            before = _waiting.pop(name, (name, 0, None))
            number = before[1] + by
            _waiting[name] = (name, number, ends)
        for name in list(_waiting)[: max(len(_waiting) - MOST, 0)]:
            del _waiting[name]
    return number


def _take_waiting() -> list[Raise]:
    """Return the raises that wait for the file, which wait no more."""
    if not _waiting:
        return []
    with _lock:
        raises = list(_waiting.values())
        _waiting.clear()
    return raises


def _file() -> sqlite3.Connection:
    """Return the connection of this thread to the file of counts, in the data folder."""
    place = (settings.DATA_DIR / "counts.sqlite3", os.getpid())
    if getattr(_opened, "place", None) != place:
        data_folder.make_once(place[0], _make)
        _opened.file = _connect(place[0])
        _opened.place = place
    file: sqlite3.Connection = _opened.file
    return file


def _make(path: Path) -> None:
    with closing(_connect(path)) as file:
        file.executescript(_TABLE)


def _connect(path: Path) -> sqlite3.Connection:
    file = sqlite3.connect(path, timeout=SECONDS, isolation_level=None)
    file.execute("PRAGMA synchronous=NORMAL")
    return file
