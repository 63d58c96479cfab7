"""Writes: how a player is shown; and since when what pages and caches keep of players holds."""

import time
from dataclasses import dataclass

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Max

from federation import signals
from federation.database import positions, reading
from federation.journal import journal
from federation.models import Account, JournalEntry, Player
from federation.register.acts import state_of
from federation.register.register import RegisterError

SECONDS = 15.0  # for how long a process may believe that nobody has chosen otherwise
_ACTS = ("player.privacy", "player.erased", "player.undone")


@dataclass(slots=True)
class _Known:
    """What this process knows: the generation, and when it asked."""

    generation: str = ""
    asked: float | None = None


_known = _Known()


@transaction.atomic
def choose(player: Player, privacy: str, *, account: Account | None) -> bool:
    """Show a player as they want from now on, past lists included; False when they are shown so already.

    RegisterError for what is no way to show anybody.
    """
    if privacy not in Player.Privacy.values:
        raise RegisterError(f"{privacy} is no way to show a player")
    current = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    before = current.privacy
    if before == privacy:
        return False
    show(current, privacy, account=account)
    player.privacy = privacy
    state = state_of("privacy", before, privacy)
    journal.write("player.privacy", current, account=account, before=before, after=privacy, state=state)
    return True


def show(player: Player, privacy: str, *, account: Account | None) -> None:
    """Write how a player is shown and tell the other apps; the caller has the row locked, and the journal."""
    player.privacy = privacy
    player.save(update_fields=["privacy"])
    signals.privacy_chosen.send(sender=Player, player=player, account=account)
    transaction.on_commit(forget)


def generation() -> str:
    """Name the state of everybody's choices; asked of the database every SECONDS at most.

    It is part of every key of the cache and of every entity tag, so that nothing kept outlives a choice. A
    page that reads from a replica keeps to the one it began with: under it, nothing it reads is too old.
    """
    return reading.once("generation", _generation)


def _generation() -> str:
    now = time.monotonic()
    if _known.asked is None or now - _known.asked >= SECONDS:
        with reading.from_primary():
            current = state()
        if current != _known.generation:  # before anybody learns of it
            positions.need_all_until_now()
        _known.generation, _known.asked = current, now
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
    """Ask anew at the next look."""
    _known.asked = None


def cache_key(key: str, prefix: str, version: int) -> str:
    """Return the key of a part of a page (settings.CACHES), which belongs to the state of all choices.

    And to the version of the site: what an older one kept may have other columns.
    """
    return f"{prefix}:{version}:{settings.VERSION}:{generation()}:{key}"
