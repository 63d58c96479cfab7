"""Generation of the players' choices how to be shown, which pages and caches depend on."""

import time
from dataclasses import dataclass

from django.conf import settings
from django.db.models import Count, Max

from federation.database import positions, reading
from federation.models import JournalEntry

SECONDS = 15.0  # how long a process may rely on the choices it knows
_ACTS = ("player.privacy", "player.erased", "player.undone")


@dataclass(slots=True)
class _Known:
    """What this process knows: the generation, and when it asked."""

    generation: str = ""
    asked: float | None = None


_known = _Known()


def current() -> str:
    """Return the token of the state of all choices, read every SECONDS from the database.

    It is part of every key of the cache and of every entity tag, so that no cached value outlives a choice. A
    page that reads from a replica keeps to the one it began with: under it, nothing it reads is too old.
    """
    return reading.once("generation", _generation)


def _generation() -> str:
    now = time.monotonic()
    if _known.asked is None or now - _known.asked >= SECONDS:
        with reading.from_primary():
            newest = state()
        if newest != _known.generation:  # before other code sees it
            positions.need_all_until_now()
        _known.generation, _known.asked = newest, now
    return _known.generation


def ask_anew() -> None:
    """Ask the database for the generation now, however lately it was asked."""
    forget()
    _generation()


def last_known() -> str | None:
    """Name the generation last read, however long ago; None where this process knows of a change since."""
    return None if _known.asked is None else _known.generation


def state() -> str:
    """Name the state of everybody's choices as it is this moment."""
    totals = JournalEntry.objects.filter(act__in=_ACTS).aggregate(last=Max("pk"), count=Count("pk"))
    return f"{totals['last'] or 0}.{totals['count']}"


def forget() -> None:
    """Read the state again at the next call."""
    _known.asked = None


def cache_key(key: str, prefix: str, version: int) -> str:
    """Return the key of a part of a page (settings.CACHES), bound to the state of all choices.

    And to the version of the site: values cached by an older one may have other columns.
    """
    return f"{prefix}:{version}:{settings.VERSION}:{current()}:{key}"
