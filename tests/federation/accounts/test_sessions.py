"""Where an account is logged in."""

import re

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from federation.accounts.allauth_adapters import browser_of
from federation.models import Account
from tests.federation.accounts.entering import PASSWORD, person

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def forgotten() -> None:
    cache.clear()


@pytest.fixture
def officer() -> Account:
    return person("odile@example.org", "officer")


def test_sessions_are_listed_with_browser_and_this_one_first(officer: Account) -> None:
    firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0"
    phone = Client(headers={"user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS) AppleWebKit Safari/604.1"})
    desk = Client(headers={"user-agent": firefox, "accept-language": "en"})
    for client in (phone, desk):
        client.post(reverse("login"), {"login": "odile@example.org", "password": PASSWORD})

    page = desk.get(reverse("sessions")).content.decode()
    rows = [re.sub(r"<[^>]+>", " ", row).split() for row in re.findall(r"<tr><td.*?</tr>", page)]

    assert [(row[0], row[-1]) for row in rows] == [("Firefox,", "session"), ("Safari,", "127.0.0.1")]
    desk.post(reverse("sessions"))
    assert [client.get("/account/").status_code for client in (desk, phone)] == [200, 302]


@pytest.mark.parametrize(
    ("described", "words"),
    [
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/142.0 Safari/537.36", "Chrome, Windows"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/142.0 Safari/537.36 Edg/142.0", "Edge, Windows"),
        ("Mozilla/5.0 (Linux; Android 16) Chrome/142.0 Mobile Safari/537.36", "Chrome, Android"),
        ("curl/8.5.0", "curl/8.5.0"),
        ("", ""),
    ],
)
def test_browser_is_named_in_two_words(described: str, words: str) -> None:
    assert browser_of(described) == words
