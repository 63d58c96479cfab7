"""Webhooks by program: the account's own and nobody else's, bad input refused with a sentence."""

from typing import Any

import pytest
from django.test import Client

from federation.accounts import tokens
from federation.models import Account, Webhook, WebhookMessage
from federation.webhooks import endpoints
from federation.webhooks.endpoints import Wanted
from tests.tournaments.conftest import account

API = "/api/v1/webhooks"
GOOD = {"url": "https://example.org/hook", "events": ["list.published"]}


def program_of(person: Account) -> Client:
    _token, secret = tokens.issue(person, name="program", scopes=[tokens.WEBHOOKS_WRITE])
    return Client(headers={"Authorization": f"Bearer {secret}", "Accept-Language": "en"})


@pytest.fixture
def orla(db: None) -> Account:
    return account("orla@example.org", "organiser")


def post(program: Client, body: Any, path: str = API) -> tuple[int, dict[str, Any]]:
    answer = program.post(path, body, content_type="application/json")
    return answer.status_code, answer.json()


def test_webhook_is_added_tested_listed_and_deleted(orla: Account) -> None:
    program = program_of(orla)

    status, added = post(program, {**GOOD, "description": "Club site"})
    tested = post(program, {}, f"{API}/{added['number']}/test")
    (listed,) = program.get(API).json()["items"]

    webhook = Webhook.objects.get()
    assert (status, added["secret"]) == (201, endpoints.secret_of(webhook.seed))
    assert tested == (202, {"id": WebhookMessage.objects.get().name})
    assert "secret" not in listed
    assert {**listed, "secret": added["secret"]} == added
    assert program.delete(f"{API}/{webhook.pk}").json() == {"deleted": True}
    assert not Webhook.objects.exists()


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("[", "The body is not JSON."),
        ([], "body"),
        ({"url": GOOD["url"]}, "events"),
        ({**GOOD, "url": 1}, "url"),
        ({**GOOD, "events": "list.published"}, "events"),
        ({**GOOD, "events": [{}]}, "events"),
        ({**GOOD, "events": ["account.added"]}, "Choose at least one event."),
        ({**GOOD, "url": "http://example.org/"}, "must begin with https://"),
        ({**GOOD, "url": "https://example.org/" + "x" * 500}, "url"),
        ({**GOOD, "description": "\0"}, "description"),
        ({**GOOD, "secret": "mine"}, "secret"),
    ],
)
def test_what_cannot_be_meant_is_refused(orla: Account, body: Any, why: str) -> None:
    status, told = post(program_of(orla), body)

    assert status == 422
    assert why in told["detail"]
    assert not Webhook.objects.exists()


def test_one_too_many_is_refused(orla: Account) -> None:
    for n in range(endpoints.MOST):
        endpoints.add(orla, Wanted(f"https://example.org/{n}", ["list.published"]))

    status, told = post(program_of(orla), GOOD)

    assert (status, told["code"]) == (409, "too-many")


def test_officer_s_program_too_reaches_its_own_alone(orla: Account) -> None:
    webhook, _secret = endpoints.add(orla, Wanted("https://example.org/", ["list.published"]))
    program = program_of(account("odile@example.org", "officer"))

    assert program.get(API).json() == {"items": []}
    assert program.delete(f"{API}/{webhook.pk}").status_code == 404
    assert post(program, {}, f"{API}/{webhook.pk}/test")[0] == 404


def test_token_for_something_else_is_refused(orla: Account) -> None:
    _token, secret = tokens.issue(orla, name="program", scopes=[tokens.GAMES_WRITE])

    answer = Client(headers={"Authorization": f"Bearer {secret}"}).get(API)

    assert (answer.status_code, answer.json()["code"]) == (403, "missing-scope")
