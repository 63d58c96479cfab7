"""Redis as the broker: a consumer that was busy while Redis was away takes messages again."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from kombu import Connection, Queue
from kombu.message import Message
from redis.exceptions import ConnectionError as RedisConnectionError

from federation import celery
from tests.federation.web.redis_server import NEEDS_REDIS, RedisServer

pytestmark = NEEDS_REDIS
WORK = Queue("work", routing_key="work")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RedisServer]:
    celery.register_transports()
    server = RedisServer(tmp_path)
    server.start()
    yield server
    server.kill()


def publish(server: RedisServer, text: str) -> None:
    with Connection(server.address) as connection, connection.SimpleQueue(WORK) as queue:
        queue.put(text)


@contextmanager
def one_at_a_time(server: RedisServer) -> Iterator[tuple[Connection, list[Message]]]:
    """Take messages that one after the other has to be acknowledged, the first at once."""
    taken: list[Message] = []
    with Connection(server.address) as connection:
        consumer = connection.Consumer([WORK], on_message=taken.append)
        consumer.qos(prefetch_count=1)
        with consumer:
            connection.drain_events(timeout=120)
            yield connection, taken


@pytest.mark.parametrize("act", [Message.ack, Message.reject])
def test_message_done_while_redis_was_away_makes_room_for_the_next(
    server: RedisServer, act: Callable[[Message], None]
) -> None:
    publish(server, "first")
    with one_at_a_time(server) as (connection, taken):
        server.kill()
        with pytest.raises(RedisConnectionError):
            act(taken[0])
        server.start()
        publish(server, "second")
        with pytest.raises(RedisConnectionError):  # noticed, so that a worker connects anew
            connection.drain_events(timeout=120)
        connection.drain_events(timeout=120)

    assert [one.payload for one in taken] == ["first", "second"]


def test_nothing_more_is_taken_while_one_message_is_at_work(server: RedisServer) -> None:
    publish(server, "first")
    publish(server, "second")
    with one_at_a_time(server) as (connection, taken):
        with pytest.raises(TimeoutError):
            connection.drain_events(timeout=0.3)
        taken[0].ack()
        connection.drain_events(timeout=120)

    assert [one.payload for one in taken] == ["first", "second"]
