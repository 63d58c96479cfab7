"""Version token of all public data; a cached response is valid while its token is current.

Publications, applied recalculations and settings are read from their own tables; everything else that is
public is written with a line in the journal, and every such line raises, after its commit, a number that all
processes read. It is in the database, as the data it describes: no other server can hold it back.
"""

import secrets
import time
from dataclasses import dataclass
from functools import cache
from threading import Lock

from django.conf import settings
from django.db import OperationalError, connection, transaction
from django.utils import timezone

from federation.database import bulk, positions, reading
from federation.database.failures import UNREACHABLE
from federation.models import Tally
from federation.privacy import generation
from federation.web.outages import Outage

SECONDS = 0.1  # for how long a process may believe that nothing has changed
AWAY_SECONDS = 2.0  # for how long pages do not ask a database that did not answer
_KEY = "public-state"
# A row a system: what lists show of it, beside what is published; then what recalculations move; last, where
# there are replicas, positions of the log, which are read when the rows are seen already.
_OF_LISTS, _ALL = 10, 13
_STATE = """
SELECT (SELECT number FROM federation_tally WHERE name = %s),
       l.last, l.lists, l.ready, l.bare, l.published, s.id, s.active, s.position, s.edition,
       s.state, s.facts, s.stale_from{position}
FROM (SELECT MAX(id) AS last, COUNT(*) AS lists, SUM(CASE WHEN ready THEN 1 ELSE 0 END) AS ready,
             SUM(CASE WHEN files = '{{}}' THEN 1 ELSE 0 END) AS bare, MAX(published) AS published
      FROM ratings_publishedlist) l
LEFT JOIN ratings_ratingsystem s ON TRUE
ORDER BY s.id
"""


@cache
def _statement() -> str:
    return _STATE.format(position=f", {positions.NOW}" if settings.REPLICAS else "")


@dataclass(slots=True)
class _Known:
    """What this process knows: the words, and when it asked."""

    lists: str = ""
    everything: str = ""
    asked: float | None = None
    forgotten: int = 0  # how often


_known = _Known()
_outage = Outage("The database", retry=AWAY_SECONDS)
_looking = Lock()


def of_lists() -> str:
    """Name the state of what pages of lists show: publications, the register, who is shown how."""
    _look()
    return _known.lists


def of_everything() -> str:
    """Name the state of what any public page shows; applied recalculations and new facts change it too."""
    _look()
    return _known.everything


def believed(*, lists: bool) -> str | None:
    """Name the state this process believes in, of lists or of everything; None when it is time to ask."""
    if _known.asked is None or time.monotonic() - _known.asked >= SECONDS:
        return None
    return _known.lists if lists else _known.everything


def change_after_commit() -> None:
    """Raise the number all processes read when the transaction is committed, once for a run of calls."""
    waiting = connection.run_on_commit
    if not (waiting and waiting[-1][1] is _change):
        transaction.on_commit(_change, robust=True)


def forget() -> None:
    """Force a fresh read at the next look."""
    _known.asked = None
    _known.forgotten += 1


def _change() -> None:
    # by chance, so that a database brought back from a backup names no state it had before
    Tally.raised(_KEY, 1 + secrets.randbelow(2**32))
    forget()


def _look() -> None:
    if believed(lists=True) is None:
        with _looking:  # who comes meanwhile waits for what this one finds
            if believed(lists=True) is None:
                _ask_unless_away(time.monotonic())


def _ask_unless_away(now: float) -> None:
    """Ask, but not a database that did not answer a moment ago: each page would wait for it (UNREACHABLE)."""
    if _outage.is_on and not _outage.is_my_turn():
        raise OperationalError("The database did not answer a moment ago.")
    try:
        _ask(now)
    except UNREACHABLE as error:
        _outage.begin(error)
        raise
    _outage.end()


def _ask(now: float) -> None:
    forgotten = _known.forgotten
    with reading.from_primary():
        rows = bulk.rows(_statement(), [_KEY])
    lists = f"{timezone.localdate()} {[row[:_OF_LISTS] for row in rows]}"
    everything = f"{lists} {[row[_OF_LISTS:_ALL] for row in rows]}"
    if settings.REPLICAS:  # before the state is handed out
        inserted, flushed = map(positions.number, rows[0][_ALL:])
        positions.note(flushed)
        if everything != _known.everything:
            positions.need(inserted)
    if lists != _known.lists:
        generation.ask_anew()  # new pages must not be made of an old choice
    _known.lists, _known.everything = lists, everything
    # What changed while this was read is read again by the next caller.
    _known.asked = now if forgotten == _known.forgotten else None
