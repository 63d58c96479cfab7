"""Counts of requests: exact however many ask at once, and forgotten when their time is over."""

import sqlite3
import threading
from collections.abc import Sequence
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.utils import timezone
from pytest_django.fixtures import Settings

from federation.api import rate_limit
from federation.models import Tally
from federation.web import counting
from federation.web.outages import Outage

AT_ONCE = [
    pytest.mark.postgresql,
    pytest.mark.django_db(transaction=True, serialized_rollback=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="tests on SQLite have one connection"),
]


@pytest.fixture(autouse=True)
def _counted_in_memory(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Count as an office does."""
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(counting, "_outage", Outage("The file of counts"))
    monkeypatch.setattr(counting, "_waiting", {})


@pytest.mark.django_db
def test_requests_of_a_window_are_counted_and_the_next_begins_anew() -> None:
    taken = [rate_limit.take("ada", limit=5, now=120.0 + n, cost=2) for n in range(3)]
    other, later = rate_limit.take("bo", limit=5, now=120.0), rate_limit.take("ada", limit=5, now=180.0)

    assert [(one.remaining, one.reset, one.is_spent) for one in taken] == [
        (3, 60, False), (1, 59, False), (0, 58, True),
    ]  # fmt: skip
    assert (other.remaining, later.remaining) == (4, 4)


@pytest.mark.django_db
def test_counts_are_forgotten_when_their_time_is_over() -> None:
    counting.in_database("over", seconds=60)
    counting.in_database("under way", seconds=60)
    counting.in_database("for good")
    Tally.objects.filter(name="over").update(ends=timezone.now() - timedelta(seconds=1))

    assert counting.forget_ended() == 1
    left = Tally.objects.filter(name__in=["over", "under way", "for good"])
    assert sorted(left.values_list("name", "number")) == [("for good", 1), ("under way", 1)]


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has no file of counts")
class TestBesideSQLite:
    def test_counts_lie_in_a_file_of_their_own_and_are_forgotten_there(self, tmp_path: Path) -> None:
        counted = [counting.count(name, by=2, seconds=-1) for name in ("ada", "ada", "bo")]

        assert (counted, Tally.objects.exclude(name="oldest-version").count()) == ([2, 4, 2], 0)
        assert [one.name for one in tmp_path.glob("*.sqlite3*") if one.suffix == ".sqlite3"] == [
            "counts.sqlite3"
        ]
        assert (counting.forget_ended(), counting.count("ada", by=1, seconds=60)) == (2, 1)

    def test_threads_that_begin_at_once_count_in_one_file(self) -> None:
        gate = threading.Barrier(8)
        counted: list[int] = []

        def ask() -> None:
            gate.wait(120)
            counted.extend(counting.count("ada", by=1, seconds=60) for _ in range(20))

        threads = [threading.Thread(target=ask) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(120)

        assert sorted(counted) == list(range(1, 161))

    def test_process_counts_by_itself_where_the_file_cannot_be_written(
        self, settings: Settings, tmp_path: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        settings.DATA_DIR = tmp_path / "gone"

        assert [rate_limit.take("ada", limit=2, now=120.0).is_spent for _ in range(3)] == [False, False, True]
        assert "The file of counts fails, going on without it" in caplog.text

    def test_file_that_is_held_is_asked_once_and_gets_what_was_counted_when_it_is_free(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert counting.count("ada", by=1, seconds=60) == 1
        asked: list[int] = []
        write = counting._write

        def note_and_write(raises: Sequence[counting.Raise]) -> int:
            asked.append(len(raises))
            return write(raises)

        monkeypatch.setattr(counting, "_write", note_and_write)
        with closing(sqlite3.connect(tmp_path / "counts.sqlite3", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            held = [counting.count(name, by=1, seconds=60) for name in ("ada", "ada", "bo", "ada")]
            assert (held, asked, counting.forget_ended()) == ([1, 2, 1, 3], [1], 0)
        monkeypatch.setattr(counting._outage, "_again", 0.0)  # the time to try again has come

        assert [counting.count(name, by=1, seconds=60) for name in ("bo", "ada")] == [2, 5]
        assert asked == [1, 3, 1]

    def test_raises_that_wait_are_bounded(
        self, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        settings.DATA_DIR = tmp_path / "gone"
        monkeypatch.setattr(counting, "MOST", 2)

        counted = [counting.count(name, by=1, seconds=60) for name in ("ada", "bo", "cy", "bo", "ada")]

        assert counted == [1, 1, 1, 2, 1]


class TestAtOnce:
    pytestmark = AT_ONCE

    def test_exactly_as_many_pass_as_may(self) -> None:
        gate = threading.Barrier(8)
        passed: list[bool] = []

        def ask() -> None:
            try:
                connection.ensure_connection()
                gate.wait(120)
                passed.extend(not rate_limit.take("ada", limit=120, now=0.0).is_spent for _ in range(50))
            finally:
                connection.close()

        threads = [threading.Thread(target=ask) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(120)

        assert (len(passed), sum(passed)) == (400, 120)
