"""Letters about claims: noted with the act, sent by a job; a code is made where its letter is written."""

import secrets
from datetime import datetime, timedelta

from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.crypto import salted_hmac

from federation.jobs import jobs
from federation.mail import outbox
from federation.mail.outbox import address, compose
from federation.mail.rows import LetterByMoment
from federation.models import ClaimLetter, Contact, RecordClaim

WORK = "federation.claims"
MOST = 3  # codes sent to the address of one player in a day
_DIGITS = 8


def digest(claim: RecordClaim, code: str) -> str:
    """Return what the table keeps of a code."""
    return salted_hmac("federation.claims", f"{claim.pk} {code}", algorithm="sha256").hexdigest()


def note(claim: RecordClaim, step: str) -> None:
    """Note that a letter is to be written, and enqueue the job that sends it."""
    ClaimLetter.objects.create(claim=claim, step=step)
    jobs.enqueue_after_commit(jobs.request_once(WORK, arguments={}))


def waiting() -> QuerySet[ClaimLetter]:
    """Select the letters that wait."""
    return ClaimLetter.objects.filter(sent=None)


def send_waiting() -> int:
    """Send the letters that wait; return how many left. Raise UnsentError when some could not be sent."""
    rows = waiting().select_related("claim__account", "claim__player").order_by("pk")
    return outbox.send_waiting(_Letter(claim) for claim in rows)


class _Letter(LetterByMoment[ClaimLetter]):
    """A letter about a claim."""

    def __str__(self) -> str:
        return f"letter about claim {self.row}"

    def waits_since(self) -> datetime:
        """Return when it was noted."""
        return self.row.noted

    def write(self) -> EmailMessage | None:
        """Write the letter in the language of the person who claims."""
        about = self.row.claim
        if not about.account.is_active:
            return None
        with translation.override(about.language):
            return _code(about) if self.row.step == "code" else _answer(about, self.row.step)

    def settle(self, *, taken: bool) -> None:
        """Keep whether it has left: it is sent once."""
        self.rows().update(taken=taken)


def _code(claim: RecordClaim) -> EmailMessage | None:
    """Write a code to the registered address; None without one, or beyond the daily limit.

    None too where the letter waited until no code is valid any more: the page asks for another request.
    """
    if claim.expires is not None and claim.expires < timezone.now():
        return None
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
