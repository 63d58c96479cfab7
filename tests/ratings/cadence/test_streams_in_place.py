"""Histories of games are changed where they stand: the same bits, and a table that does not grow."""

from dataclasses import replace

import numpy as np
import pytest
from django.db import connection

from federation.database import bulk
from ratings.cadence.by_game import update_ratings
from ratings.cadence.by_game.update_ratings import rate_pending
from ratings.models import GameHistory
from tests.ratings.streams import HOUR, MINUTE, NOON, chance_games, forget, stands, world
from tournaments.models import GameServer
from tournaments.online_games.arrivals import Arrival
from tournaments.online_games.intake import receive

pytestmark = pytest.mark.django_db
PLAYERS, GAMES = 300, 10  # pages enough that none has room by chance


# --- the same bits


@pytest.mark.parametrize("key", ["fics-blitz", "fics-bughouse", "ladder"])
@pytest.mark.parametrize("at_once", [0, 20_000])
def test_games_in_batches_stand_as_when_all_are_rated_at_once(
    key: str, at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bulk, "AT_ONCE", at_once)
    made, chance = world(key), np.random.default_rng(5)
    for size in (1, 40, 3, 60, 20):
        made.arrive(*chance_games(key, chance, size))
        rate_pending(key)
    by_batches = stands(made.system)

    forget(made.system)
    rate_pending(key, whole=True)

    assert stands(made.system) == by_batches


@pytest.mark.parametrize("only_new", [True, False])
def test_games_that_only_came_are_rated_as_when_any_fact_may_have_moved(
    only_new: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    look = update_ratings._task

    def looked(key: str, *, whole: bool) -> update_ratings._Task | None:
        task = look(key, whole=whole)
        return task and replace(task, only_new=task.only_new and only_new)

    monkeypatch.setattr(update_ratings, "_task", looked)
    made, chance = world(), np.random.default_rng(6)
    for size in (30, 1, 50):
        made.arrive(*chance_games("fics-blitz", chance, size))
        rate_pending("fics-blitz")
    found = stands(made.system)

    forget(made.system)
    monkeypatch.setattr(update_ratings, "_task", look)
    rate_pending("fics-blitz", whole=True)

    assert stands(made.system) == found


def test_withdrawn_last_game_sets_the_end_of_the_stream_back() -> None:
    made = world()
    made.arrive(*chance_games("fics-blitz", np.random.default_rng(7), 30))
    rate_pending("fics-blitz")

    made.withdraw(max(made.games, key=lambda game: (game.ended, game.code)))
    rate_pending("fics-blitz")
    found = stands(made.system)
    forget(made.system)
    rate_pending("fics-blitz", whole=True)

    assert stands(made.system) == found


# --- a table that does not grow


@pytest.fixture
def arena() -> GameServer:
    """A server whose players have some games each, all rated."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite writes rows over")
    made = world()
    receive(made.server, "fics-blitz", circle(GAMES, NOON), account=None)
    rate_pending("fics-blitz")
    return made.server


def circle(rounds: int, since: int) -> list[Arrival]:
    """Let everybody play his neighbours, in turn, so that all are connected."""
    return [
        Arrival(
            f"c{since}-{number}",
            since + number * MINUTE,
            (f"p{number % PLAYERS}", f"p{(number + 1 + number // PLAYERS % 3) % PLAYERS}"),
            number % 3,
        )
        for number in range(rounds * PLAYERS // 2)
    ]


def written() -> dict[str, int]:
    """Count what this transaction did to the rows of histories; no other one has a say in it."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT n_tup_ins, n_tup_upd, n_tup_del, n_tup_hot_upd FROM pg_stat_xact_user_tables"
            " WHERE relname = 'ratings_gamehistory'"
        )
        return dict(zip(("new", "changed", "gone", "on their page"), cursor.fetchone(), strict=True))


def late(every: int) -> list[Arrival]:
    """Let some players have met before all of these games."""
    meetings = range(0, PLAYERS, every)
    return [
        Arrival(f"late-{number}", NOON - HOUR, (f"p{number}", f"p{number + 1}"), 2) for number in meetings
    ]


@pytest.mark.parametrize("what", ["a round more", "games that are late"])
def test_rows_of_histories_are_changed_on_their_pages_and_no_index_is_written(
    what: str, arena: GameServer
) -> None:
    before, parts = written(), GameHistory.objects.count()

    receive(
        arena,
        "fics-blitz",
        circle(2, NOON + 1000 * HOUR) if what == "a round more" else late(10),
        account=None,
    )
    rate_pending("fics-blitz")

    done = {name: number - before[name] for name, number in written().items()}
    assert (parts, GameHistory.objects.count()) == (PLAYERS, PLAYERS)
    assert (done["new"], done["gone"]) == (0, 0)
    assert done["changed"] > PLAYERS // 2
    assert done["on their page"] > 0.9 * done["changed"]
