"""Rated games of players between two lists, and the last day a player is known to have played."""

from collections.abc import Sequence
from datetime import date

import numpy as np

from ratings.cadence.shared.columns import Longs
from ratings.models import ListEntry


def games_since(_players: Longs, now: Longs, before: Longs, _lists: Sequence[int], /) -> Longs:
    """Return what the games so far, which each list counts, have grown by."""
    grown: Longs = np.maximum(now - before, 0)
    return grown


def look_up(players: Longs, key: Longs, value: Longs) -> Longs:
    """Return the value of each player, 0 for those without."""
    by_player: Longs = np.zeros(players.size, np.int64)
    if key.size:
        order = np.argsort(key)
        at = np.minimum(np.searchsorted(key[order], players), key.size - 1)
        met = key[order][at] == players
        by_player[met] = value[order][at[met]]
    return by_player


def last_day_of_play(entry: ListEntry, played: date | None) -> date | None:
    """Return the last day of play of an entry, or of an active player the day known since, where it is later.

    Since when an inactive player is inactive follows from what the list knew.
    """
    if entry.active and played and (entry.last_played is None or played > entry.last_played):
        return played
    return entry.last_played
