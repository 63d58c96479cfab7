"""Probes are answered while requests hold every thread of the web server."""

import http.client
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import pytest

from tests import ports, waiting

THREADS = 2


@pytest.fixture
def held(tmp_path: Path) -> Path:
    path = tmp_path / "held"
    os.mkfifo(path)
    return path


@pytest.fixture
def port(held: Path) -> Iterator[int]:
    """Start a process of the web server with two threads."""
    chosen = ports.free_port()
    command = [
        *(sys.executable, "-m", "gunicorn", "tests.federation.web.held_site:application"),
        *(f"--bind=127.0.0.1:{chosen}", "--worker-class=gthread"),
        "--config=python:tests.federation.web.held_site",
        *("--workers=1", f"--threads={THREADS}", "--no-control-socket", "--log-level=warning"),
        "--graceful-timeout=1",
    ]
    server = subprocess.Popen(command, env={**os.environ, "HELD": str(held)})
    try:
        waiting.until(lambda: answers(chosen), "the first answer")
        yield chosen
    finally:
        server.terminate()
        server.wait(60)


def answers(port: int) -> bool:
    try:
        return told(ask(port, "/healthz")) == b"ok"
    except OSError:
        return False


def ask(port: int, path: str) -> http.client.HTTPConnection:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request("GET", path)
    except OSError:
        connection.close()
        raise
    return connection


def told(connection: http.client.HTTPConnection) -> bytes:
    with closing(connection):
        return connection.getresponse().read()


def test_probe_is_answered_while_every_thread_is_held_and_connections_are_silent(
    port: int, held: Path
) -> None:
    with ExitStack() as stack:
        for _ in range(2 * THREADS):
            stack.enter_context(socket.create_connection(("127.0.0.1", port), 60))
        slow = [stack.enter_context(closing(ask(port, "/slow"))) for _ in range(2 * THREADS)]

        probes = [told(ask(port, path)) for path in ("/healthz", "/readyz", "/healthz")]

        with held.open("r+b", buffering=0):  # open on both sides: no writer waits any more
            pages = [told(one) for one in slow]
    assert (probes, pages) == ([b"ok"] * 3, [b"ok"] * len(slow))


def test_connection_answers_a_page_and_a_probe_one_after_the_other(port: int, held: Path) -> None:
    with closing(ask(port, "/slow")) as connection:
        with held.open("r+b", buffering=0):
            page = connection.getresponse().read()
        connection.request("GET", "/healthz")

        assert (page, connection.getresponse().read()) == (b"ok", b"ok")


def test_connections_that_clients_leave_open_after_the_answer_hold_up_nobody(port: int) -> None:
    request = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    with ExitStack() as stack:
        for _ in range(40):  # two seconds each, one after the other, are longer than anybody waits here
            left_open = stack.enter_context(socket.create_connection(("127.0.0.1", port), 60))
            left_open.sendall(request)

        assert told(ask(port, "/healthz")) == b"ok"
        assert left_open.makefile("rb").read().endswith(b"ok")  # the server has ended its part


def test_connection_is_closed_when_the_other_side_ends_or_says_too_much(port: int) -> None:
    request = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    for more in (b"", b"x" * 1_000_000):
        with socket.create_connection(("127.0.0.1", port), 60) as line, suppress(ConnectionError):
            line.sendall(request)
            assert line.makefile("rb").read().endswith(b"ok")
            line.sendall(more)

    assert told(ask(port, "/healthz")) == b"ok"
