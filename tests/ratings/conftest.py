"""Accounts of three roles, and a visitor without one."""

from typing import Protocol

import pytest
from django.contrib.auth.models import Group
from django.test import Client

from federation.models import Account


class LogIn(Protocol):
    """Logs somebody of a role in and gives his browser."""

    def __call__(self, role: str, name: str = ...) -> Client: ...


@pytest.fixture
def log_in() -> LogIn:
    """Return a browser in which somebody of a role is logged in."""

    def enter(role: str, name: str = "one") -> Client:
        account = Account.objects.create_user(f"{role}.{name}@example.org", "secret")
        if role != "stranger":
            account.groups.add(Group.objects.get(name=role))
        client = Client(headers={"accept-language": "en"})
        client.force_login(account)
        return client

    return enter


@pytest.fixture
def officer(log_in: LogIn) -> Client:
    """Return an officer's browser."""
    return log_in("officer")
