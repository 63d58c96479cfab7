"""Letters about claims: noted with the act, sent by a job; a code is made where its letter is written."""

import secrets
from datetime import timedelta

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from federation.mail import letters
from federation.mail.letters import Content, LetterByMoment
from federation.mail.outbox import address
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
    letters.enqueue(WORK)


class ClaimMail(LetterByMoment[ClaimLetter]):
    """A letter about a claim, in the language of the person who claims."""

    outbox, label = "claims", "letter about a claim"

    @classmethod
    def waiting(cls) -> QuerySet[ClaimLetter]:
        rows = ClaimLetter.objects.filter(sent=None)
        return rows.select_related("claim__account", "claim__player").order_by("pk")

    def language(self) -> str:
        return self.row.claim.language

    def content(self) -> Content | None:
        claim, step = self.row.claim, self.row.step
        if not claim.account.is_active:
            return None
        if step == "code":
            return _code(claim)
        page = {"claim": claim, "step": step, "url": address("account")}
        return Content("emails/claim_answer.txt", claim.account.email, page)

    def settle(self, *, taken: bool) -> None:
        """Keep whether it has left: it is sent once."""
        self.rows().update(taken=taken)


def _code(claim: RecordClaim) -> Content | None:
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
    page = {"claim": claim, "code": f"{code[:4]} {code[4:]}"}
    return Content("emails/claim_code.txt", contact.email, page)
