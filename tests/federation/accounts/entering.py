"""People who come in: accounts, authenticator apps, and a browser that has logged in."""

import time
from typing import Any

from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret, hotp_value
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from federation.models import Account

PASSWORD = "a long enough secret"


def person(email: str, *roles: str, **fields: Any) -> Account:
    made = Account.objects.create_user(email, PASSWORD, **fields)
    made.groups.set(Group.objects.filter(name__in=roles))
    return made


def code(secret: str) -> str:
    """What an authenticator app shows now."""
    return f"{hotp_value(secret, int(time.time()) // 30):06d}"


def with_app(account: Account) -> str:
    """Add an authenticator app to an account and return the app's secret."""
    secret: str = generate_totp_secret()
    TOTP.activate(account, secret)
    return secret


def enter(email: str, password: str = PASSWORD, **more: str) -> tuple[Client, Any]:
    client = Client(headers={"accept-language": "en"})
    return client, client.post(reverse("login"), {"login": email, "password": password, **more})


def is_in(client: Client) -> bool:
    return "_auth_user_id" in client.session
