"""What late games leave of the table of histories on PostgreSQL: changed in place, it does not grow."""

import numpy as np
import pytest
from django.db import connection

from ratings.cadence.by_game.update_ratings import bring_up
from ratings.models import GameHistory
from tests.ratings.streams import MINUTE, NOON, Told, forget, stands, world

LATE, GAMES, PLAYERS = 12, 800, 20

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="DATABASE_URL names no PostgreSQL"),
]


def heap_and_live() -> tuple[int, int]:
    """Return the bytes of the table of histories, and of the rows in it."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_relation_size('ratings_gamehistory'), sum(pg_column_size(h))"
            " FROM ratings_gamehistory h"
        )
        heap, live = cursor.fetchone()
    return int(heap), int(live)


def _vacuum() -> None:
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ratings_gamehistory")


def test_late_games_leave_the_table_at_most_three_times_its_rows() -> None:
    made, chance = world(players=PLAYERS), np.random.default_rng(5)
    pairs = [tuple(chance.permutation(PLAYERS)[:2].tolist()) for _ in range(GAMES + LATE)]
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE ratings_gamehistory SET (autovacuum_enabled = off)")
    made.arrive(*(Told(NOON + at * MINUTE, pairs[at]) for at in range(GAMES)))
    bring_up("fics-blitz")

    for late in range(LATE):
        _vacuum()  # as the server's own does, but before each game: another's transaction holds up less
        made.arrive(Told(NOON - late * MINUTE - 1, pairs[GAMES + late], 0))
        bring_up("fics-blitz")

    heap, live = heap_and_live()
    assert GameHistory.objects.count() >= PLAYERS
    assert heap <= 3 * live
    in_place = stands(made.system)
    forget(made.system)
    bring_up("fics-blitz", whole=True)
    assert in_place == stands(made.system)
