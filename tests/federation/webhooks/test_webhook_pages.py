"""The pages of webhooks: who sees which, a secret shown once, acts with their lines in the journal."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from federation.models import Account, JournalEntry, Webhook, WebhookMessage
from federation.webhooks import endpoints
from federation.webhooks.endpoints import Wanted
from tests.tournaments.conftest import account

URL = "https://example.org/hook"


@pytest.fixture
def orla(db: None) -> Account:
    return account("orla@example.org", "organiser")


@pytest.fixture
def held(orla: Account) -> Webhook:
    return endpoints.add(orla, Wanted(URL, ["list.published"], "Club site"))[0]


def logged_in(person: Account) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(person)
    return client


def press(client: Client, webhook: Webhook, act: str, **sent: object) -> str:
    answer = client.post(reverse("webhook-act", args=[webhook.pk, act]), sent, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def test_secret_is_shown_once_and_is_nowhere_in_the_table(orla: Account) -> None:
    client = logged_in(orla)

    page = client.post(reverse("webhooks"), {"url": URL, "events": ["list.published", "player.merged"]})

    webhook = Webhook.objects.get()
    secret = endpoints.secret_of(webhook.seed)
    assert secret.startswith("whsec_")
    assert secret in page.content.decode()
    assert secret not in client.get(webhook.get_absolute_url()).content.decode()
    assert endpoints.key_of(webhook.seed).hex() != webhook.seed
    assert webhook.events == ["list.published", "player.merged"]
    assert JournalEntry.objects.filter(act="webhook.added", subject_id=webhook.pk).count() == 1


def test_secret_is_another_one_with_another_key_of_the_site(held: Webhook, settings: Settings) -> None:
    before = endpoints.secret_of(held.seed)
    settings.SECRET_KEY = "x" * 50

    assert endpoints.secret_of(held.seed) != before


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        ({"url": "http://example.org/", "events": ["list.published"]}, "must begin with https://"),
        ({"url": "https://a:b@example.org/", "events": ["list.published"]}, "user name or a password"),
        ({"url": "https://example.org:25/", "events": ["list.published"]}, "Use port 443"),
        ({"url": "nonsense", "events": ["list.published"]}, "complete web address"),
        ({"url": URL}, "Choose at least one event."),
        ({"url": URL, "events": ["account.added"]}, "account.added"),
    ],
)
def test_what_cannot_be_told_anything_is_refused_with_a_reason(
    orla: Account, sent: dict[str, object], why: str
) -> None:
    answer = logged_in(orla).post(reverse("webhooks"), sent)

    assert answer.status_code == 422
    assert why in answer.content.decode()
    assert not Webhook.objects.exists()


def test_account_has_so_many_webhooks_and_no_more(orla: Account) -> None:
    for n in range(endpoints.MOST):
        endpoints.add(orla, Wanted(f"{URL}/{n}", ["list.published"]))

    answer = logged_in(orla).post(reverse("webhooks"), {"url": URL, "events": ["list.published"]})

    assert f"You have {endpoints.MOST} webhooks" in answer.content.decode()


def test_officers_see_all_others_their_own(held: Webhook) -> None:
    odile, sven = account("odile@example.org", "officer"), account("sven@example.org", "organiser")

    assert "Club site" in logged_in(odile).get(reverse("webhooks")).content.decode()
    assert "Club site" not in logged_in(sven).get(reverse("webhooks")).content.decode()
    assert logged_in(sven).get(held.get_absolute_url()).status_code == 404


def test_acts_are_done_and_written_down(held: Webhook, orla: Account) -> None:
    client, before = logged_in(orla), endpoints.secret_of(held.seed)

    press(client, held, "off")
    off = Webhook.objects.get().state
    press(client, held, "on")
    rotated = press(client, held, "rotate")
    press(client, held, "test")
    message = WebhookMessage.objects.get()
    WebhookMessage.objects.update(state="failed", attempts=1, error="timeout")
    page = client.get(held.get_absolute_url()).content.decode()
    press(client, held, "again", message=message.pk)

    webhook = Webhook.objects.get()
    assert (off, webhook.state) == ("off", "on")
    assert endpoints.secret_of(webhook.seed) in rotated
    assert before not in rotated
    assert endpoints.secret_of(webhook.seed_before) == before
    assert "No answer in time." in page
    assert WebhookMessage.objects.get().state == "waiting"
    press(client, held, "delete")
    assert not Webhook.objects.exists()
    acts = JournalEntry.objects.filter(subject="webhook").order_by("pk").values_list("act", flat=True)
    assert [act.removeprefix("webhook.") for act in acts] == [
        "added", "off", "on", "rotated", "resent", "deleted",
    ]  # fmt: skip


def test_change_says_what_was_before(held: Webhook, orla: Account) -> None:
    sent = {"url": f"{URL}/2", "description": "Club", "events": ["tournament.rated"]}

    logged_in(orla).post(held.get_absolute_url(), sent)

    line, webhook = JournalEntry.objects.get(act="webhook.changed"), Webhook.objects.get()
    assert (webhook.url, webhook.description, webhook.events) == tuple(sent.values())
    assert line.detail["before"] == {
        "server": "example.org", "events": ["list.published"], "description": "Club site",
    }  # fmt: skip
    assert line.detail["after"]["description"] == "Club"
    assert "/hook" not in str(line.detail)  # it may be secret


def test_another_address_is_tried_at_once(held: Webhook, orla: Account) -> None:
    later = timezone.now() + timedelta(minutes=10)
    Webhook.objects.update(failures=7, failing_since=timezone.now(), quiet_until=later)

    endpoints.change(held, Wanted(f"{URL}/2", ["list.published"]), account=orla)

    webhook = Webhook.objects.get()
    assert (webhook.failures, webhook.failing_since, webhook.quiet_until) == (0, None, None)


def test_tests_are_sent_so_many_a_minute(held: Webhook, orla: Account) -> None:
    client = logged_in(orla)
    for _ in range(endpoints.MOST_TESTS):
        press(client, held, "test")

    page = press(client, held, "test")

    assert "Wait a minute before the next test." in page
    assert WebhookMessage.objects.count() == endpoints.MOST_TESTS


def test_message_of_another_webhook_is_not_sent_again(held: Webhook, orla: Account) -> None:
    other = endpoints.add(account("sven@example.org", "organiser"), Wanted(URL, ["list.published"]))[0]
    message = endpoints.test(other)
    url = reverse("webhook-act", args=[held.pk, "again"])

    assert logged_in(orla).post(url, {"message": message.pk}).status_code == 404
    assert logged_in(orla).post(url, {"message": "x"}).status_code == 404


def test_unknown_act_is_not_there(held: Webhook, orla: Account) -> None:
    assert logged_in(orla).post(reverse("webhook-act", args=[held.pk, "x"])).status_code == 404
