"""The outbox of all letters: a row is claimed before its letter leaves, settled when the server has answered.

So none leaves twice, and of a job that is killed one letter at most is in doubt: it stays claimed. A letter
that the server does not take now is requeued, one that it refuses for good is settled as refused.
"""

import logging
from smtplib import SMTPException, SMTPRecipientsRefused
from typing import Protocol, Self

from django.core.mail import EmailMessage, get_connection

AWAY = 5  # failures in a row after which the mail server is taken to be away
_GONE = 500  # a reply of this class or above is for good (RFC 5321, 4.2.1)
logger = logging.getLogger(__name__)


class ServerAwayError(Exception):
    """One letter after the other could not be handed over."""


class Waiting(Protocol):
    """A row whose letter waits. Its text names it in the log."""

    def claim(self) -> bool:
        """Note in the database that the letter leaves; False where another job has claimed it."""

    def write(self) -> EmailMessage | None:
        """Write the letter of a claimed row; None where nobody wants it any more."""

    def settle(self, *, taken: bool) -> None:
        """Note that the mail server has taken the letter, or has refused it for good."""

    def requeue(self) -> None:
        """Drop the claim, so that the letter is tried again."""


class Outbox:
    """A connection to the mail server, opened with the first letter and anew after a failure."""

    def __init__(self) -> None:
        self._connection = get_connection()
        self._failed = 0
        self.sent = self.requeued = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    def send(self, letter: Waiting) -> None:
        """Claim, write and send one letter. Raise ServerAwayError after AWAY failures in a row."""
        if not letter.claim():
            return
        message = letter.write()
        if message is None:
            return
        try:
            taken = self._is_taken(message)
        except (OSError, SMTPException, ServerAwayError) as problem:
            logger.warning("%s: the letter waits: %s", letter, type(problem).__name__)
            letter.requeue()
            self.requeued += 1
            if isinstance(problem, ServerAwayError):
                raise
            return
        self.sent += taken
        letter.settle(taken=taken)

    def _is_taken(self, message: EmailMessage) -> bool:
        """Hand a letter over; False where it was refused for good.

        Raises OSError or SMTPException where another try may help, ServerAwayError after AWAY of these.
        """
        message.connection = self._connection
        try:
            self._connection.open()
            message.send()
        except SMTPRecipientsRefused as refused:
            self._failed = 0
            if all(code >= _GONE for code, _text in refused.recipients.values()):
                return False
            raise
        except (OSError, SMTPException) as problem:
            self._close()
            self._failed += 1
            if self._failed >= AWAY:
                raise ServerAwayError from problem
            raise
        self._failed = 0
        return True

    def _close(self) -> None:
        try:
            self._connection.close()
        except (OSError, SMTPException):
            logger.info("the mail server did not end the connection in order")
