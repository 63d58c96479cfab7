"""Letters of accounts: noted with the request, written and sent by a job.

The request does the same for every address: only the job asks whether it has an account. The secrets of the
links are made where a letter is written, from the row and the key of the site.
"""

from collections.abc import Callable, Mapping
from typing import Any

from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from allauth.utils import build_absolute_uri
from django.conf import settings
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.core import signing
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from federation.accounts.accounts import secret_of
from federation.accounts.permissions import role_names
from federation.mail import letters
from federation.mail.letters import Content, LetterByState
from federation.mail.outbox import PATIENCE
from federation.models import Account, AccountLetter, Invitation

WORK = "federation.account_letters"
FORGOTTEN = "account/email/password_reset_key"
CONFIRMATION = "account/email/email_confirmation"
SIGN_UP, INVITATION = "emails/sign_up", "emails/invitation"
SALT = "federation.sign-up"
State = AccountLetter.State


@transaction.atomic
def note(
    kind: str,
    email: str,
    *,
    request: HttpRequest,
    facts: Mapping[str, Any] | None = None,
    invitation: Invitation | None = None,
) -> None:
    """Note a letter, and enqueue the job that sends it."""
    AccountLetter.objects.create(
        kind=kind,
        email=email,
        language=invitation.language if invitation else translation.get_language() or settings.LANGUAGE_CODE,
        site=build_absolute_uri(request, "/").rstrip("/"),
        facts=dict(facts or {}),
        invitation=invitation,
    )
    letters.enqueue(WORK)


def forget_old() -> None:
    """Delete what could not leave for a day, an invitation for as long as it is open."""
    now = timezone.now()
    invited = Q(invitation__expires__lt=now)
    AccountLetter.objects.filter(Q(invitation=None, noted__lt=now - PATIENCE) | invited).delete()


class AccountMail(LetterByState[AccountLetter]):
    """A letter of an account, in the recipient's language."""

    outbox, label = "accounts", "letter of an account"

    @classmethod
    def waiting(cls) -> QuerySet[AccountLetter]:
        return AccountLetter.objects.filter(letter=State.WAITING).order_by("pk")

    def language(self) -> str:
        return self.row.language

    def content(self) -> Content | None:
        """Return the content, with a subject of its own; the row is deleted when it has none."""
        row = self.row
        facts = _FACTS.get(row.kind, _noted)(row)
        if facts is None:
            row.delete()
            return None
        page = {"federation_name": settings.FEDERATION_NAME, "site": row.site, **facts}
        subject = f"{settings.FEDERATION_NAME} - {render_to_string(f'{row.kind}_subject.txt', page)}"
        return Content(f"{row.kind}_message.txt", row.email, page, subject)

    def settle(self, *, taken: bool) -> None:
        """Delete the row; an officer sees that an invitation was refused."""
        if taken or self.row.invitation_id is None:
            self.rows().delete()
        else:
            self.rows().update(letter=State.REFUSED)


# --- what letters say


def sign_up_token(email: str, record: int) -> str:
    """Return the token of a sign-up link; `record`: number of the player to claim, 0 for none."""
    return signing.dumps([email, record], salt=SALT)


def _noted(row: AccountLetter) -> dict[str, Any]:
    """Return the content of a letter about a change of an account."""
    return {"timestamp": row.noted, **row.facts}


def _forgotten(row: AccountLetter) -> dict[str, Any] | None:
    """Return the link to a new password; None for an address without an account."""
    account = Account.objects.filter(email=row.email, is_active=True).first()
    if account is None:
        return None
    key = {"uidb36": user_pk_to_url_str(account), "key": default_token_generator.make_token(account)}
    return {"password_reset_url": row.site + reverse("account_reset_password_from_key", kwargs=key)}


def _confirmation(row: AccountLetter) -> dict[str, Any] | None:
    """Return the link that confirms a new address; None where it is not asked for any more."""
    waiting = EmailAddress.objects.select_related("user").filter(verified=False)
    address = waiting.filter(pk=row.facts["address"]).first()
    if address is None:
        return None
    link = reverse("account_confirm_email", args=[EmailConfirmationHMAC(address).key])
    return {"user": address.user, "activate_url": row.site + link}


def _sign_up(row: AccountLetter) -> dict[str, Any]:
    """Return the link that opens an account, and where to log in for an address that has one."""
    record: int = row.facts["record"]
    to = {REDIRECT_FIELD_NAME: reverse("claim", args=[record])} if record else None
    return {
        "known": Account.objects.filter(email=row.email).exists(),
        "link": row.site + reverse("signup-open", args=[sign_up_token(row.email, record)]),
        "log_in": row.site + reverse("login", query=to),
        "forgotten": row.site + reverse("account_reset_password"),
    }


def _invitation(row: AccountLetter) -> dict[str, Any] | None:
    """Return what an invitation offers, with its link; None where it has ended."""
    still_open = Invitation.objects.open().select_related("club", "invited_by")
    invitation = still_open.filter(letters=row).first()
    if invitation is None:
        return None
    return {
        "invitation": invitation,
        "link": row.site + reverse("invitation", args=[secret_of(invitation)]),
        "roles": ", ".join(map(str, role_names(invitation.roles))),
    }


_FACTS: Mapping[str, Callable[[AccountLetter], dict[str, Any] | None]] = {
    FORGOTTEN: _forgotten,
    CONFIRMATION: _confirmation,
    SIGN_UP: _sign_up,
    INVITATION: _invitation,
}
