"""Letters about claims: noted with the act, sent by a job; a code is made where its letter is written."""

import secrets
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.crypto import salted_hmac

from federation.jobs import jobs
from federation.mail.message import address, compose
from federation.mail.outbox import Outbox, ServerAwayError
from federation.models import ClaimLetter, Contact, RecordClaim

WORK = "federation.claims"
MOST = 3  # codes sent to the address of one player in a day
_AT_ONCE = 200
_DIGITS = 8


class UnsentError(Exception):
    """Some letters could not be sent; they wait for the next time."""


def digest(claim: RecordClaim, code: str) -> str:
    """Return what the table keeps of a code."""
    return salted_hmac("federation.claims", f"{claim.pk} {code}", algorithm="sha256").hexdigest()


def note(claim: RecordClaim, step: str) -> None:
    """Note that a letter is to be written, and enqueue the job that sends it."""
    ClaimLetter.objects.create(claim=claim, step=step)
    jobs.enqueue_after_commit(jobs.request_once(WORK, arguments={}))


def send_waiting() -> int:
    """Send every letter that waits; return how many left. Raise UnsentError when some could not be sent."""
    waiting = ClaimLetter.objects.filter(sent=None).select_related("claim__account", "claim__player")
    with Outbox() as outbox, suppress(ServerAwayError):
        for letter in waiting.order_by("pk")[:_AT_ONCE]:
            outbox.send(_Waiting(letter))
    if outbox.requeued:
        raise UnsentError(f"{outbox.requeued} of {outbox.requeued + outbox.sent} could not be sent")
    return outbox.sent


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A letter that waits."""

    letter: ClaimLetter

    def __str__(self) -> str:
        return f"letter about claim {self.letter}"

    def claim(self) -> bool:
        """Note the moment; another job finds it noted."""
        return bool(ClaimLetter.objects.filter(pk=self.letter.pk, sent=None).update(sent=timezone.now()))

    def write(self) -> EmailMessage | None:
        """Write the letter in the language of the person who claims."""
        about = self.letter.claim
        if not about.account.is_active:
            return None
        with translation.override(about.language):
            return _code(about) if self.letter.step == "code" else _answer(about, self.letter.step)

    def settle(self, *, taken: bool) -> None:
        """Keep whether it has left: it is sent once."""
        ClaimLetter.objects.filter(pk=self.letter.pk).update(taken=taken)

    def requeue(self) -> None:
        """Let it wait for the next job."""
        ClaimLetter.objects.filter(pk=self.letter.pk).update(sent=None)


def _code(claim: RecordClaim) -> EmailMessage | None:
    """Write a code to the address on the register; None where there is none, or it got enough for a day."""
    contact = Contact.objects.filter(player=claim.player_id).first()
    sent = ClaimLetter.objects.filter(
        step="code", taken=True, claim__player=claim.player_id, sent__gt=timezone.now() - timedelta(days=1)
    )
    if contact is None or claim.player.death or sent.count() >= MOST:
        return None
    code = f"{secrets.randbelow(10**_DIGITS):0{_DIGITS}d}"
    waiting = RecordClaim.objects.filter(pk=claim.pk, state=RecordClaim.State.CODE)
    if not waiting.update(digest=digest(claim, code)):
        return None
    page = {"claim": claim, "code": f"{code[:4]} {code[4:]}", "federation_name": settings.FEDERATION_NAME}
    return compose(render_to_string("emails/claim_code.txt", page), to=contact.email)


def _answer(claim: RecordClaim, step: str) -> EmailMessage:
    page = {
        "claim": claim,
        "step": step,
        "url": address("account"),
        "federation_name": settings.FEDERATION_NAME,
    }
    return compose(render_to_string("emails/claim_answer.txt", page), to=claim.account.email)
