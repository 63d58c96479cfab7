"""Claims and reported errors that wait for the office: how many an account may decide, and a daily letter.

An account is written to on a day when something new waits for it, once; the letter counts all that waits.
"""

from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils import timezone

from federation.accounts.permissions import OFFICER, REGISTRAR, editable_players
from federation.claims import corrections
from federation.mail import letters
from federation.mail.letters import Content, LetterByMoment
from federation.mail.outbox import address
from federation.models import Account, CorrectionRequest, OfficeLetter, RecordClaim

WORK = "federation.office_letters"


@dataclass(frozen=True, slots=True)
class Waiting:
    """How many requests for records and reported errors an account may decide."""

    claims: int
    errors: int

    def __bool__(self) -> bool:
        return bool(self.claims or self.errors)


def claims_for(account: Account) -> QuerySet[RecordClaim]:
    """Return the requests that wait and that an account may decide."""
    waiting = RecordClaim.objects.filter(state=RecordClaim.State.WAITING)
    return waiting.filter(player__in=editable_players(account)).exclude(account=account)


def errors_for(account: Account) -> QuerySet[CorrectionRequest]:
    """Return the reports that wait and that an account may decide."""
    waiting = corrections.for_office(account).filter(state=CorrectionRequest.State.OPEN)
    return waiting.exclude(account=account)


def waiting_for(account: Account) -> Waiting:
    """Count what waits for an account; two queries."""
    return Waiting(claims_for(account).count(), errors_for(account).count())


def errors_of_others(account: Account) -> int:
    """Return how many reports wait that an account may not decide."""
    everything = CorrectionRequest.objects.filter(state=CorrectionRequest.State.OPEN)
    return everything.exclude(pk__in=errors_for(account).values("pk")).count()


# --- the letter


def note_letters() -> int:
    """Note a letter to each account for which something new waits; return how many.

    Two queries where nothing waits.
    """
    newest = [
        rows.aggregate(newest=Max("asked"))["newest"]
        for rows in (
            RecordClaim.objects.filter(state=RecordClaim.State.WAITING),
            CorrectionRequest.objects.filter(state=CorrectionRequest.State.OPEN),
        )
    ]
    if not any(newest):
        return 0
    office = Account.objects.filter(is_active=True, groups__name__in=(REGISTRAR, OFFICER)).exclude(email="")
    return sum(_note(account) for account in office.distinct().order_by("pk"))


@transaction.atomic
def _note(account: Account) -> bool:
    """Note the letter of one account, unless it was written to today or knows of everything."""
    Account.objects.select_for_update(no_key=True).get(pk=account.pk)
    now, letter = timezone.now(), OfficeLetter.objects.filter(account=account).first()
    if letter is not None and (
        letter.sent is None or timezone.localdate(letter.noted) == timezone.localdate(now)
    ):
        return False
    since = {} if letter is None else {"asked__gt": letter.noted}
    if not any(rows.filter(**since).exists() for rows in (claims_for(account), errors_for(account))):
        return False
    OfficeLetter.objects.update_or_create(account=account, defaults={"noted": now, "sent": None})
    letters.enqueue(WORK)
    return True


class OfficeMail(LetterByMoment[OfficeLetter]):
    """The letter to one account, in the language of the site."""

    outbox, label = "office", "e-mail to the office"

    @classmethod
    def waiting(cls) -> QuerySet[OfficeLetter]:
        return OfficeLetter.objects.filter(sent=None).select_related("account").order_by("pk")

    def content(self) -> Content | None:
        """Return what waits for the account; None where nothing does any more."""
        account = self.row.account
        counts = waiting_for(account)
        if not counts or not account.is_active:
            return None
        page = {
            "waiting": counts,
            "claims": address("register-claims"),
            "errors": address("register-corrections"),
        }
        return Content("emails/office_waiting.txt", account.email, page)
