"""A connection PostgreSQL has ended: no reader sees an error."""

from collections.abc import Iterator

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, connection
from django.test import Client

from tests import waiting

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no connections to lose"),
]


@pytest.fixture(autouse=True)
def _kept_connection(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Keep the connection from request to request, as settings do in production."""
    connection.close()
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", 60)
    monkeypatch.setitem(connection.settings_dict, "CONN_HEALTH_CHECKS", True)
    yield
    connection.close()


def request(path: str = "/lists/") -> tuple[int, int]:
    """Ask for a page as a web server has it asked; give its status and the server's process behind it.

    Django's client of tests leaves connections alone at the begin of a request and at its end.
    """
    request_started.send(sender=None, environ={})
    close_old_connections()
    status = Client(raise_request_exception=False).get(path).status_code
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        process: int = cursor.fetchone()[0]
    close_old_connections()
    request_finished.send(sender=None)
    return status, process


def end(process: int) -> None:
    """End a process of the server, from a connection of our own, and wait until its line is closed."""
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s, 10000)", [process])
            assert cursor.fetchone() == (True,)
    finally:
        other.close()


def wait_until_ended(process: int) -> None:
    """Wait until the server has ended a process by itself."""
    other = connection.copy()

    def is_ended() -> bool:
        with other.cursor() as cursor:
            cursor.execute("SELECT 1 FROM pg_stat_activity WHERE pid = %s", [process])
            return cursor.fetchone() is None

    try:
        waiting.until(is_ended, "the end of an idle session")
    finally:
        other.close()


def test_connection_ended_between_two_requests_is_made_anew_and_nobody_sees_it() -> None:
    _, before = request()
    end(before)

    status, after = request()

    assert (status, after != before) == (200, True)


def test_connection_ended_by_an_idle_limit_of_the_server_is_made_anew() -> None:
    _, before = request()
    with connection.cursor() as cursor:
        cursor.execute("SET idle_session_timeout = '50ms'")
    wait_until_ended(before)

    status, after = request()

    assert (status, after != before) == (200, True)


def test_connection_lost_within_a_request_is_not_believed_in_the_next() -> None:
    _, before = request()
    with connection.cursor() as cursor:  # as a view that is in the middle of its statements
        end(before)
        with pytest.raises(Exception, match=r"terminat|closed"):
            cursor.execute("SELECT 1")

    status, after = request()

    assert (status, after != before) == (200, True)
