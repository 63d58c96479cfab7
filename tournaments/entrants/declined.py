"""Players declined when an entrant was called a new player."""

from collections.abc import Collection, Sequence

from federation.models import Player
from tournaments.entrants.entries import resembling
from tournaments.models import Entry


def declined_by(rows: Sequence[Entry]) -> dict[int, set[int]]:
    """Return the players decided against, by entry, with those they were merged into; one query, or none."""
    numbers = {player for row in rows for player in row.declined or ()}
    merged: dict[int, int | None] = {}
    if numbers:
        gone = Player.objects.filter(pk__in=numbers, merged_into__isnull=False)
        merged = dict(gone.values_list("pk", "merged_into"))
    return {
        row.pk: {number for player in row.declined or () for number in (player, merged.get(player)) if number}
        for row in rows
    }


def appeared(row: Entry, declined: Collection[int]) -> set[int]:
    """Return the players an entry resembles, as noted with it, who have not been declined."""
    return {player for player in resembling(row) if player is not None and player not in declined}
