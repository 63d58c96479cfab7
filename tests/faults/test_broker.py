"""RabbitMQ that is away, silent or cut off: jobs are rows, so none is lost, and who asks does not wait."""

import time
from collections import Counter
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from tests.faults.conftest import BROKER, stands
from tests.faults.gate import Gate
from tests.faults.stand import Stand, kill, wait_until

pytestmark = [
    pytest.mark.xdist_group("faults"),
    stands(release=["rabbitmq"]),
]
JOBS = 8
# Ten at most while the broker says nothing: connect, send, be confirmed, all that again; beside others more.
ASKING_SECONDS = 60.0


@pytest.fixture
def gate(stand: Stand) -> Iterator[Gate]:
    """Stand a gate between the installation and its broker."""
    address = urlsplit(BROKER)
    with Gate(address.hostname or "", address.port or 5672) as made:
        account = address.netloc.rpartition("@")[0]
        place = f"{account}@127.0.0.1:{made.port}" if account else f"127.0.0.1:{made.port}"
        stand.environment["BROKER_URL"] = address._replace(netloc=place).geturl()
        yield made


def ask(stand: Stand, number: int) -> float:
    """Request a nap; returns how long that took."""
    begun = time.monotonic()
    stand.ask(1, start=number)
    return time.monotonic() - begun


def are_done(stand: Stand, count: int) -> bool:
    """Return whether all jobs are over; until then time passes, as messages are lost."""
    stand.let_time_pass(everybody=False)
    return Counter(row["state"] for row in stand.jobs()) == {"done": count}


def assert_each_once(stand: Stand, count: int) -> None:
    """Wait for what is still to come, and see that every job was done by the first who took it."""
    wait_until(lambda: are_done(stand, count))
    stand.wait_for_a_look()  # anything sent twice has shown by then
    assert sorted(stand.naps("begun")) == sorted(stand.naps("ended")) == list(range(count))
    assert Counter(row["attempts"] for row in stand.jobs()) == {1: count}


@pytest.mark.parametrize("trouble", ["shut", "fall_silent", "fill_up"])
def test_request_does_not_wait_for_a_broker_that_is_away(stand: Stand, gate: Gate, trouble: str) -> None:
    worker = stand.start_worker()
    stand.ask(1)
    wait_until(lambda: are_done(stand, 1))  # both sides have connections now
    kill(worker)
    getattr(gate, trouble)()
    first, second = ask(stand, 1), ask(stand, 2)
    gate.open()
    gate.cut()
    stand.start_worker()

    assert_each_once(stand, 3)
    assert max(first, second) < ASKING_SECONDS


def test_connections_cut_in_the_middle_lose_nothing_and_do_nothing_twice(stand: Stand, gate: Gate) -> None:
    stand.ask(JOBS, gated=2)
    stand.start_worker()
    wait_until(lambda: len(stand.naps("begun")) == 4)
    gate.cut()
    gate.shut()
    stand.gate.touch()  # those under way end without a broker
    wait_until(lambda: len(stand.naps("ended")) >= 4)
    gate.open()

    assert_each_once(stand, JOBS)
