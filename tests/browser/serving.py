"""The site as tests of this folder serve it: one request at a time, and none between two tests.

On SQLite in memory the threads of the server share the connection of the test. Two requests at once would
begin and end each other's transactions, and one that comes late would write what the next test reads.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any
from unittest import mock

from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.db import connection
from django.test import TransactionTestCase, modify_settings, override_settings
from pytest_django import DjangoDbBlocker, live_server_helper

from tests import databases

HOUR = 3600.0


class Door:
    """A WSGI application before the site's own, which lets requests in one by one, or none."""

    def __init__(self, site: Any) -> None:
        self._site = site
        self._lock = Lock()
        self.is_open = False

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answer a request as a whole."""
        with self._lock:
            if not self.is_open:
                start_response("503 Service Unavailable", [("Content-Length", "0")])
                return []
            answer = self._site(environ, start_response)
            try:
                return list(answer)
            finally:
                answer.close()

    @contextmanager
    def kept_shut(self) -> Iterator[None]:
        """Let the requests wait that come meanwhile; the one before has been answered."""
        with self._lock:
            yield


class Server(live_server_helper.LiveServer):
    """The live server of pytest-django with a door, which is open while a test runs."""

    door: Door

    def __init__(self, address: str) -> None:
        super().__init__(address, start=False)
        self.thread.static_handler = self._behind_the_door  # type: ignore[assignment]  # it is called, no more
        self.start()

    def _behind_the_door(self, site: Any) -> StaticFilesHandler:
        self.door = Door(site)
        return StaticFilesHandler(self.door)  # type: ignore[arg-type]  # files of ours ask no table

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Answer until the end of a test, or of several that share their tables.

        Jobs are run in the test's thread meanwhile, and beat so seldom that no other connection writes: in
        memory SQLite refuses at once whoever comes second.
        """
        self.door.is_open = True
        hosts = modify_settings(ALLOWED_HOSTS={"append": self.thread.host})
        try:
            with hosts, override_settings(JOB_BEAT_SECONDS=HOUR):
                yield
        finally:
            with self.door.kept_shut():
                self.door.is_open = False

    @contextmanager
    def kept_waiting(self) -> Iterator[None]:
        """Let requests wait while the test itself writes: pages that go on by themselves ask at any time."""
        with self.door.kept_shut():
            yield


@contextmanager
def lasting_tables(blocker: DjangoDbBlocker) -> Iterator[None]:
    """Let tests that commit leave the tables as they are, until the fixture that has filled them ends.

    Such tests carry the marker of any test that commits: by it the database is made, and they come last.
    """
    no_teardown = mock.patch.object(TransactionTestCase, "_fixture_teardown", return_value=None)
    with blocker.unblock(), no_teardown:
        try:
            yield
        finally:
            databases.put_back(connection)
