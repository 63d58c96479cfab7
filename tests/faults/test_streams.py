"""Servers that send at once, a worker that is killed: every game is rated once, to the same bits."""

import json
import subprocess
import sys
import time
from typing import Any

import pytest

from tests.faults.conftest import ON_EVERY_BROKER, POSTGRESQL, ROOT, Stand, kill, wait_until
from tests.faults.test_runs import office  # noqa: F401 - an installation on PostgreSQL

pytestmark = pytest.mark.xdist_group("faults")
SENDERS, BATCHES, SIZE = 3, 8, 150
MANY = 20_000
START = 3.0  # seconds until every sender is ready


def do(stand: Stand, *act: str) -> dict[str, Any]:
    """Do one act to its end; returns what came of it."""
    outcome: dict[str, Any] = stand.do("play", *act)
    return outcome


def begin(stand: Stand, *act: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "tests.faults.play", *act]
    return subprocess.Popen(command, cwd=ROOT, env=stand.environment, stdout=subprocess.PIPE)


def accepted(child: subprocess.Popen[bytes]) -> int:
    return int(json.loads(child.communicate(timeout=90)[0])["accepted"])


def all_rated(stand: Stand, games: int) -> dict[str, Any]:
    """Wait until so many games are rated and nothing waits; returns how everything stands."""

    def done() -> bool:
        found = do(stand, "tell")
        return (found["rated"], found["waits"]) == (games, False) and "running" not in found["jobs"]

    wait_until(done, seconds=120)
    return do(stand, "tell")


def stands_right(stand: Stand, games: int) -> None:
    """Check counts, and every bit against a computation from scratch."""
    found = all_rated(stand, games)
    assert (found["games"], found["rows"]) == (games, 2 * games)
    assert "failed" not in found["jobs"]
    assert do(stand, "scratch")["digest"] == found["digest"]


@ON_EVERY_BROKER
def test_worker_killed_while_it_rates_leaves_nothing_by_halves_and_rates_all_after_the_restart(
    stand: Stand,
) -> None:
    sent = do(stand, "open", str(MANY))["accepted"]
    worker = stand.start_worker()
    wait_until(lambda: do(stand, "tell")["attempts"] == 1, seconds=60)
    kill(worker)
    at_kill = do(stand, "tell")

    stand.start_worker()

    assert sent == MANY
    assert (at_kill["rated"], at_kill["rows"]) in {(0, 0), (MANY, 2 * MANY)}
    stands_right(stand, MANY)


def send_at_once_and_kill(stand: Stand) -> None:
    """Have several servers send while a worker rates, kill it in the middle, start another."""
    do(stand, "open", "50")
    worker = stand.start_worker()
    at = str(time.time() + START)
    senders = [
        begin(stand, "send", str(number + 1), str(SIZE), str(BATCHES), at) for number in range(SENDERS)
    ]
    wait_until(lambda: do(stand, "tell")["games"] > SENDERS * BATCHES * SIZE // 3, seconds=60)
    kill(worker)
    stand.start_worker()

    assert [accepted(sender) for sender in senders] == [BATCHES * SIZE] * SENDERS
    stands_right(stand, 50 + SENDERS * BATCHES * SIZE)


@pytest.mark.postgresql
@pytest.mark.skipif(not POSTGRESQL, reason="DATABASE_URL names no PostgreSQL")
def test_servers_that_send_at_once_on_postgresql_lose_no_game(office: Stand) -> None:  # noqa: F811 - the fixture imported above
    send_at_once_and_kill(office)


@pytest.mark.parametrize("stand", ["embedded"], indirect=True)
def test_servers_that_send_at_once_on_the_embedded_database_lose_no_game(stand: Stand) -> None:
    send_at_once_and_kill(stand)
