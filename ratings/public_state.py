"""The state of everything public, in a word: an answer that is kept holds as long as its word does.

Publications, applied recalculations and settings are asked of their own tables; everything else that is
public is written with a line in the journal, and every such line changes, after its commit, a word that all
processes share.
"""

import time
from dataclasses import dataclass
from threading import Lock
from uuid import uuid4

from django.core.cache import cache
from django.db import connection, transaction
from django.utils import timezone

from federation import bulk, privacy

SECONDS = 0.1  # for how long a process may believe that nothing has changed
_KEY = "public-state"
# A row a system: what lists show of it, beside what is published; then what recalculations move.
_OF_LISTS = 9
_STATE = """
SELECT l.last, l.lists, l.ready, l.bare, l.published, s.id, s.active, s.position, s.edition,
       s.state, s.facts, s.stale_from
FROM (SELECT MAX(id) AS last, COUNT(*) AS lists, SUM(CASE WHEN ready THEN 1 ELSE 0 END) AS ready,
             SUM(CASE WHEN files = '{}' THEN 1 ELSE 0 END) AS bare, MAX(published) AS published
      FROM ratings_publishedlist) l
LEFT JOIN ratings_ratingsystem s ON TRUE
ORDER BY s.id
"""


@dataclass(slots=True)
class _Known:
    """What this process knows: the words, and when it asked."""

    lists: str = ""
    everything: str = ""
    asked: float | None = None
    forgotten: int = 0  # how often


_known = _Known()
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
    """Change the word all processes share when the transaction is committed, once for a run of calls."""
    waiting = connection.run_on_commit
    if not (waiting and waiting[-1][1] is _change):
        transaction.on_commit(_change, robust=True)


def forget() -> None:
    """Ask anew at the next look."""
    _known.asked = None
    _known.forgotten += 1


def _change() -> None:
    cache.set(_KEY, uuid4().hex, None)
    forget()


def _look() -> None:
    if believed(lists=True) is None:
        with _looking:  # who comes meanwhile waits for what this one finds
            if believed(lists=True) is None:
                _ask(time.monotonic())


def _ask(now: float) -> None:
    forgotten = _known.forgotten
    shared = cache.get(_KEY)
    if shared is None:  # never changed, or pushed out by others
        cache.add(_KEY, uuid4().hex, None)
        shared = cache.get(_KEY)
    rows = bulk.rows(_STATE, [])
    lists = f"{shared} {timezone.localdate()} {[row[:_OF_LISTS] for row in rows]}"
    if lists != _known.lists:
        privacy.forget()  # what is made anew must not be made of what was believed before
    _known.lists, _known.everything = lists, f"{lists} {[row[_OF_LISTS:] for row in rows]}"
    # What changed while this was read is read anew by whoever comes next.
    _known.asked = now if forgotten == _known.forgotten else None
