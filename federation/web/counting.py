"""Numbers that many processes raise at once: each raise is one statement, so none is lost.

In the database; what only limits how often somebody asks is counted in Redis where there is one, and in the
database for as long as Redis does not answer. Beside SQLite it is counted in a file of its own: whoever only
reads waits for no writer of the office.
"""

import os
import sqlite3
import threading
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
from federation.web.outages import Outage

_RAISE = """
INSERT INTO federation_tally (name, number, ends) VALUES (%s, %s, %s)
ON CONFLICT (name) DO UPDATE SET number = federation_tally.number + excluded.number, ends = excluded.ends
RETURNING number
"""
_TABLE = """
PRAGMA journal_mode=WAL;
CREATE TABLE federation_tally (name TEXT PRIMARY KEY, number INTEGER NOT NULL, ends TEXT);
"""
_SECONDS = 5.0  # to wait for others who count
_outage = Outage("The file of counts")
_opened = threading.local()


def count(name: str, *, by: int, seconds: int) -> int:
    """Raise a number that is forgotten some seconds later, and return it, from 0 on."""
    shared: Any = caches["default"]
    counted = shared.count(name, by=by, seconds=seconds) if hasattr(shared, "count") else None
    if counted is not None:
        return int(counted)
    if connection.vendor == "sqlite":
        return _in_file(name, by=by, seconds=seconds)
    return in_database(name, by=by, seconds=seconds)


def _in_file(name: str, *, by: int, seconds: int) -> int:
    """Raise a number in the file of counts; return `by` where it cannot be written, so that all may pass."""
    try:
        number = _file().execute(_RAISE.replace("%s", "?"), [name, by, _ends(seconds)]).fetchone()[0]
    except (sqlite3.Error, OSError) as problem:
        _outage.begin(problem)
        return by
    _outage.end()
    return int(number)


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
    file = sqlite3.connect(path, timeout=_SECONDS, isolation_level=None)
    file.execute("PRAGMA synchronous=NORMAL")
    return file


def _ends(seconds: int | None) -> Any:
    ends = None if seconds is None else timezone.now() + timedelta(seconds=seconds)
    return connection.ops.adapt_datetimefield_value(ends)


def in_database(name: str, *, by: int = 1, seconds: int | None = None) -> int:
    """Raise a number in the database and return it; without `seconds` it is kept for good."""
    with connection.cursor() as cursor:
        cursor.execute(_RAISE, [name, by, _ends(seconds)])
        return int(cursor.fetchone()[0])


def forget_ended() -> int:
    """Delete the numbers whose time is over; return how many."""
    gone = Tally.objects.filter(ends__lt=timezone.now()).delete()[0]
    if connection.vendor == "sqlite":
        gone += _file().execute("DELETE FROM federation_tally WHERE ends < ?", [_ends(0)]).rowcount
    return gone
