"""An account with a webhook, and a server that listens."""

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django.fixtures import Settings

from federation.jobs import jobs
from federation.journal import journal
from federation.models import Account, Job, JournalEntry, Player, Webhook, WebhookMessage
from federation.register import register
from federation.register.register import Newcomer
from federation.webhooks import delivering, endpoints, fan_out, letters
from federation.webhooks.endpoints import Wanted
from tests.federation.webhooks import receiver
from tests.tournaments.conftest import account

Merged = Callable[[int], list[JournalEntry]]


@pytest.fixture
def owner(db: None, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Account:
    settings.WEBHOOK_PRIVATE = True
    monkeypatch.setattr("federation.jobs.jobs.enqueue", lambda job_id: None)
    return account("orla@example.org", "organiser")


@pytest.fixture
def server() -> Iterator[receiver.Receiver]:
    with receiver.listening() as made:
        yield made


@pytest.fixture
def webhook(owner: Account, server: receiver.Receiver) -> Webhook:
    fan_out.write_messages()  # sets the mark
    return endpoints.add(owner, Wanted(server.url, ["player.merged", "list.published"]))[0]


@pytest.fixture
def pair(db: None) -> tuple[Player, Player]:
    kept, gone = (register.enrol(Newcomer(name, "Anna", "FR"), account=None) for name in ("HOLM", "HOLMGREN"))
    return kept, gone


def merge_lines(pair: tuple[Player, Player], count: int = 1) -> list[JournalEntry]:
    """Write lines as merges do."""
    kept, gone = pair
    return [journal.write("player.merged", kept, account=None, other=gone.pk) for _ in range(count)]


def deliver() -> None:
    """Do what the clock and the worker do, once."""
    fan_out.write_messages()
    delivering.request()
    kinds = (delivering.WORK, letters.WORK)
    while waiting := Job.objects.filter(kind__in=kinds, state=Job.State.QUEUED).first():
        job = jobs.run(waiting.pk)
        assert job is not None
        assert job.state == Job.State.DONE, job.error


def let_time_pass(wait: timedelta = timedelta(days=2)) -> None:
    """Let every wait be over."""
    then = timezone.now() - wait
    WebhookMessage.objects.filter(state="waiting").update(due=then)
    Webhook.objects.exclude(quiet_until=None).update(quiet_until=then)
