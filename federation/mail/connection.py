"""The connection to a mail server, with a total time limit, however slow its answers.

The timeout of a socket (EMAIL_TIMEOUT) begins again with every byte, so a server that sends one now and then
would hold a job for ever. RFC 5321, 4.5.3.2 has minutes for each command; a server that an office hands its
letters to answers in seconds.
"""

import smtplib
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

from django.core.mail import EmailMessage
from django.core.mail.backends import smtp

from federation.vocabulary.networks import limited

LONGEST = 60.0  # seconds to open a connection, to hand a letter over, to end the connection


class _Client(smtplib.SMTP):
    """A client that is known to its backend before the server is asked anything."""

    def __init__(self, *args: Any, known_to: Callable[[smtplib.SMTP], None], **options: Any) -> None:
        known_to(self)
        super().__init__(*args, **options)


class _SecureClient(_Client, smtplib.SMTP_SSL):
    """The same over TLS from the first byte."""


class EmailBackend(smtp.EmailBackend):
    """Django's backend, which breaks off a conversation that lasts longer than LONGEST."""

    _client: smtplib.SMTP | None = None
    _is_limited = False

    @property
    def connection_class(self) -> Any:
        """Return what opens a connection."""
        return partial(_SecureClient if self.use_ssl else _Client, known_to=self._know)

    def open(self) -> bool | None:
        """Open a connection in time; OSError or SMTPException otherwise."""
        with self._limited():
            return super().open()

    def close(self) -> None:
        """End the connection in time."""
        with self._limited():
            super().close()

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Hand letters over in time; return how many were."""
        with self._limited():
            return super().send_messages(email_messages)

    def _know(self, client: smtplib.SMTP) -> None:
        self._client = client

    @contextmanager
    def _limited(self) -> Iterator[None]:
        """Limit the time of the block; a block inside has no limit of its own."""
        if self._is_limited:
            yield
            return
        self._is_limited = True
        try:
            with limited(LONGEST, self._break_off):
                yield
        finally:
            self._is_limited = False

    def _break_off(self) -> None:
        """End the line, from another thread: the client gets nothing more, and raises."""
        line = self._client.sock if self._client else None
        if line is not None:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
