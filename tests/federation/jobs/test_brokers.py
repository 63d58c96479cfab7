"""What an address of a broker becomes in Celery's settings."""

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from federation.background import SCHEDULE
from federation.jobs import brokers


def test_without_an_address_messages_lie_in_the_folder(tmp_path: Path) -> None:
    found = brokers.described("", folder=tmp_path)

    assert found["BROKER_URL"] == brokers.FOLDER_URL
    assert found["BROKER_TRANSPORT_OPTIONS"]["data_folder_in"] == str(tmp_path / "messages")


def test_redis_keeps_nobody_waiting(tmp_path: Path) -> None:
    found = brokers.described("redis://127.0.0.1:6379/0", folder=tmp_path)

    assert set(found) == {"BROKER_URL", "BROKER_TRANSPORT_OPTIONS"}
    assert found["BROKER_TRANSPORT_OPTIONS"]["socket_timeout"] == brokers.SEND_SECONDS


def test_rabbitmq_has_a_quorum_queue_whose_messages_are_confirmed(tmp_path: Path) -> None:
    address = "amqp://me:secret@one.example.org/office;amqps://me:secret@two.example.org/office"

    found = brokers.described(address, folder=tmp_path)

    assert (found["BROKER_URL"], found["TASK_DEFAULT_QUEUE_TYPE"]) == (address, "quorum")
    assert found["BROKER_TRANSPORT_OPTIONS"]["confirm_publish"] is True
    assert brokers.queue_arguments()["x-consumer-timeout"] == 24 * 3600 * 1000


@pytest.mark.parametrize(
    "address", ["sqs://", "localhost:5672", "redis://a;amqp://b", "https://rabbitmq.example.org"]
)
def test_any_other_address_stops_the_start(address: str, tmp_path: Path) -> None:
    with pytest.raises(ImproperlyConfigured, match="BROKER_URL must name Redis"):
        brokers.described(address, folder=tmp_path)


def test_clock_is_not_held_up_and_forgets_no_option() -> None:
    found = brokers.not_waiting(SCHEDULE)

    assert found["sweep-jobs"]["options"] == {"expires": 5.0, "timeout": 2.0, "confirm_timeout": 2.0}
    assert {name: one["task"] for name, one in found.items()} == {
        name: one["task"] for name, one in SCHEDULE.items()
    }
