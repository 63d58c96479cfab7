"""Tokens: shown once, found by their digest, out of force for ever when revoked."""

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from federation.accounts import tokens
from federation.accounts.tokens import GAMES_WRITE, TokenError
from federation.models import Account, JournalEntry, Token

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 14, 12, 0, tzinfo=UTC)


@pytest.fixture
def anna() -> Account:
    return Account.objects.create_user("anna@example.org", "a long enough secret")


@pytest.fixture
def ben() -> Account:
    return Account.objects.create_user("ben@example.org", "a long enough secret")


def browser(account: Account) -> Client:
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    client.force_login(account)
    return client


def test_token_is_found_by_itself_and_kept_as_a_digest(anna: Account) -> None:
    token, secret = tokens.issue(anna, name=" Arena ", scopes=[GAMES_WRITE])
    assert tokens.find(secret) == token
    held = Token.objects.values().get()
    assert secret not in str(held)
    assert re.fullmatch("[0-9a-f]{64}", held["digest"])
    assert (held["name"], held["start"], held["scopes"]) == ("Arena", secret[:8], [GAMES_WRITE])
    assert len(secret) == 47


@pytest.mark.parametrize("shown", ["", "plm_", "x" * 47, "\ud800", "é" * 20, "x" * 100_000])
def test_what_is_no_token_is_not_found(shown: str, anna: Account) -> None:
    tokens.issue(anna, name="Arena", scopes=[GAMES_WRITE])
    assert tokens.find(shown) is None


def test_token_in_another_case_is_not_found(anna: Account) -> None:
    _, secret = tokens.issue(anna, name="Arena", scopes=[GAMES_WRITE])
    assert tokens.find(secret.swapcase()) is None


def test_revoked_token_opens_nothing(anna: Account) -> None:
    token, secret = tokens.issue(anna, name="Arena", scopes=[GAMES_WRITE])
    assert tokens.revoke(token, account=anna) is True
    assert tokens.revoke(token, account=anna) is False
    assert tokens.find(secret) is None
    assert [line.act for line in JournalEntry.objects.order_by("pk")] == ["token.issued", "token.revoked"]


def test_token_of_an_account_that_may_not_log_in_opens_nothing(anna: Account) -> None:
    _, secret = tokens.issue(anna, name="Arena", scopes=[GAMES_WRITE])
    Account.objects.filter(pk=anna.pk).update(is_active=False)
    assert tokens.find(secret) is None


@pytest.mark.parametrize(
    ("name", "scopes"), [("", [GAMES_WRITE]), ("  ", [GAMES_WRITE]), ("Arena", []), ("Arena", ["games:all"])]
)
def test_token_without_name_or_purpose_is_not_made(name: str, scopes: list[str], anna: Account) -> None:
    with pytest.raises(TokenError):
        tokens.issue(anna, name=name, scopes=scopes)
    assert not Token.objects.exists()


def test_account_has_no_more_tokens_than_it_can_oversee(anna: Account) -> None:
    made = [tokens.issue(anna, name=str(n), scopes=[GAMES_WRITE])[0] for n in range(tokens.MAX_TOKENS)]
    with pytest.raises(TokenError):
        tokens.issue(anna, name="one more", scopes=[GAMES_WRITE])
    tokens.revoke(made[0], account=anna)
    tokens.issue(anna, name="one more", scopes=[GAMES_WRITE])
    assert tokens.in_force(anna).count() == tokens.MAX_TOKENS


def test_use_is_noted_once_a_minute(anna: Account) -> None:
    token, secret = tokens.issue(anna, name="Arena", scopes=[GAMES_WRITE])
    noted = []
    for seconds in (0, 59, 61):
        with time_machine.travel(NOON + timedelta(seconds=seconds), tick=False):
            tokens.find(secret)
        token.refresh_from_db()
        noted.append(token.last_used)
    assert noted == [NOON, NOON, NOON + timedelta(seconds=61)]


def test_page_shows_a_new_token_once(anna: Account) -> None:
    client, page = browser(anna), reverse("tokens")
    answer = client.post(page, {"name": "Arena on tower-1", "scopes": [GAMES_WRITE]})
    (secret,) = re.findall(r'value="(plm_[^"]+)"', answer.content.decode())
    found = tokens.find(secret)
    assert found is not None
    assert (found.account, found.name) == (anna, "Arena on tower-1")
    again = client.get(page)
    assert secret not in again.content.decode()
    assert "Arena on tower-1" in again.content.decode()
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.parametrize(
    "sent", [{}, {"name": "x"}, {"scopes": [GAMES_WRITE]}, {"name": "x", "scopes": ["all"]}]
)
def test_page_refuses_what_is_not_filled_in(sent: dict[str, object], anna: Account) -> None:
    answer = browser(anna).post(reverse("tokens"), sent)
    assert (answer.status_code, Token.objects.count()) == (422, 0)


def test_page_is_for_who_has_logged_in() -> None:
    answer = Client().get(reverse("tokens"))
    assert (answer.status_code, answer["Location"]) == (302, "/login/?next=/account/tokens/")


def test_token_is_revoked_by_its_owner_alone(anna: Account, ben: Account) -> None:
    token, secret = tokens.issue(anna, name="Arena", scopes=[GAMES_WRITE])
    address = reverse("token-revoke", args=[token.pk])
    assert browser(ben).post(address).status_code == 404
    assert Client().post(address).status_code == 302  # to log in
    assert browser(anna).get(address).status_code == 405
    assert tokens.find(secret) is not None
    assert browser(anna).post(address)["Location"] == reverse("tokens")
    assert tokens.find(secret) is None


def test_tokens_of_others_are_not_listed(anna: Account, ben: Account) -> None:
    tokens.issue(anna, name="Arena of Anna", scopes=[GAMES_WRITE])
    assert "Arena of Anna" not in browser(ben).get(reverse("tokens")).content.decode()
