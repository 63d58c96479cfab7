"""The OpenID Connect provider: its keys, and the claims another site gets of an account.

Keys lie in the database, sealed, so that all machines share them; the web process reads them and makes none.
"""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any, Literal

from allauth.idp.oidc.adapter import DefaultOIDCAdapter
from allauth.idp.oidc.internal.private_keys import filter_keys
from allauth.idp.oidc.models import Client, PrivateKey
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from federation import signals
from federation.accounts.allauth_adapters import SecondFactor
from federation.journal import journal
from federation.models import Account, LoginKey, RecordClaim

SCOPES = ("openid", "profile", "email", "palmares")
BITS = 3072
SEEN = timedelta(hours=2)  # before a new key signs: sites ask for keys once an hour
KEPT = timedelta(days=1)  # after it has signed last: tokens it signed are over by then
GRANTS = ["authorization_code", "refresh_token"]


class Provider(DefaultOIDCAdapter):  # type: ignore[misc]  # allauth has no types
    """Adapter of allauth's OpenID Connect: keys, scopes and claims of this site."""

    scope_display = {
        "openid": _("your account number on this site"),
        "profile": _("your name"),
        "email": _("your e-mail address"),
        "palmares": _("your player records: number, grade and ratings"),
    }

    def list_private_keys(
        self, *, did_activate: Literal[True] | None = None, is_active: Literal[True] | None = None
    ) -> list[PrivateKey]:
        """Return the keys of the database beside the one of the settings."""
        configured = super().list_private_keys(did_activate=did_activate, is_active=is_active)
        opened = [(SecondFactor().decrypt(key.sealed), key) for key in LoginKey.objects.all()]
        stored = [
            PrivateKey(pem=pem, not_before=key.begins, issued_at=key.begins, expires_at=key.ends)
            for pem, key in opened
            if "PRIVATE KEY" in pem  # sealed with another SECRET_KEY, it opens nothing
        ]
        return [*configured, *filter_keys(stored, did_activate=did_activate, is_active=is_active)]

    def populate_server_metadata(self, data: dict[str, Any]) -> None:
        """Offer the code flow with PKCE, and no more."""
        data.pop("device_authorization_endpoint", None)
        data["scopes_supported"] = list(SCOPES)
        data["response_types_supported"] = ["code"]
        data["grant_types_supported"] = GRANTS

    def get_claims(
        self,
        purpose: Literal["id_token", "userinfo"],
        user: Account,
        client: Client,
        scopes: Iterable[str],
        email: str | None = None,
        **options: Any,
    ) -> dict[str, Any]:
        """Return what the scopes let another site know; records only where it asks for them itself."""
        wanted = list(scopes)
        claims: dict[str, Any] = super().get_claims(purpose, user, client, wanted, email=email, **options)
        if "palmares" in wanted and purpose == "userinfo":
            claims["palmares"] = records_of(user)
        return claims


def records_of(account: Account) -> list[dict[str, Any]]:
    """Return the records an account holds: the number, and the data each app adds."""
    claims = RecordClaim.objects.filter(account=account, state="held").order_by("player")
    records: dict[int, dict[str, Any]] = {
        number: {"number": number, "grade": grade}
        for number, grade in claims.values_list("player", "player__grade")
    }
    answers: list[Any] = signals.claims_asked.send(sender=Account, players=list(records))
    for _receiver, answer in answers:
        for number, values in (answer or {}).items():
            records[number] |= values
    return list(records.values())


def is_offered() -> bool:
    """Return whether a key signs: without one nothing of this is there."""
    return bool(Provider().list_private_keys(did_activate=True, is_active=True))


@transaction.atomic
def make_key(*, at_once: bool = False) -> LoginKey:
    """Make a key; the first signs at once, another one once sites have seen it, and the ones before end.

    `at_once` is for a key that has leaked or cannot be read: all before it are deleted.
    """
    now = timezone.now()
    if at_once:
        LoginKey.objects.all().delete()
    earlier = LoginKey.objects.select_for_update().filter(ends=None)
    begins = now + SEEN if earlier.exists() else now
    earlier.update(ends=begins + KEPT)
    key = rsa.generate_private_key(public_exponent=65537, key_size=BITS)
    pem = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    login_key = LoginKey.objects.create(sealed=SecondFactor().encrypt(pem.decode()), begins=begins)
    journal.write("login-key.made", "loginkey", account=None, key=login_key.pk, begins=begins)
    return login_key


@transaction.atomic
def register_client(name: str, redirects: list[str], *, is_public: bool) -> tuple[Client, str]:
    """Register a site; return it with its secret, "" for one that can keep none (an app, scripts)."""
    client = Client(
        name=name,
        type=Client.Type.PUBLIC if is_public else Client.Type.CONFIDENTIAL,
        scopes="\n".join(SCOPES),
        default_scopes="openid",
        grant_types="\n".join(GRANTS),
        redirect_uris="\n".join(redirects),
    )
    secret = "" if is_public else Provider().generate_client_secret()
    if secret:
        client.set_secret(secret)
    client.full_clean(exclude=["secret"])
    client.save()
    journal.write("login-client.added", "loginclient", account=None, client=client.pk, name=name)
    return client, secret


@transaction.atomic
def remove_client(key: str) -> bool:
    """Remove a site with all its tokens; False when it is unknown."""
    client = Client.objects.filter(pk=key).first()
    if client is None:
        return False
    journal.write("login-client.removed", "loginclient", account=None, client=key, name=client.name)
    client.delete()
    return True
