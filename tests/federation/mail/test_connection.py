"""The connection to a mail server that says one byte after the other: it is ended as a whole."""

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from smtplib import SMTP, SMTP_SSL, SMTPException

import pytest

from federation.mail import connection
from federation.mail.connection import EmailBackend
from federation.mail.outbox import compose

ENOUGH = 2000  # bytes a server says: a client that waits for its line ends with the test failed, not hung


class Slow:
    """A mail server that speaks as it should up to a step, and then says a byte now and then."""

    def __init__(self, line: socket.socket, after: int) -> None:
        self.line, self.after = line, after
        self.port: int = line.getsockname()[1]
        self.said = 0
        self.is_ended = threading.Event()

    def talk(self) -> None:
        with self.line, self.line.accept()[0] as client, client.makefile("rb") as asked:
            with suppress(OSError):
                self._converse(client, iter(asked.readline, b""))
            self.is_ended.set()

    def _converse(self, client: socket.socket, asked: Iterator[bytes]) -> None:
        replies = iter([b"220 here\r\n", b"250 ok\r\n", b"250 ok\r\n", b"250 ok\r\n", b"354 go on\r\n"])
        for _ in range(self.after):
            client.sendall(next(replies))
            next(asked)
        while self.said < ENOUGH and not self.is_ended.wait(0.02):
            client.sendall(b"2")
            self.said += 1


@pytest.fixture
def slow() -> Iterator[Callable[[int], Slow]]:
    made: list[Slow] = []

    def start(after: int) -> Slow:
        server = Slow(socket.create_server(("127.0.0.1", 0)), after)
        made.append(server)
        threading.Thread(target=server.talk, daemon=True).start()
        return server

    yield start
    for server in made:
        server.is_ended.set()


@pytest.mark.parametrize("after", [0, 1, 2, 4], ids=["greeting", "EHLO", "MAIL", "DATA"])
def test_server_that_dribbles_is_left_when_the_time_for_all_of_it_is_over(
    slow: Callable[[int], Slow], after: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "LONGEST", 0.3)
    server = slow(after)
    backend = EmailBackend(host="127.0.0.1", port=server.port, timeout=10)

    with pytest.raises((OSError, SMTPException)):
        backend.send_messages([compose("Subject\n\nText", to="ines@example.org")])

    assert server.is_ended.wait(60)
    assert server.said < ENOUGH


@pytest.mark.parametrize("secure", [True, False])
def test_client_is_known_before_the_server_says_anything(
    secure: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    backend = EmailBackend(host="127.0.0.1", port=1, use_ssl=secure)
    known: list[bool] = []

    def connect(client: SMTP, *_: object) -> tuple[int, bytes]:
        known.append(client is backend._client and isinstance(client, SMTP_SSL) is secure)
        return 220, b"here"

    monkeypatch.setattr(SMTP, "connect", connect)

    backend.open()

    assert known == [True]


def test_address_of_a_mail_server_leads_to_this_connection() -> None:
    named = {**os.environ, "EMAIL_URL": "smtp+tls://name:secret@mail.example.org:587"}
    command = "from federation import settings; print(settings.EMAIL_BACKEND)"

    done = subprocess.run([sys.executable, "-c", command], env=named, capture_output=True, text=True)

    assert done.stdout.strip() == "federation.mail.connection.EmailBackend"
