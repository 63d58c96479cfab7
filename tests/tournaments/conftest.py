"""Three people: an organiser, an officer, a stranger who is organiser of something else."""

import pytest
from django.contrib.auth.models import Group
from django.test import Client

from federation.models import Account


def account(email: str, *roles: str) -> Account:
    made = Account.objects.create_user(email, "a long enough secret", first_name=email.split("@")[0].title())
    made.groups.set(Group.objects.filter(name__in=roles))
    return made


@pytest.fixture
def organiser(db: None) -> Account:
    return account("orla@example.org", "organiser")


@pytest.fixture
def officer(db: None) -> Account:
    return account("odile@example.org", "officer")


@pytest.fixture
def second_officer(db: None) -> Account:
    return account("omar@example.org", "officer")


@pytest.fixture
def stranger(db: None) -> Account:
    """An organiser too, but of other tournaments."""
    return account("sven@example.org", "organiser")


@pytest.fixture
def visitor(db: None) -> Account:
    """Somebody who can log in and has no role."""
    return account("vera@example.org")


def logged_in(person: Account) -> Client:
    """A browser in which somebody has logged in, reading English."""
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    client.force_login(person)
    return client
