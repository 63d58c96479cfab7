"""Messages: written for what happened, signed, sent, tried again, given up; addresses that fail."""

import json
import threading
from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings
from standardwebhooks.webhooks import Webhook as Verifier

from federation.jobs import jobs
from federation.models import Account, Job, JournalEntry, Player, Webhook, WebhookMessage
from federation.privacy import privacy
from federation.tasks import tell_webhooks
from federation.webhooks import delivering, endpoints, fan_out, sending
from federation.webhooks.endpoints import Wanted
from tests.federation.webhooks.conftest import deliver, let_time_pass, merge_lines
from tests.federation.webhooks.receiver import Receiver, listening
from tests.waiting import PATIENCE

Pair = tuple[Player, Player]


def states() -> list[tuple[str, int]]:
    return list(WebhookMessage.objects.order_by("pk").values_list("state", "attempts"))


def test_message_is_signed_as_another_implementation_verifies(
    webhook: Webhook, server: Receiver, pair: Pair
) -> None:
    (line,) = merge_lines(pair)

    deliver()

    ((path, headers, body),) = server.heard
    event = Verifier(endpoints.secret_of(webhook.seed)).verify(body, headers)
    line.refresh_from_db()
    assert path == "/hook?key=1"
    assert event == json.loads(body)
    assert headers["webhook-id"] == f"evt_{line.place}"
    assert (event["type"], parse_datetime(event["timestamp"])) == ("player.merged", line.at)
    assert event["data"]["gone"]["number"] == pair[1].pk
    assert states() == [("delivered", 1)]


def test_both_secrets_sign_as_long_as_they_overlap(
    webhook: Webhook, server: Receiver, pair: Pair, owner: Account
) -> None:
    before = endpoints.secret_of(webhook.seed)
    after = endpoints.rotate(webhook, account=owner)
    merge_lines(pair)
    deliver()
    Webhook.objects.update(before_until=timezone.now())
    merge_lines(pair)
    deliver()

    (_, first, body), (_, second, later) = server.heard
    assert [len(one["webhook-signature"].split()) for one in (first, second)] == [2, 1]
    for secret in (before, after):
        Verifier(secret).verify(body, first)
    Verifier(after).verify(later, second)
    with pytest.raises(Exception, match="No matching signature"):
        Verifier(before).verify(later, second)


def test_only_events_asked_for_are_sent_once_to_each_address(
    webhook: Webhook, server: Receiver, pair: Pair, owner: Account
) -> None:
    with listening() as other:
        endpoints.add(owner, Wanted(other.url, ["tournament.rated"]))
        merge_lines(pair, 3)
        deliver()
        deliver()

        assert len(server.names()) == len(set(server.names())) == 3
        assert other.heard == []


def test_what_happened_before_the_first_webhook_is_not_sent(
    owner: Account, server: Receiver, pair: Pair
) -> None:
    merge_lines(pair)
    fan_out.write_messages()
    endpoints.add(owner, Wanted(server.url, ["player.merged"]))

    deliver()

    assert server.heard == []


def test_names_are_those_shown_when_it_is_sent(webhook: Webhook, server: Receiver, pair: Pair) -> None:
    merge_lines(pair)
    fan_out.write_messages()
    privacy.choose(pair[0], Player.Privacy.ANONYMOUS, account=None)

    deliver()

    body = server.heard[0][2].decode()
    assert "HOLM " not in body
    assert f"NN {pair[0].pk}" in body


@pytest.mark.parametrize("status", [301, 302, 400, 404, 500, 503])
def test_other_answers_than_2xx_are_tried_again_later(
    webhook: Webhook, server: Receiver, pair: Pair, status: int
) -> None:
    server.answers, server.headers = [status], {"Location": "http://127.0.0.1:1/"}
    merge_lines(pair)
    deliver()
    deliver()
    assert len(server.heard) == 1
    message = WebhookMessage.objects.get()
    assert (message.state, message.status) == ("waiting", status)
    assert message.tried is not None
    assert timedelta(seconds=4) < message.due - message.tried < timedelta(seconds=7)

    let_time_pass()
    deliver()

    assert states() == [("delivered", 2)]
    assert server.names()[0] == server.names()[1]
    webhook.refresh_from_db()
    assert (webhook.failures, webhook.quiet_until) == (0, None)


def test_message_is_given_up_behind_its_last_attempt_and_can_be_sent_again(
    webhook: Webhook, server: Receiver, pair: Pair, owner: Account
) -> None:
    server.always = 400
    merge_lines(pair)
    for _ in range(12):
        deliver()
        let_time_pass()
    assert states() == [("failed", 1 + len(delivering.DELAYS))]
    assert len(server.heard) == 10

    server.always = 204
    endpoints.send_again(WebhookMessage.objects.get(), account=owner)
    deliver()

    assert states() == [("delivered", 1)]
    assert len(set(server.names())) == 1


def test_address_that_fails_is_tried_with_one_message_until_it_takes_it(
    webhook: Webhook, server: Receiver, pair: Pair
) -> None:
    server.always = 500
    merge_lines(pair, 20)
    deliver()
    assert 1 <= len(server.heard) <= delivering.OF_ONE  # those that left together

    Webhook.objects.update(quiet_until=timezone.now())
    server.heard.clear()
    deliver()
    assert len(server.heard) == 1

    Webhook.objects.update(quiet_until=timezone.now())
    server.always = 200
    deliver()
    deliver()
    assert {state for state, _attempts in states()} == {"delivered"}


def test_slow_address_holds_up_no_other(
    webhook: Webhook, server: Receiver, pair: Pair, owner: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The slow address answers once the other has been sent everything."""
    monkeypatch.setattr(sending, "PATIENCE", 2 * PATIENCE)
    monkeypatch.setattr(sending, "LONGEST", 2 * PATIENCE)
    monkeypatch.setattr(delivering, "SECONDS", 2 * PATIENCE)
    is_full, waited = threading.Event(), list[bool]()
    server.before_answer = lambda: is_full.set() if len(server.heard) >= 30 else None
    with listening() as other:
        other.before_answer = lambda: waited.append(is_full.wait(PATIENCE))
        endpoints.add(owner, Wanted(other.url, ["player.merged"]))
        merge_lines(pair, 30)

        deliver()

    assert waited == [True] * 30
    assert states() == [("delivered", 1)] * 60


def test_days_of_failures_pause_the_webhook_and_its_owner_is_told(
    webhook: Webhook, server: Receiver, pair: Pair, settings: Settings, owner: Account
) -> None:
    settings.LANGUAGE_CODE = "en"
    settings.CSRF_TRUSTED_ORIGINS = ["https://ratings.example.org"]
    server.always = 500
    merge_lines(pair)
    deliver()
    long_ago = timezone.now() - timedelta(days=settings.WEBHOOK_PAUSE_DAYS)
    Webhook.objects.update(failing_since=long_ago)
    let_time_pass()

    deliver()
    deliver()

    webhook.refresh_from_db()
    (letter,) = mail.outbox
    assert (webhook.state, webhook.letter) == ("failed", "sent")
    assert letter.to == ["orla@example.org"]
    assert f"https://ratings.example.org/account/webhooks/{webhook.pk}/" in letter.body
    assert JournalEntry.objects.filter(act="webhook.paused").count() == 1
    merge_lines(pair)
    deliver()
    assert len(server.heard) == 2

    server.always = 200
    endpoints.turn_on(webhook, account=owner)
    deliver()
    assert states() == [("delivered", 3)]  # what happened in the pause is read from /api/v1/changes


def test_address_that_refuses_every_message_is_paused_after_days_too(
    webhook: Webhook, server: Receiver, pair: Pair, settings: Settings
) -> None:
    server.always = 400
    merge_lines(pair)
    deliver()
    webhook.refresh_from_db()
    assert (webhook.failures, webhook.quiet_until) == (0, None)
    long_ago = timezone.now() - timedelta(days=settings.WEBHOOK_PAUSE_DAYS)
    Webhook.objects.update(failing_since=long_ago)
    let_time_pass()

    deliver()

    webhook.refresh_from_db()
    assert webhook.state == "failed"


def test_answer_about_one_message_holds_up_no_other(webhook: Webhook, server: Receiver, pair: Pair) -> None:
    server.answers = [422]
    merge_lines(pair, 30)

    deliver()

    # The one refused waits for its own turn, however well the others fare.
    assert sorted(states()) == [("delivered", 1)] * 29 + [("waiting", 1)]


def test_410_ends_the_webhook(webhook: Webhook, server: Receiver, pair: Pair) -> None:
    server.always = 410
    merge_lines(pair)

    deliver()

    webhook.refresh_from_db()
    assert (webhook.state, len(mail.outbox)) == ("gone", 1)


def test_retry_after_is_waited_for(webhook: Webhook, server: Receiver, pair: Pair) -> None:
    server.answers, server.headers = [429], {"Retry-After": "3600"}
    merge_lines(pair)

    deliver()

    message = WebhookMessage.objects.get()
    webhook.refresh_from_db()
    assert message.tried is not None
    assert message.due - message.tried >= timedelta(seconds=3600)
    assert webhook.quiet_until is not None
    assert webhook.quiet_until - message.tried > timedelta(seconds=3590)


def test_test_is_sent_to_an_address_that_is_off_and_never_again(
    webhook: Webhook, server: Receiver, owner: Account
) -> None:
    endpoints.turn_off(webhook, account=owner)
    server.always = 500
    endpoints.test(webhook)

    deliver()
    let_time_pass()
    deliver()

    ((_path, headers, body),) = server.heard
    assert Verifier(endpoints.secret_of(webhook.seed)).verify(body, headers)["type"] == "webhook.test"
    assert states() == [("failed", 1)]


def test_claims_of_a_job_that_was_killed_are_dropped_by_the_next(
    webhook: Webhook, server: Receiver, pair: Pair
) -> None:
    merge_lines(pair, 3)
    fan_out.write_messages()
    WebhookMessage.objects.update(claim="of the one killed")

    deliver()

    assert {state for state, _ in states()} == {"delivered"}


def test_one_job_at_a_time_is_asked_for(webhook: Webhook, server: Receiver, pair: Pair) -> None:
    merge_lines(pair)
    fan_out.write_messages()

    assert [delivering.request(), delivering.request()] == [True, False]
    jobs.run(Job.objects.get(kind=delivering.WORK).pk)
    assert delivering.request() is False


def test_act_that_is_told_writes_nothing_but_its_line(
    webhook: Webhook, pair: Pair, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        merge_lines(pair)


def test_messages_are_forgotten_by_the_setting(webhook: Webhook, server: Receiver, pair: Pair) -> None:
    merge_lines(pair, 2)
    deliver()
    old = WebhookMessage.objects.order_by("pk")[:1].get()
    WebhookMessage.objects.filter(pk=old.pk).update(created=timezone.now() - timedelta(days=31))

    assert fan_out.forget_old() == 1
    assert WebhookMessage.objects.count() == 1


def test_look_of_the_clock_costs_a_few_queries_where_nothing_happened(
    webhook: Webhook, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    tell_webhooks()

    with django_assert_num_queries(9):
        tell_webhooks()
