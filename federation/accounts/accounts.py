"""Accounts: invite, withdraw, join, change roles, reset a second factor, end sessions."""

import base64
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import Group
from django.contrib.sessions.models import Session
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from federation.database.slicing import slices
from federation.journal import journal
from federation.models import Account, Club, Invitation


class Refused(Exception):
    """Refusal of a request; its message gives people the reason."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What an invitation offers to whom."""

    email: str
    roles: tuple[str, ...]
    club: Club | None
    language: str


@dataclass(frozen=True, slots=True)
class Joining:
    """Data an invited person enters; without a password they log in with a passkey."""

    first_name: str
    last_name: str
    password: str | None


@dataclass(frozen=True, slots=True)
class Standing:
    """What an officer decides about an account."""

    roles: tuple[str, ...]
    club: Club | None
    active: bool


def digest(secret: str) -> str:
    """Return what the table keeps of a link's secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def secret_of(invitation: Invitation) -> str:
    """Return the secret of an invitation's link, made of the row and the key of the site."""
    text = f"{invitation.email} {invitation.expires.isoformat()}"
    key = salted_hmac("federation.invitation", text, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(key).decode().rstrip("=")


def invite(offer: Offer, *, by: Account) -> tuple[Invitation, str]:
    """Open an invitation and give the secret of its link; one sent to the address before ends with it.

    Raises Refused when the address has an account.
    """
    email = offer.email.lower()
    if Account.objects.filter(email__iexact=email).exists():
        raise Refused(_("This address already has an account."))
    invitation = Invitation(
        email=email,
        roles=sorted(offer.roles),
        club=offer.club,
        language=offer.language,
        invited_by=by,
        expires=timezone.now() + timedelta(days=settings.INVITATION_DAYS),
    )
    secret = secret_of(invitation)
    invitation.digest = digest(secret)
    try:
        with transaction.atomic():
            for earlier in Invitation.objects.filter(email=email, accepted=None, withdrawn=None):
                withdraw(earlier, by=by)
            invitation.save()
            detail = {"email": email, "roles": invitation.roles, "club": offer.club and offer.club.code}
            journal.write("account.invited", invitation, account=by, **detail)
    except IntegrityError as error:  # another officer invites the same person at the same moment
        raise Refused(_("This address was invited a moment ago.")) from error
    return invitation, secret


def withdraw(invitation: Invitation, *, by: Account) -> bool:
    """End an invitation that is not accepted; False when it had ended before."""
    with transaction.atomic():
        waiting = Invitation.objects.filter(pk=invitation.pk, accepted=None, withdrawn=None)
        if not waiting.update(withdrawn=timezone.now()):
            return False
        journal.write("invitation.withdrawn", invitation, account=by, email=invitation.email)
    return True


def join(invitation: Invitation, joining: Joining) -> Account:
    """Make the account an invitation offers, once; raises Refused when it is no longer open."""
    try:
        with transaction.atomic():
            if not Invitation.objects.open().filter(pk=invitation.pk).update(accepted=timezone.now()):
                raise Refused(_("This invitation is no longer valid."))
            account = Account.objects.create_user(
                invitation.email,
                joining.password,
                first_name=joining.first_name,
                last_name=joining.last_name,
                club=invitation.club,
            )
            account.groups.set(Group.objects.filter(name__in=invitation.roles))
            journal.write(
                "account.joined", account, account=account, invitation=invitation.pk, roles=invitation.roles
            )
    except IntegrityError as error:
        raise Refused(_("This address already has an account.")) from error
    return account


def sign_up(email: str, joining: Joining) -> Account:
    """Make an account without rights for an address that has been confirmed; Refused where it has one."""
    try:
        with transaction.atomic():
            names = {"first_name": joining.first_name, "last_name": joining.last_name}
            account = Account.objects.create_user(email, joining.password, **names)
            journal.write("account.signed-up", account, account=account)
    except IntegrityError as error:
        raise Refused(_("This address already has an account.")) from error
    return account


def decide(account: Account, standing: Standing, *, by: Account) -> bool:
    """Change roles, club and whether an account may log in; True when something changed.

    Raises Refused for one's own account, and for a superuser's unless a superuser asks.
    """
    _refuse_unless_over(account, by=by)
    with transaction.atomic():
        current = Account.objects.select_for_update().get(pk=account.pk)
        before = _standing(current)
        current.groups.set(Group.objects.filter(name__in=standing.roles))
        current.club, current.is_active = standing.club, standing.active
        current.save(update_fields=["club", "is_active"])
        current = Account.objects.get(pk=account.pk)
        if (after := _standing(current)) == before:
            return False
        if not standing.active:
            end_sessions(current)
        journal.write("account.edited", current, account=by, before=before, after=after)
    return True


def _standing(account: Account) -> dict[str, object]:
    roles = sorted(account.groups.values_list("name", flat=True))
    return {"roles": roles, "club": account.club and account.club.code, "active": account.is_active}


def reset_second_factor(account: Account, *, by: Account | None) -> int:
    """Take every key, app and recovery code away and end the sessions; gives how many there were.

    `by` is None when the command line asks. Raises Refused as `decide` does.
    """
    if by is not None:
        _refuse_unless_over(account, by=by)
    with transaction.atomic():
        there = Authenticator.objects.filter(user=account)
        kinds = sorted(there.values_list("type", flat=True))
        there.delete()
        end_sessions(account)
        journal.write("account.second-factor-reset", account, account=by, before=kinds)
    return len(kinds)


def _refuse_unless_over(account: Account, *, by: Account) -> None:
    if account.pk == by.pk:
        raise Refused(_("You cannot make decisions about your own account."))
    if account.is_superuser and not by.is_superuser:
        raise Refused(_("Only an administrator can change an administrator’s account."))


def end_sessions(account: Account, *, but: str | None = None) -> int:
    """Log an account out everywhere, but for one session; gives how many sessions ended.

    Reads every session that is still good: those begun before sessions were listed have no other trace.
    """
    ended = [
        session.pk
        for session in Session.objects.filter(expire_date__gt=timezone.now()).iterator()
        if session.pk != but and session.get_decoded().get(SESSION_KEY) == str(account.pk)
    ]
    with transaction.atomic():
        for part in slices(ended, 500):
            Session.objects.filter(pk__in=part).delete()
        UserSession.objects.filter(user=account).exclude(session_key=but or "").delete()
    return len(ended)


def keep_address(account: Account) -> None:
    """Make allauth's table of addresses match the account: one confirmed address.

    An address waiting to be confirmed stays, unless it has just become the account's.
    """
    here: Sequence[EmailAddress] = EmailAddress.objects.filter(user=account)
    if any(address.email == account.email and address.primary and address.verified for address in here):
        return
    with transaction.atomic():
        EmailAddress.objects.filter(user=account, verified=True).delete()
        EmailAddress.objects.filter(user=account, email=account.email).delete()
        EmailAddress.objects.create(user=account, email=account.email, verified=True, primary=True)
