"""Journal lines and safety measures after a change of address, password or second factor."""

from typing import Any

from allauth.account import signals as account_signals
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.mfa import signals as mfa_signals
from allauth.mfa.models import Authenticator
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.http import HttpRequest

from federation.accounts import accounts
from federation.journal import journal
from federation.models import Account


@receiver(post_save, sender=Account)
def address_saved(instance: Account, raw: bool = False, **options: Any) -> None:  # noqa: FBT001, FBT002 - a signal
    """Keep allauth's table of addresses in step; a restored backup brings its own rows."""
    fields = options.get("update_fields")
    if not raw and instance.email and (fields is None or "email" in fields):
        accounts.keep_address(instance)


@receiver(account_signals.user_logged_in)
def logged_in(request: HttpRequest, user: Account, **_: Any) -> None:
    """Record a login and the place it came from."""
    journal.write("account.logged-in", user, account=user, place=get_adapter().get_client_ip(request))


@receiver(account_signals.email_changed)
def address_changed(
    user: Account, from_email_address: EmailAddress | None, to_email_address: EmailAddress, **_: Any
) -> None:
    """Write down that an account goes by another address."""
    before = from_email_address.email if from_email_address else ""
    journal.write("account.address", user, account=user, before=before, after=to_email_address.email)


@receiver([account_signals.password_changed, account_signals.password_set])
def password_changed(user: Account, **_: Any) -> None:
    """Record a change of password."""
    journal.write("account.password", user, account=user)


@receiver(account_signals.password_reset)
def password_reset(user: Account, **_: Any) -> None:
    """Record a password reset by e-mail."""
    journal.write("account.password-reset", user, account=user)


@receiver(mfa_signals.authenticator_added)
def factor_added(request: HttpRequest, user: Account, authenticator: Authenticator, **_: Any) -> None:
    """Write it down; the first second factor ends the sessions that were begun without one."""
    journal.write("account.second-factor-added", user, account=user, after=str(authenticator.type))
    strong = Authenticator.objects.filter(user=user).exclude(type=Authenticator.Type.RECOVERY_CODES)
    if authenticator.type != Authenticator.Type.RECOVERY_CODES and strong.count() == 1:
        accounts.end_sessions(user, but=request.session.session_key)


@receiver(mfa_signals.authenticator_removed)
def factor_removed(user: Account, authenticator: Authenticator, **_: Any) -> None:
    """Write down that a second factor was taken away."""
    journal.write("account.second-factor-removed", user, account=user, before=str(authenticator.type))


@receiver(mfa_signals.authenticator_reset)
def codes_renewed(user: Account, authenticator: Authenticator, **_: Any) -> None:
    """Record a renewal of recovery codes."""
    journal.write("account.second-factor-renewed", user, account=user, after=str(authenticator.type))
