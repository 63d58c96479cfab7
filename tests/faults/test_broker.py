"""RabbitMQ that is away, silent or cut off: jobs are rows, so none is lost, and who asks does not wait."""

import time
from collections import Counter
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from tests.faults.conftest import BROKER, RABBITMQ, SILENT_SECONDS, Stand, kill, wait_until
from tests.faults.gate import Gate

pytestmark = [
    pytest.mark.xdist_group("faults"),
    pytest.mark.parametrize("stand", [RABBITMQ], indirect=True),
]
JOBS, NAP = 8, 1.5
ASKING_SECONDS = 10.0  # while the broker says nothing: connect, send, be confirmed, and all that again


@pytest.fixture
def gate(stand: Stand) -> Iterator[Gate]:
    """Stand a gate between the installation and its broker."""
    address = urlsplit(BROKER)
    with Gate(address.hostname or "", address.port or 5672) as made:
        account = address.netloc.rpartition("@")[0]
        place = f"{account}@127.0.0.1:{made.port}" if account else f"127.0.0.1:{made.port}"
        stand.environment["BROKER_URL"] = address._replace(netloc=place).geturl()
        yield made


def ask(stand: Stand, count: int, seconds: float, *, start: int) -> float:
    """Request naps, from a number on; returns how long that took."""
    begun = time.monotonic()
    stand.do("ask", "request", str(count), str(seconds), str(stand.diary), str(start))
    return time.monotonic() - begun


def are_done(stand: Stand, count: int) -> bool:
    """Return whether all jobs are over."""
    return Counter(row["state"] for row in stand.jobs()) == {"done": count}


def assert_each_once(stand: Stand, count: int) -> None:
    """Wait for what is still to come, and see that every job was done by the first who took it."""
    wait_until(lambda: are_done(stand, count), seconds=90)
    time.sleep(SILENT_SECONDS + 2)  # long enough for anything sent twice to show
    assert sorted(stand.naps("begun")) == sorted(stand.naps("ended")) == list(range(count))
    assert Counter(row["attempts"] for row in stand.jobs()) == {1: count}


@pytest.mark.parametrize("trouble", ["shut", "fall_silent", "fill_up"])
def test_request_does_not_wait_for_a_broker_that_is_away(stand: Stand, gate: Gate, trouble: str) -> None:
    worker = stand.start_worker()
    stand.ask(1, 0.1)
    wait_until(lambda: are_done(stand, 1), seconds=60)  # both sides have connections now
    kill(worker)
    getattr(gate, trouble)()
    first, second = ask(stand, 1, 0.1, start=1), ask(stand, 1, 0.1, start=2)
    gate.open()
    gate.cut()
    stand.start_worker()

    assert_each_once(stand, 3)
    assert first < ASKING_SECONDS
    assert second < 1  # it is known by then


def test_connections_cut_in_the_middle_lose_nothing_and_do_nothing_twice(stand: Stand, gate: Gate) -> None:
    stand.ask(JOBS, NAP)
    stand.start_worker()
    wait_until(lambda: len(stand.naps("begun")) >= 3, seconds=60)
    gate.cut()
    wait_until(lambda: len(stand.naps("begun")) >= 5, seconds=60)
    gate.shut()
    time.sleep(2 * NAP)
    gate.open()

    assert_each_once(stand, JOBS)
