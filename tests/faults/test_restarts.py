"""A database and a Redis that are away for a while: a worker goes on, and no job is lost."""

from collections import Counter
from collections.abc import Iterator
from urllib.parse import urlsplit

import psycopg
import pytest
from psycopg import sql

from tests.faults.conftest import stands
from tests.faults.stand import Stand, wait_until
from tests.federation.web.redis_server import RedisServer

pytestmark = [pytest.mark.xdist_group("faults"), stands("servers")]
NAPS = 6


@pytest.fixture
def redis(stand: Stand) -> Iterator[RedisServer]:
    """Give an installation a Redis of its own."""
    server = RedisServer(stand.folder)
    server.start()
    stand.environment["REDIS_URL"] = server.address
    yield server
    server.kill()


def accept(address: str, *, connections: bool) -> None:
    """Let a database be reached, or throw everybody out and let nobody in: as where its server restarts."""
    name = urlsplit(address).path.removeprefix("/")
    with psycopg.connect(urlsplit(address)._replace(path="/postgres").geturl(), autocommit=True) as server:
        change = sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS {}")
        server.execute(change.format(sql.Identifier(name), sql.Literal(connections)))
        if not connections:
            server.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name]
            )


def are_done(stand: Stand, *, lost: tuple[str, ...] = ()) -> bool:
    """Return whether all naps are over; until then time passes, as messages and attempts are lost."""
    stand.let_time_pass(everybody=False)
    stand.do("ask", "let_naps_be_silent", *lost)
    return {row["state"] for row in stand.jobs()} == {"done"}


def test_database_that_is_away_for_a_while_costs_no_job(stand: Stand) -> None:
    stand.ask(NAPS, gated=2)
    stand.start_worker()
    wait_until(lambda: len(stand.naps("begun")) == 4)
    accept(stand.environment["DATABASE_URL"], connections=False)
    stand.dismiss_clerks()  # theirs are lost as well
    stand.gate.touch()
    wait_until(lambda: len(stand.naps("ended")) == 4)  # and nobody can note that they are over
    accept(stand.environment["DATABASE_URL"], connections=True)
    wait_until(lambda: are_done(stand, lost=("2", "3")))

    assert set(stand.naps("ended")) == set(range(NAPS))
    assert Counter(row["attempts"] for row in stand.jobs()) == {1: NAPS - 2, 2: 2}


def test_redis_that_is_away_and_comes_back_empty_costs_no_job(stand: Stand, redis: RedisServer) -> None:
    stand.ask(NAPS - 2, gated=2)
    stand.start_worker()
    wait_until(lambda: len(stand.naps("begun")) == 4)
    redis.kill()
    stand.ask(2, start=NAPS - 2)  # whoever asks does not fail
    stand.gate.touch()
    wait_until(lambda: len(stand.naps("ended")) == 4)
    redis.start()
    wait_until(lambda: are_done(stand))

    assert sorted(stand.naps("ended")) == list(range(NAPS))
    assert Counter(row["attempts"] for row in stand.jobs()) == {1: NAPS}
