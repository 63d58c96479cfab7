"""The folder broker: nothing half-written is taken, nothing lost or doubled, nothing read by others."""

import errno
import multiprocessing
import os
import stat
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from kombu import Connection

from federation import celery
from federation.jobs import brokers, file_queue

WRITERS, MESSAGES = 3, 400


def connect(folder: Path) -> Connection:
    celery.register_transports()
    options = {**brokers.folder_options(folder), "polling_interval": 0.001}
    return Connection(brokers.FOLDER_URL, transport_options=options)


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[Connection]:
    with connect(tmp_path / "queue") as opened:
        yield opened


def publish_many(folder: Path, writer: int) -> None:
    with connect(folder) as opened, opened.SimpleQueue("work") as queue:
        for number in range(MESSAGES):
            queue.put({"writer": writer, "number": number, "padding": "x" * 20_000})


def take_many(folder: Path, kept: Path) -> None:
    """Take until the queue is empty behind the last writer; write down what came."""
    is_last = folder.with_name("written")
    with connect(folder) as opened, opened.SimpleQueue("work") as queue, kept.open("w") as file:
        while True:
            nobody_writes = is_last.exists()
            try:
                message = queue.get(timeout=0.1)
            except queue.Empty:
                if nobody_writes:
                    return
                continue
            file.write(f"{message.payload['writer']}:{message.payload['number']}\n")
            message.ack()


def test_messages_of_several_writers_reach_several_readers_once_each(tmp_path: Path) -> None:
    folder = tmp_path / "queue"
    kept = [tmp_path / f"reader{number}" for number in range(3)]
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=publish_many, args=(folder, number)) for number in range(WRITERS)]
    readers = [context.Process(target=take_many, args=(folder, path)) for path in kept]
    crowd = writers + readers
    for process in crowd:
        process.start()
    for process in writers:
        process.join(120)
    folder.with_name("written").touch()
    for process in readers:
        process.join(120)
    taken = sorted(line for path in kept for line in path.read_text().split())
    sent = sorted(f"{writer}:{number}" for writer in range(WRITERS) for number in range(MESSAGES))
    assert [process.exitcode for process in crowd] == [0] * len(crowd)
    assert taken == sent
    assert list((folder / "messages").iterdir()) == []


def test_messages_come_in_the_order_they_were_sent(connection: Connection) -> None:
    with connection.SimpleQueue("work") as queue:
        for number in range(20):
            queue.put(number)
        assert [queue.get(timeout=120).payload for _ in range(20)] == list(range(20))


def test_half_written_message_is_not_taken(connection: Connection, tmp_path: Path) -> None:
    with connection.SimpleQueue("work") as queue:
        (tmp_path / "queue" / "messages" / ".00000000000000000001_ab.work.msg.cd").write_text('{"bo')
        with pytest.raises(queue.Empty):
            queue.get(timeout=0.1)


def test_queues_in_one_folder_do_not_mix(connection: Connection) -> None:
    with connection.SimpleQueue("work") as work, connection.SimpleQueue("other") as other:
        work.put("for work")
        with pytest.raises(other.Empty):
            other.get(timeout=0.1)
        assert work.get(timeout=120).payload == "for work"


def test_folders_and_messages_are_private(connection: Connection, tmp_path: Path) -> None:
    with connection.SimpleQueue("work") as queue:
        queue.put("private")
        folder = tmp_path / "queue"
        modes = {
            stat.S_IMODE(path.stat().st_mode)
            for path in (folder / "messages", folder / "control", *(folder / "messages").iterdir())
        }
    assert modes == {0o700, 0o600}


def test_leftovers_of_killed_processes_go_after_an_hour(tmp_path: Path) -> None:
    messages = tmp_path / "queue" / "messages"
    messages.mkdir(parents=True)
    old, young = messages / ".old", messages / ".young"
    for path in (old, young):
        path.write_text("half")
    an_hour_ago = time.time() - file_queue.LEFTOVER_SECONDS - 1
    os.utime(old, (an_hour_ago, an_hour_ago))
    with connect(tmp_path / "queue") as opened, opened.SimpleQueue("work"):
        assert sorted(path.name for path in messages.iterdir()) == [".young"]


def test_message_a_full_disk_refuses_leaves_nothing_behind(
    connection: Connection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with connection.SimpleQueue("work") as queue:
        with monkeypatch.context() as full:

            def refuse(_: Path, __: Path) -> None:
                raise OSError(errno.ENOSPC, "No space left on device")

            full.setattr(Path, "replace", refuse)
            with pytest.raises(OSError, match="No space left"):
                file_queue._write_whole(tmp_path / "queue" / "messages" / "1.work.msg", "{}")
        assert list((tmp_path / "queue" / "messages").iterdir()) == []

        queue.put({"number": 1})
        assert queue.get(timeout=60).payload == {"number": 1}
