"""Servers that send at once, a worker that is killed: every game is rated once, to the same bits."""

from typing import Any

import psycopg
import pytest

from tests.faults.conftest import POSTGRESQL, stands
from tests.faults.stand import Stand, kill, wait_until
from tests.faults.test_runs import WAITS

pytestmark = pytest.mark.xdist_group("faults")
SENDERS, BATCHES, SIZE = 3, 8, 50
MANY = 2000


def do(stand: Stand, *act: str) -> dict[str, Any]:
    """Do one act to its end; returns what came of it."""
    outcome: dict[str, Any] = stand.do("play", *act)
    return outcome


def all_rated(stand: Stand, games: int) -> dict[str, Any]:
    """Wait until so many games are rated and nothing waits; returns how everything stands."""

    def done() -> bool:
        found = do(stand, "progress")
        return (found["rated"], found["waits"]) == (games, False) and "running" not in found["jobs"]

    wait_until(done)
    return do(stand, "tell")


def stands_right(stand: Stand, games: int) -> None:
    """Check counts, and every bit against a computation from scratch."""
    found = all_rated(stand, games)
    assert (found["games"], found["rows"]) == (games, 2 * games)
    assert "failed" not in found["jobs"]
    assert do(stand, "scratch")["digest"] == found["digest"]


@stands("servers", release=["rabbitmq"])
def test_worker_killed_while_it_writes_ratings_leaves_nothing_by_halves_and_rates_all_after_the_restart(
    stand: Stand,
) -> None:
    sent = do(stand, "open", str(MANY))["accepted"]
    do(stand, "progress")  # makes the ledger
    address = stand.environment["DATABASE_URL"]
    with psycopg.connect(address, autocommit=True) as watch, psycopg.connect(address) as holding:
        holding.execute("SELECT 1 FROM ratings_streamledger FOR UPDATE")  # what is written last of all
        worker = stand.start_worker()
        wait_until(lambda: watch.execute(WAITS).fetchone() is not None)
        kill(worker)
    at_kill = do(stand, "tell")

    stand.let_time_pass()
    stand.start_worker()

    assert sent == MANY
    assert (at_kill["rated"], at_kill["rows"]) == (0, 0)
    stands_right(stand, MANY)


@stands(release=["embedded"])
def test_worker_killed_while_it_rates_leaves_nothing_by_halves_and_rates_all_after_the_restart(
    stand: Stand,
) -> None:
    sent = do(stand, "open", str(10 * MANY))["accepted"]
    worker = stand.start_worker()
    wait_until(lambda: do(stand, "progress")["attempts"] == 1)
    kill(worker)
    at_kill = do(stand, "tell")

    stand.let_time_pass()
    stand.start_worker()

    assert sent == 10 * MANY
    assert (at_kill["rated"], at_kill["rows"]) in {(0, 0), (10 * MANY, 20 * MANY)}
    stands_right(stand, 10 * MANY)


def send_at_once_and_kill(stand: Stand) -> None:
    """Have several servers send while a worker rates, kill it in the middle, start another."""
    do(stand, "open", "50")
    worker = stand.start_worker()
    acts = [("play", "send", str(number + 1), str(SIZE), str(BATCHES)) for number in range(SENDERS)]
    watcher, *senders = stand.begin([("play", "progress"), *acts])

    def is_under_way() -> bool:
        games: int = watcher.answer()["games"]
        watcher.ask("play", "progress")
        return games > SENDERS * BATCHES * SIZE // 3

    wait_until(is_under_way)
    kill(worker)
    watcher.answer()
    watcher.ask("ask", "let_time_pass", "all")
    watcher.answer()
    stand.start_worker()

    assert [sender.answer()["accepted"] for sender in senders] == [BATCHES * SIZE] * SENDERS
    stands_right(stand, 50 + SENDERS * BATCHES * SIZE)


@pytest.mark.postgresql
@pytest.mark.skipif(not POSTGRESQL, reason="DATABASE_URL names no PostgreSQL")
def test_servers_that_send_at_once_on_postgresql_lose_no_game(office: Stand) -> None:
    send_at_once_and_kill(office)


@stands("embedded")
def test_servers_that_send_at_once_on_the_embedded_database_lose_no_game(stand: Stand) -> None:
    send_at_once_and_kill(stand)
