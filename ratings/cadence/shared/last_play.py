"""The last day a player of a list is known to have played."""

from datetime import date

from ratings.models import ListEntry


def last_day_of_play(entry: ListEntry, played: date | None) -> date | None:
    """Return the last day of play of an entry, or of an active player the day known since, where it is later.

    Since when an inactive player is inactive follows from what the list knew.
    """
    if entry.active and played and (entry.last_played is None or played > entry.last_played):
        return played
    return entry.last_played
