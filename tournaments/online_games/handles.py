"""Players of handles: read for many at once, newcomers enrolled for many at once."""

from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from datetime import date

import numpy as np
from django.db import transaction

from federation.database import bulk
from federation.journal import journal
from federation.models import Account, Player
from federation.privacy import erased_marks
from federation.register import register
from federation.search.search import many_names
from tournaments.models import GameServer, Handle
from tournaments.online_games import servers
from tournaments.online_games.arrivals import Longs
from tournaments.online_games.checking import key_of

NOBODY = -1
_MANY = 1000  # newcomers from which the index of names takes them together
_INT, _TEXT = np.dtype(np.int64), np.dtype(object)


def players_of(server: GameServer, names: Sequence[str]) -> Longs:
    """Return the player of each handle as its server writes it; `NOBODY` for new handles.

    Each is looked up by itself: of a join PostgreSQL reads every handle of the server for the few of a batch.
    """
    keys = [key_of(name) for name in names]
    source, value = bulk.listed(list(set(keys)))
    key_column, players = bulk.read_columns(
        "SELECT v.value, (SELECT h.player_id FROM tournaments_handle h"  # noqa: S608 - bound
        f" WHERE h.server_id = %s AND h.key = v.value) FROM {source}",
        [server.pk, value],
        [_TEXT, _INT],
    )
    known = dict(zip(key_column.tolist(), players.tolist(), strict=True))
    return np.array([known.get(key, NOBODY) for key in keys], np.int64)


def erased_on(server: GameServer, names: Iterable[str]) -> dict[str, date]:
    """Return the day on which a person of a handle, or of a name like it, was erased on request, by handle.

    One query, however many they are; handles of no erased person are left out.
    """
    marks = erased_marks.read()
    days = {
        name: marks.erased_on(name, [Handle(server=server, key=key_of(name)).as_number])
        for name in (names if marks.by_digest else ())
    }
    return {name: day for name, day in days.items() if day is not None}


@transaction.atomic
def give(handle: Handle, player: Player, *, account: Account | None) -> bool:
    """Assign a handle to another player from now on; return False where it is theirs already."""
    current = Handle.objects.select_for_update(no_key=True).get(pk=handle.pk)
    if current.player_id == player.pk:
        return False
    Handle.objects.filter(pk=current.pk).update(player=player)
    journal.write("handle.given", current, account=account, before=current.player_id, after=player.pk)
    return True


@transaction.atomic
def enter(handle: Handle, player: Player | None, *, account: Account | None) -> Player:
    """Enter a handle that waits for a decision: for a player, or for a new one; return whose it is now.

    Raises RegisterError as the register does.
    """
    register.one_at_a_time()
    server = servers.lock(handle.server_id)
    standing = Handle.objects.select_related("player").filter(server=server, key=handle.key).first()
    if standing is not None:  # another officer was first
        if player is not None:
            give(standing, player, account=account)
        return player or standing.player
    if player is None:
        newcomer = register.Newcomer(handle.name, country=server.federation.code)
        player = register.enrol(newcomer, account=account)
    entered = Handle.objects.create(server=server, key=handle.key, name=handle.name, player=player)
    journal.write("handle.given", entered, account=account, before=None, after=player.pk)
    return player


def enrol(server: GameServer, names: Sequence[str]) -> dict[str, int]:
    """Enrol a player for each handle whose key no other has; by key, in the order given.

    The caller holds the lock on the server, has checked that all are new, and keeps the journal.
    """
    if not names:
        return {}
    first: dict[str, str] = {}
    for name in names:
        first.setdefault(key_of(name), " ".join(name.split()))
    with many_names() if len(first) >= _MANY else nullcontext():
        numbers = register.insert(
            [register.Newcomer(name, country=server.federation.code) for name in first.values()]
        )
    bulk.write_columns(
        Handle._meta.db_table,
        {
            "server_id": [server.pk] * len(numbers),
            "player_id": numbers,
            "name": list(first.values()),
            "key": list(first),
        },
    )
    return dict(zip(first, numbers, strict=True))
