"""Redis as the broker, whose workers read on after it was away.

A worker takes so many messages and no more until one is acknowledged. Where kombu's own transport cannot
acknowledge because Redis is away, it goes on counting that message: a worker that was as busy as it may be
never asks for another, does not notice that the connection is lost, and reads nothing until it is restarted
(kombu 5.7.0; shown by tests/federation/jobs/test_redis_queue).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from kombu.transport import redis, virtual


class QoS(redis.QoS):
    """Count of messages taken and not acknowledged; work done leaves it even if Redis fails.

    What Redis still holds as not acknowledged comes a second time; its job's row shows that it was done.
    """

    def ack(self, delivery_tag: Any) -> None:
        """Acknowledge a message; raises kombu's error when Redis is unreachable."""
        with self._counted_no_longer(delivery_tag):
            super().ack(delivery_tag)

    def reject(self, delivery_tag: Any, *how: Any, **options: Any) -> None:
        """Give a message back or refuse it, with kombu's arguments; raises as `ack` does."""
        with self._counted_no_longer(delivery_tag):
            super().reject(delivery_tag, *how, **options)

    @contextmanager
    def _counted_no_longer(self, delivery_tag: Any) -> Iterator[None]:
        """Stop counting a message when Redis is unreachable; otherwise kombu does."""
        try:
            yield
        except self.channel.connection_errors:
            virtual.QoS.ack(self, delivery_tag)
            raise


class Channel(redis.Channel):
    """A channel that counts so."""

    QoS = QoS


class Transport(redis.Transport):
    """Connections of such channels."""

    Channel = Channel
