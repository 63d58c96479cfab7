"""Celery's settings of a broker's address: Redis, RabbitMQ, or a folder of messages.

A request for work does not wait for a silent broker: the row is written, and the sweeper sends again.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured

ALIAS = "palmaresfiles"
FOLDER_URL = f"{ALIAS}://localhost//"  # the host means nothing, but kombu warns without one
POLLING_SECONDS = 0.1  # measured: 59 ms from request to start at half a per mille of a core


SEND_SECONDS = 2.0
# How long a message may take to be sent, and to be confirmed; RabbitMQ alone listens to it.
SENDING = {"timeout": SEND_SECONDS, "confirm_timeout": SEND_SECONDS}
# RabbitMQ takes a worker for dead that has not acknowledged a message for so long (half an hour by default).
LONGEST_RUN_MS = 24 * 3600 * 1000
HEARTBEAT_SECONDS = 30
_REDIS, _RABBITMQ = ("redis", "rediss"), ("amqp", "amqps")


def described(address: str, *, folder: Path) -> dict[str, Any]:
    """Return Celery's settings of the broker at an address, or of a folder without an address.

    RabbitMQ may have several addresses, with semicolons between. Raises ImproperlyConfigured for other kinds.
    """
    kinds = {part.partition("://")[0] for part in address.split(";")}
    if not address:
        return {"BROKER_URL": FOLDER_URL, "BROKER_TRANSPORT_OPTIONS": folder_options(folder)}
    if kinds <= set(_RABBITMQ):
        return {"BROKER_URL": address, **_of_rabbitmq()}
    if len(kinds) == 1 and kinds <= set(_REDIS):
        # Workers ask once a second.
        options = {"socket_timeout": SEND_SECONDS, "socket_connect_timeout": 1.0}
        return {"BROKER_URL": address, "BROKER_TRANSPORT_OPTIONS": options}
    raise ImproperlyConfigured("BROKER_URL must name Redis (redis://) or RabbitMQ (amqp://)")


def reach(address: str, *, folder: Path) -> None:
    """Connect to a broker as a sender does, or write into its folder; raise the error otherwise."""
    if address.startswith(_REDIS):
        import redis  # here: a site without Redis needs no client

        with redis.Redis.from_url(address, socket_timeout=1.0, socket_connect_timeout=1.0) as client:
            client.ping()
        return
    if address:
        from kombu import Connection  # here: settings need none

        with Connection(address, connect_timeout=1.0) as connection:
            connection.ensure_connection(max_retries=1, interval_start=0, interval_step=0, timeout=1)
        return
    messages = Path(folder_options(folder)["data_folder_out"])
    messages.mkdir(mode=0o700, parents=True, exist_ok=True)
    probe = messages / ".ready"
    probe.touch()
    probe.unlink(missing_ok=True)


def _of_rabbitmq() -> dict[str, Any]:
    """Return what a replicated (quorum) queue needs, and senders that hear whether a message arrived."""
    return {
        "BROKER_TRANSPORT_OPTIONS": {
            "confirm_publish": True,  # else a message into a dead connection is lost without an error
            "max_retries": 1,
            "interval_start": 0,
            "interval_step": 0,
            "connect_retries_timeout": SEND_SECONDS,
        },
        "BROKER_CONNECTION_TIMEOUT": SEND_SECONDS,
        "BROKER_HEARTBEAT": HEARTBEAT_SECONDS,
        "TASK_DEFAULT_QUEUE_TYPE": "quorum",
        # Celery looks for quorum queues, and then sets no prefetch of a whole channel: they know none.
        "WORKER_DETECT_QUORUM_QUEUES": True,
        # It also declares 28 queues for delayed messages, which ours never are: of the cheap kind, and bound
        # to an exchange of the kind they need, for the log would complain of another.
        "BROKER_NATIVE_DELAYED_DELIVERY_QUEUE_TYPE": "classic",
        "TASK_DEFAULT_EXCHANGE_TYPE": "topic",
    }


def queue_arguments() -> dict[str, Any]:
    """Return the arguments of the queue: RabbitMQ from 3.12 on waits as long as the longest run may take."""
    return {"x-queue-type": "quorum", "x-consumer-timeout": LONGEST_RUN_MS}


def not_waiting(schedule: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return the schedule of a clock that is not held up by a silent broker."""
    return {name: {**entry, "options": {**entry["options"], **SENDING}} for name, entry in schedule.items()}


def folder_options(folder: Path) -> dict[str, Any]:
    """Return the transport options for a queue that lives in one private folder."""
    return {
        "data_folder_in": str(folder / "messages"),
        "data_folder_out": str(folder / "messages"),
        "control_folder": str(folder / "control"),
        "polling_interval": POLLING_SECONDS,
    }
