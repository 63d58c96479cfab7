"""Adapters of django-allauth: who may log in, its letters, secrets encrypted, the browser of a key."""

import base64
import logging
import re
import secrets
import time
from typing import Any

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.authentication import get_authentication_records
from allauth.account.models import EmailConfirmationHMAC
from allauth.core import context
from allauth.core.internal import ratelimit
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.accounts import letters
from federation.accounts.permissions import is_officer, is_organiser, is_registrar, needs_second_factor
from federation.journal import journal
from federation.models import Account, LoginKey
from federation.vocabulary.networks import network_of

# In this order: most browsers name others too.
_BROWSERS = (
    ("Edge", r"Edg(e|A|iOS)?/"),
    ("Opera", r"OPR/|Opera"),
    ("Firefox", r"Firefox/|FxiOS/"),
    ("Chrome", r"Chrome/|CriOS/|Chromium/"),
    ("Safari", r"Safari/"),
)
_SYSTEMS = (
    ("Android", r"Android"),
    ("iPhone", r"iPhone"),
    ("iPad", r"iPad"),
    ("Windows", r"Windows"),
    ("macOS", r"Mac OS X|Macintosh"),
    ("ChromeOS", r"CrOS"),
    ("Linux", r"Linux"),
)
LONGEST = 60

log = logging.getLogger(__name__)
_TOLD = ("ip", "from_email", "to_email", "deleted_email")  # what letters say of a change


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """Accounts: by invitation only, locked address by place, letters in the name of the federation."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:  # noqa: ARG002 - allauth's signature
        """Return False: an officer invites."""
        return False

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """Return where a role works: the queue, one's tournaments, the register; else the first page."""
        visitor = request.user
        if is_officer(visitor):
            return reverse("queue")
        if is_organiser(visitor):
            return reverse("desk")
        if is_registrar(visitor):
            return reverse("register")
        return str(super().get_login_redirect_url(request))

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Have a job send a letter about a change of the account, limited to the values in `_TOLD`."""
        facts = {name: value for name, value in context.items() if name in _TOLD}
        letters.note(template_prefix, email, request=self.request, facts=facts)

    def send_confirmation_mail(
        self, request: HttpRequest, emailconfirmation: EmailConfirmationHMAC, *_: Any, **__: Any
    ) -> None:
        """Have a job send the link that confirms a new address."""
        address = emailconfirmation.email_address
        letters.note(letters.CONFIRMATION, address.email, request=request, facts={"address": address.pk})

    def is_reauthentication_required(self, *, app: str, **options: Any) -> bool:
        """Ask for authentication again, unless the person has just logged in."""
        records = get_authentication_records(self.request, self.request.user)
        if records and time.time() - records[-1]["at"] < app_settings.REAUTHENTICATION_TIMEOUT:
            return False
        return bool(super().is_reauthentication_required(app=app, **options))

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        """Note the failure that locks an account; unknown addresses would fill the journal."""
        key = self._get_login_attempts_cache_key(request, **credentials)
        limit = {"login_failed": settings.LOCK_AFTER}
        open_still = ratelimit.consume(
            request, app="allauth.account", action="login_failed", config=limit, key=key, dry_run=True
        )
        account = Account.objects.filter(email=credentials.get("email", "")).first()
        if account and not open_still:
            journal.write("account.locked", account, account=None, place=self.get_client_ip(request))

    def get_reauthentication_methods(self, user: Account | AnonymousUser) -> list[dict[str, Any]]:
        """Name the ways of saying once more who one is, in the words of our pages."""
        ways = {
            "reauthenticate": _("Use the password"),
            "mfa_reauthenticate": _("Use a code"),
            "mfa_reauthenticate:webauthn": _("Use a passkey or security key"),
        }
        methods = super().get_reauthentication_methods(user)
        return [{**way, "description": ways.get(way["id"], way["description"])} for way in methods]

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Count failures of an address from one place: otherwise a stranger could lock an officer out."""
        return f"{credentials.get('email', '').lower()} {network_of(self.get_client_ip(request))}"


class SecondFactor(DefaultMFAAdapter):  # type: ignore[misc]  # allauth has no types
    """Second factors: named after the federation, secrets encrypted, obligatory for officers."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "cannot_delete_authenticator": gettext_lazy(
            "Officers must keep a second factor. Add another one first."
        ),
    }

    def get_totp_issuer(self) -> str:
        """Return the name an authenticator app shows."""
        return str(settings.FEDERATION_NAME)

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """Return the name a browser shows for passkeys, and the host they are bound to."""
        return {**super().get_public_key_credential_rp_entity(), "name": settings.FEDERATION_NAME}

    # the base class names and asks for both
    def generate_authenticator_name(self, user: Account, type: Authenticator.Type) -> str:  # noqa: A002, ARG002
        """Propose to call a key after the browser it is made in."""
        return browser_of(context.request.META.get("HTTP_USER_AGENT", "")) or _("key")

    def can_delete_authenticator(self, authenticator: Authenticator) -> bool:
        """Return whether it may go; an officer keeps their last one."""
        account = Account.objects.get(pk=authenticator.user_id)
        others = Authenticator.objects.filter(user=account).exclude(pk=authenticator.pk)
        factors = others.exclude(type=Authenticator.Type.RECOVERY_CODES)
        return not needs_second_factor(account) or factors.exists()

    def encrypt(self, text: str) -> str:
        """Seal a secret with the site's key, so that a copy of the database alone opens nothing."""
        return _seal().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Open a sealed secret; with another key than it was sealed with, no code shall ever fit."""
        try:
            return _seal().decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            log.warning("a second factor was sealed with another SECRET_KEY; an officer must reset it")
            return base64.b32encode(secrets.token_bytes(20)).decode()


def sealed_elsewhere() -> tuple[list[str], int]:
    """Find what was sealed with another SECRET_KEY.

    Returns the addresses of accounts whose app or recovery codes open nothing, and how many keys for logins
    of other sites.
    """
    kinds = (Authenticator.Type.TOTP, Authenticator.Type.RECOVERY_CODES)
    factors = Authenticator.objects.filter(type__in=kinds).values_list("user__email", "data")
    addresses = {
        email
        for email, data in factors
        for name in ("secret", "seed")
        if name in data and not _opens(data[name])
    }
    keys = sum(not _opens(sealed) for sealed in LoginKey.objects.values_list("sealed", flat=True))
    return sorted(addresses), keys


def _opens(sealed: str) -> bool:
    try:
        _seal().decrypt(sealed.encode())
    except InvalidToken:
        return False
    return True


def _seal() -> MultiFernet:
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    digests = (
        salted_hmac("federation.entrance", "", secret=key, algorithm="sha256").digest() for key in keys
    )
    return MultiFernet([Fernet(base64.urlsafe_b64encode(digest)) for digest in digests])


def browser_of(user_agent: str) -> str:
    """Return "Firefox, Linux"; of an unknown browser, the beginning of its header."""
    names = [
        next((name for name, sign in signs if re.search(sign, user_agent)), "")
        for signs in (_BROWSERS, _SYSTEMS)
    ]
    return ", ".join(filter(None, names)) or user_agent[:LONGEST]
