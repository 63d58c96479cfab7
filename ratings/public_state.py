"""The state of everything public, in a word: an answer that is kept holds as long as its word does.

Publications, applied recalculations and settings are asked of their own tables; everything else that is
public is written with a line in the journal, and every such line changes, after its commit, a word that all
processes share.
"""

import time
from dataclasses import dataclass
from uuid import uuid4

from django.core.cache import cache
from django.db import connection, transaction
from django.db.models import Count, Max, Q
from django.utils import timezone

from federation import privacy
from ratings.models import PublishedList, RatingSystem

SECONDS = 0.1  # for how long a process may believe that nothing has changed
_KEY = "public-state"


@dataclass(slots=True)
class _Known:
    """What this process knows: the words, and when it asked."""

    lists: str = ""
    everything: str = ""
    asked: float | None = None


_known = _Known()


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


def _change() -> None:
    cache.set(_KEY, uuid4().hex, None)
    forget()


def _look() -> None:
    if believed(lists=True) is not None:
        return
    now = time.monotonic()
    shared = cache.get(_KEY)
    if shared is None:  # never changed, or pushed out by others
        cache.add(_KEY, uuid4().hex, None)
        shared = cache.get(_KEY)
    rows = PublishedList.objects.aggregate(
        last=Max("pk"), lists=Count("pk"), ready=Count("pk", filter=Q(ready=True)),
        bare=Count("pk", filter=Q(files={})), published=Max("published"),
    )  # fmt: skip
    systems = RatingSystem.objects.order_by("pk")
    settled = list(systems.values_list("pk", "active", "position", "edition"))
    moving = list(systems.values_list("state", "facts", "stale_from"))
    lists = f"{shared} {timezone.localdate()} {sorted(rows.items())} {settled}"
    if lists != _known.lists:
        privacy.forget()  # what is made anew must not be made of what was believed before
    _known.lists, _known.everything, _known.asked = lists, f"{lists} {moving}", now
