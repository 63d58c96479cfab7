"""Letters that jobs send: composed, claimed as a row before they leave, settled with the answer.

So none leaves twice, and of a job that is killed one letter at most is in doubt: it stays claimed. A letter
that the server does not take now is requeued, one whose recipient it refuses for good is settled as refused.
One that cannot be written, or whose text the server refuses, is our mistake: it is requeued for PATIENCE, as
long as a mistake takes to be mended, then settled as refused. None of these keeps another from leaving.
"""

import logging
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from smtplib import SMTPDataError, SMTPException, SMTPRecipientsRefused
from typing import Protocol, Self

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db import InterfaceError, OperationalError, transaction
from django.urls import reverse
from django.utils import timezone

from federation.language.dates import with_plain_spaces

AWAY = 5  # failures in a row after which the mail server is taken to be away
AT_ONCE = 200  # letters of one job; what is left is the next one's, behind those of others that wait
PATIENCE = timedelta(days=1)  # with a letter that cannot be sent as it is
_GONE = 500  # a reply of this class or above is for good (RFC 5321, 4.2.1)
logger = logging.getLogger(__name__)


class UnsentError(Exception):
    """Some letters could not be sent; they wait for the next time."""


class ServerAwayError(Exception):
    """One letter after the other could not be handed over."""


class TextRefusedError(Exception):
    """Permanent refusal of one letter's content by the mail server (RFC 5321, 3.3)."""


class Waiting(Protocol):
    """A row whose letter waits. Its text names it in the log."""

    def claim(self) -> bool:
        """Note in the database that the letter leaves; False where another job has claimed it."""

    def write(self) -> EmailMessage | None:
        """Write the letter of a claimed row; None when it is no longer wanted."""

    def waits_since(self) -> datetime | None:
        """Return since when the letter waits; None where something else ends the wait of the row."""

    def settle(self, *, taken: bool) -> None:
        """Note that the mail server has taken the letter, or that it is not tried any more."""

    def requeue(self) -> None:
        """Drop the claim, so that the letter is tried again."""


def send_waiting(letters: Iterable[Waiting]) -> int:
    """Send letters until AT_ONCE have left; return how many. Raise UnsentError when some could not be sent.

    The error fails the job, which operators see; the clock asks for the next one.
    """
    with Outbox() as outbox, suppress(ServerAwayError):
        for letter in letters:
            outbox.send(letter)
            if outbox.sent >= AT_ONCE:
                break
    failed = outbox.requeued + outbox.unwritten
    if failed:
        raise UnsentError(f"{failed} of {failed + outbox.sent} could not be sent")
    return outbox.sent


class Outbox:
    """A connection to the mail server, opened with the first letter and again after a failure."""

    def __init__(self) -> None:
        self._connection = get_connection()
        self._failed = 0
        self.sent = self.requeued = self.unwritten = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    def send(self, letter: Waiting) -> None:
        """Claim, write and send one letter. Raise ServerAwayError after AWAY failures in a row."""
        message = self._claim_and_write(letter)
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
        except Exception:  # a header or an address that no letter can have, a text that is refused
            self._close()
            self._put_off(letter)
            return
        self.sent += taken
        letter.settle(taken=taken)

    def _claim_and_write(self, letter: Waiting) -> EmailMessage | None:
        """Return the letter of a row; None if another job has it, it is unwanted or fails.

        One transaction: where the job is killed or loses its database in it, the row is not claimed.
        """
        with transaction.atomic():
            if not letter.claim():
                return None
            try:
                with transaction.atomic():  # what was written for a letter that fails is taken back
                    return letter.write()
            except (OperationalError, InterfaceError):
                raise  # no fault of the letter: the job begins again
            except Exception:
                self._put_off(letter)
                return None

    def _put_off(self, letter: Waiting) -> None:
        """Requeue a letter that cannot be sent as it is, or give it up; called while its error is handled."""
        self.unwritten += 1
        since = letter.waits_since()
        if since is None or timezone.now() - since < PATIENCE:
            logger.exception("%s: the letter cannot be sent as it is and waits", letter)
            letter.requeue()
        else:
            logger.exception("%s: the letter cannot be sent as it is and is given up", letter)
            letter.settle(taken=False)

    def _is_taken(self, message: EmailMessage) -> bool:
        """Hand a letter over; False where it was refused for good.

        Raises OSError or SMTPException where another try may help, ServerAwayError after AWAY of these,
        TextRefusedError.
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
            if isinstance(problem, SMTPDataError) and problem.smtp_code >= _GONE:
                self._failed = 0
                raise TextRefusedError from problem
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


def site() -> str:
    """Return the address of the site for letters; "" if none is configured."""
    origins: list[str] = settings.CSRF_TRUSTED_ORIGINS
    return origins[0].rstrip("/") if origins else ""


def address(name: str, *args: object) -> str:
    """Return the whole address of a page."""
    return site() + reverse(name, args=args)


def compose(
    text: str, *, to: str | Sequence[str], subject: str = "", headers: Mapping[str, str] | None = None
) -> EmailMessage:
    """Compose a letter that no program answers; without a subject its first line is the subject."""
    text = with_plain_spaces(text)
    if not subject:
        subject, _, text = text.strip().partition("\n")
    marked = {**(headers or {}), "Auto-Submitted": "auto-generated"}
    addresses = [to] if isinstance(to, str) else to
    return EmailMessage(" ".join(subject.split()), text.strip() + "\n", to=addresses, headers=marked)
