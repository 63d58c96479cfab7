"""Addresses of accounts without a role: told nothing but a challenge before they have answered it."""

import json
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone, translation
from pytest_django.fixtures import Settings

from federation.accounts import tokens
from federation.models import Account, JournalEntry, Player, Webhook, WebhookMessage
from federation.webhooks import endpoints, fan_out
from federation.webhooks.endpoints import Wanted, WebhookError
from tests.federation.webhooks.conftest import deliver, merge_lines
from tests.federation.webhooks.receiver import Receiver, listening
from tests.federation.webhooks.test_webhook_pages import logged_in, press
from tests.tournaments.conftest import account

Pair = tuple[Player, Player]


def repeat(asked: bytes) -> bytes:
    return json.dumps({"challenge": json.loads(asked)["data"]["challenge"]}).encode()


@pytest.fixture
def vera(owner: Account) -> Account:
    return account("vera@example.org", "")


@pytest.fixture
def new(vera: Account, server: Receiver) -> Webhook:
    fan_out.write_messages()  # sets the mark
    return endpoints.add(vera, Wanted(server.url, ["player.merged"]))[0]


def told(server: Receiver) -> list[str]:
    return [json.loads(body)["type"] for _path, _headers, body in server.heard]


def test_address_that_repeats_the_challenge_is_told_what_happens_from_then_on(
    new: Webhook, server: Receiver, pair: Pair
) -> None:
    server.says = repeat
    deliver()
    merge_lines(pair)
    deliver()

    new.refresh_from_db()
    assert new.state == Webhook.State.ON
    assert told(server) == ["webhook.challenge", "player.merged"]
    assert "webhook-signature" in server.heard[0][1]
    assert JournalEntry.objects.filter(act="webhook.confirmed", subject_id=str(new.pk)).count() == 1


@pytest.mark.parametrize(
    "says",
    [
        lambda asked: b"ok",
        lambda asked: asked,  # a server that says whatever it is told
        lambda asked: json.loads(asked)["data"]["challenge"].encode(),
        lambda asked: json.dumps({"challenge": "0" * 64}).encode(),
        lambda asked: b"\xff",
        lambda asked: b"[" * 20_000,
    ],
    ids=["ok", "echo", "bare", "another", "no text", "deep"],
)
def test_address_that_answers_otherwise_is_told_nothing(
    new: Webhook, server: Receiver, pair: Pair, says: Callable[[bytes], bytes]
) -> None:
    server.says = says
    merge_lines(pair)
    deliver()
    deliver()

    new.refresh_from_db()
    message = WebhookMessage.objects.get()
    assert (new.state, told(server)) == ("new", ["webhook.challenge"])
    assert (message.state, message.status, message.error) == ("failed", 200, "no-echo")


def test_challenge_is_refused_by_an_answer_that_is_an_error(new: Webhook, server: Receiver) -> None:
    server.says, server.always = repeat, 404

    deliver()

    new.refresh_from_db()
    assert new.state == "new"


def test_test_of_a_new_address_is_another_challenge_so_often_and_no_more(
    new: Webhook, vera: Account, server: Receiver
) -> None:
    client = logged_in(vera)
    page = press(client, new, "test")

    for _ in range(endpoints.MOST_TESTS):
        too_many = press(client, new, "test")
    press(client, new, "on")

    new.refresh_from_db()
    assert "The challenge will be sent within a few seconds" in page
    assert "Send the challenge" in page
    assert "Turn on" not in page
    assert "Wait an hour before the next challenge." in too_many
    assert new.state == "new"
    assert set(new.messages.values_list("type", flat=True)) == {endpoints.CHALLENGE}
    assert new.messages.count() == endpoints.MOST_TESTS


def test_another_address_is_challenged_anew_and_only_that_one_is_confirmed(
    new: Webhook, vera: Account, server: Receiver
) -> None:
    server.says = repeat
    deliver()
    with listening() as other:
        endpoints.change(new, Wanted(other.url, ["player.merged"]), account=vera)
        before = Webhook.objects.get().state
        deliver()

        assert (before, Webhook.objects.get().state) == ("new", "new")
        assert told(other) == ["webhook.challenge"]
        assert not endpoints.confirm(new)  # an answer of the address before


def test_address_of_an_account_with_a_role_needs_no_challenge_and_officers_may_turn_on_any(
    new: Webhook, owner: Account, server: Receiver
) -> None:
    officer = account("odile@example.org", "officer")
    own = endpoints.add(owner, Wanted(server.url, ["player.merged"]))[0]

    page = logged_in(officer).get(new.get_absolute_url()).content.decode()
    press(logged_in(officer), new, "on")

    new.refresh_from_db()
    assert (own.state, own.messages.count()) == ("on", 0)
    assert "Turn on" in page
    assert new.state == "on"


def test_account_without_a_role_enters_so_many_addresses_a_day(vera: Account) -> None:
    for number in range(endpoints.MOST_ENTERED):
        made = endpoints.add(vera, Wanted(f"https://example.org/{number}", ["player.merged"]))[0]
        endpoints.delete(made, account=vera)

    with translation.override("en"), pytest.raises(WebhookError, match="too many addresses today"):
        endpoints.add(vera, Wanted("https://example.org/", ["player.merged"]))

    assert not Webhook.objects.exists()


def test_messages_that_waited_for_the_confirmation_leave_with_it(
    new: Webhook, server: Receiver, pair: Pair
) -> None:
    later = timezone.now() + timedelta(hours=5)
    WebhookMessage.objects.create(webhook=new, name="evt_1", type="player.merged", due=later)

    endpoints.confirm(new)

    assert WebhookMessage.objects.get(name="evt_1").due < later


def test_program_is_told_that_its_address_is_new(vera: Account, settings: Settings) -> None:
    secret = tokens.issue(vera, name="program", scopes=[tokens.WEBHOOKS_WRITE])[1]
    program = Client(headers={"Authorization": f"Bearer {secret}"})

    added = program.post(
        "/api/v1/webhooks",
        {"url": "https://example.org/hook", "events": ["list.published"]},
        content_type="application/json",
    ).json()

    assert added["state"] == "new"
    assert WebhookMessage.objects.get().type == endpoints.CHALLENGE
