"""Final check of a bench: every game there and rated once, bit for bit as by a full replay."""

import hashlib

import numpy as np
from django.db.models import Count

from ratings.cadence.by_game.packing import unpack
from ratings.cadence.by_game.stale import ledger_of
from ratings.cadence.by_game.update_ratings import rate_pending
from ratings.models import CurrentRating, GameHistory, RatingSystem, StreamLedger
from tests.bench.figures import Figure
from tournaments.models import Stream, TableGame


def count(system: RatingSystem, offered: int, prefix: str) -> list[Figure]:
    """Count the games of a stream of duels, those whose codes begin so above all, and rate all again."""
    games = TableGame.objects.filter(system=system.key, withdrawn=None)
    ours, every = games.filter(code__startswith=prefix), games.count()
    twice = ours.values("server", "code").annotate(n=Count("pk")).filter(n__gt=1).count()
    seats, unlike = _seats(system, every)
    before = digest(system)
    for model in (GameHistory, CurrentRating, StreamLedger):
        model.objects.filter(system=system).delete()
    rate_pending(system.key, whole=True)
    return [
        Figure("games offered", offered, ""),
        Figure("  lost", offered - ours.count(), "", most=1),
        Figure("  doubled", twice, "", most=1),
        Figure("  in the count of the stream, too many or few", _off(system, every), "", most=1),
        Figure("  seats without a rated row, or with two", unlike + abs(2 * every - seats), "", most=1),
        Figure("  other bits than a replay from the first game", before != digest(system), "", most=1),
    ]


def _off(system: RatingSystem, every: int) -> int:
    stream = Stream.objects.get(system=system.key)
    return abs(stream.games - every) + abs(ledger_of(system).games - every)


def _seats(system: RatingSystem, games: int) -> tuple[int, int]:
    """Return how many rows of games the histories have, and how many games have not exactly two."""
    pieces = GameHistory.objects.filter(system=system).values_list("data", flat=True)
    keys = unpack([bytes(piece) for piece in pieces.iterator(chunk_size=20_000)]).rows["key"]
    distinct_keys, times = np.unique(keys[keys > 0], return_counts=True)
    return int(times.sum()), int((times != 2).sum()) + abs(games - distinct_keys.size)


def digest(system: RatingSystem) -> str:
    """Return one hash of every history and standing of a stream, to the bit."""
    hashed = hashlib.sha256()
    histories = GameHistory.objects.filter(system=system).order_by("player", "part")
    for player, part, data in histories.values_list("player_id", "part", "data").iterator(chunk_size=20_000):
        hashed.update(f"{player} {part} ".encode() + bytes(data))
    current = CurrentRating.objects.filter(system=system).order_by("player")
    for row in current.values_list("player_id", "rating", "deviation", "games", "moment").iterator():
        hashed.update(repr(row).encode())
    return hashed.hexdigest()
