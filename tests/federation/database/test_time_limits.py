"""Limits of time: a page gives way where a table is held, a migration waits a moment and tries again."""

from collections.abc import Iterator

import pytest
from django.core.management import call_command
from django.db import OperationalError, connection
from django.db.backends.signals import connection_created

from federation.database import time_limits
from federation.management.commands import migrate

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no limits of its own"),
]


@pytest.fixture
def _limited(settings: object) -> Iterator[None]:
    settings.STATEMENT_SECONDS, settings.LOCK_SECONDS = 2, 1  # type: ignore[attr-defined]  # of this project
    connection.close()
    time_limits.limit_pages()
    yield
    connection_created.disconnect(dispatch_uid="time-limits")
    connection.close()


@pytest.mark.usefixtures("_limited")
def test_statement_of_a_page_ends_after_its_time() -> None:
    with connection.cursor() as cursor, pytest.raises(OperationalError, match="statement timeout"):
        cursor.execute("SELECT pg_sleep(120)")


@pytest.mark.usefixtures("_limited")
def test_page_does_not_wait_for_a_table_that_is_held() -> None:
    other = connection.copy()
    try:
        other.set_autocommit(False)
        with other.cursor() as cursor:
            cursor.execute("LOCK TABLE federation_club IN ACCESS EXCLUSIVE MODE")
        with connection.cursor() as cursor, pytest.raises(OperationalError, match="lock timeout"):
            cursor.execute("SELECT count(*) FROM federation_club")
    finally:
        other.rollback()
        other.close()


def test_migration_gives_way_and_tries_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A table is held while the migrations are taken back and applied; it is let go while they wait."""
    other = connection.copy()
    other.set_autocommit(False)
    with other.cursor() as cursor:
        cursor.execute("LOCK TABLE django_migrations IN ACCESS EXCLUSIVE MODE")
    paused: list[float] = []

    def pause(seconds: float) -> None:
        paused.append(seconds)
        other.rollback()

    monkeypatch.setattr("time.sleep", pause)
    monkeypatch.setattr(migrate, "LOCK_SECONDS", 1)
    try:
        call_command("migrate", "federation", verbosity=0)
    finally:
        other.close()

    assert paused == [migrate.PAUSE_SECONDS]
    assert "A table is in use (1 of 20)" in capsys.readouterr().err


def test_migration_that_never_gets_its_table_ends_with_the_error(monkeypatch: pytest.MonkeyPatch) -> None:
    other = connection.copy()
    other.set_autocommit(False)
    with other.cursor() as cursor:
        cursor.execute("LOCK TABLE django_migrations IN ACCESS EXCLUSIVE MODE")
    monkeypatch.setattr("time.sleep", lambda _seconds: None)
    monkeypatch.setattr(migrate, "LOCK_SECONDS", 1)
    monkeypatch.setattr(migrate, "ATTEMPTS", 2)
    try:
        with pytest.raises(OperationalError, match="lock timeout"):
            call_command("migrate", "federation", verbosity=0)
    finally:
        other.rollback()
        other.close()
    with connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        assert cursor.fetchone() == ("0",)
