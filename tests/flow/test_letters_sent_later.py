"""Letters of every outbox: one that could not be sent or written leaves later, without anybody acting."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.db import transaction
from django.http import HttpRequest
from django.template.backends.django import Template
from django.test import RequestFactory
from django.utils import timezone
from pytest_django.fixtures import Settings

from federation.accounts import letters as account_letters
from federation.background import SCHEDULE as REGISTER
from federation.celery import app
from federation.claims import claims, corrections
from federation.claims.corrections import Error
from federation.jobs import jobs
from federation.models import Account, Job, Webhook
from federation.webhooks import endpoints
from federation.webhooks.delivering import Round
from federation.webhooks.endpoints import Wanted
from ratings.background import SCHEDULE as RATINGS
from ratings.following import subscribing
from ratings.models import LogAlarm, RatingSystem
from ratings.public_log.witness import watch_round
from ratings.tasks import following
from tests.federation.claims.claimants import ADDRESS, held, holm, vera
from tests.tournaments import reports
from tests.tournaments.conftest import account
from tournaments.entrants import entries
from tournaments.intake import intake
from tournaments.submission import steps

pytestmark = pytest.mark.django_db(transaction=True)  # what a job that fails has written stays written
LOOKS = ("send-letters", "look-for-news", "watch-logs", "tell-followers")
VERA = "vera@example.org"


@pytest.fixture(autouse=True)
def _no_queue(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    monkeypatch.setattr("federation.jobs.jobs.enqueue", lambda job_id: None)
    settings.CSRF_TRUSTED_ORIGINS = ["https://ratings.example.org"]
    settings.WEBHOOK_PRIVATE = True


def link_to_sign_up() -> str:
    account_letters.note(
        account_letters.SIGN_UP, VERA, request=RequestFactory().get("/"), facts={"record": 0}
    )
    return VERA


def code() -> str:
    claims.ask_for_code(holm(), account=vera(), language="en")
    return ADDRESS


def answer_to_claim() -> str:
    claim = claims.ask_office(holm(), "I play in Lyon.", account=vera(), language="en")
    claims.accept(claim, by=account("odile@example.org", "officer"))
    return VERA


def answer_to_report() -> str:
    player, person = holm(), vera()
    held(player, person)
    report = corrections.report(player, Error("name", "Anne"), account=person, language="en")
    corrections.decide([report.pk], "accepted", "", by=account("odile@example.org", "officer"))
    return VERA


def step_of_tournament() -> str:
    person = account(VERA, "organiser")
    tournament = intake.draft(
        intake.receive(reports.tou(), filename="moulin.tou", account=person), account=person
    )
    new: dict[int, entries.Decision] = {row.pk: entries.ENROL for row in tournament.entries.all()}
    entries.decide(tournament, new, account=person)
    steps.submit(tournament, account=person, on=date(2024, 3, 20))
    return VERA


def paused_webhook() -> str:
    webhook = endpoints.add(account(VERA, "organiser"), Wanted("http://127.0.0.1:9/", ["player.merged"]))[0]
    with transaction.atomic():
        Round("")._pause(webhook, Webhook.State.FAILED)
    return VERA


def alarm() -> str:
    Account.objects.create_superuser(VERA, "a long enough secret")
    LogAlarm.objects.create(origin="log.example.org", kind=LogAlarm.Kind.SHRUNK, before="9", after="5")
    watch_round.request()
    return VERA


def question() -> str:
    subscribing.ask(VERA, RatingSystem.objects.get(key="egf"), language="en")
    following.request(subscribing.ASKED)
    return VERA


ACTS = (
    link_to_sign_up,
    code,
    answer_to_claim,
    answer_to_report,
    step_of_tournament,
    paused_webhook,
    alarm,
    question,
)
every_outbox = pytest.mark.parametrize("act", ACTS, ids=[one.__name__ for one in ACTS])


def work() -> list[str]:
    """Do all the work that waits; return what its jobs ended with."""
    errors = []
    while waiting := Job.objects.filter(state=Job.State.QUEUED).first():
        done = jobs.run(waiting.pk)
        assert done is not None
        errors.append(done.error)
    return errors


def clock_and_work() -> list[str]:
    """Let the clock look for letters and do the work it asks for; return whom they went to."""
    mail.outbox.clear()
    for entry in ({**REGISTER, **RATINGS}[name] for name in LOOKS):
        app.tasks[entry["task"]]()
    work()
    return [address for one in mail.outbox for address in one.to]


def refuse(patch: pytest.MonkeyPatch) -> None:
    """Let the mail server be away."""

    def send(self: EmailBackend, messages: list[mail.EmailMessage]) -> int:
        raise ConnectionRefusedError

    patch.setattr(EmailBackend, "send_messages", send)


def break_templates(patch: pytest.MonkeyPatch) -> None:
    """Let no letter be written."""
    render = Template.render

    def fail(
        self: Template, context: dict[str, Any] | None = None, request: HttpRequest | None = None
    ) -> str:
        if str(self.origin.template_name).startswith("emails/"):
            raise KeyError("player")
        return render(self, context, request)

    patch.setattr(Template, "render", fail)


@every_outbox
@pytest.mark.parametrize("fail", [refuse, break_templates], ids=["sent", "written"])
def test_letter_that_failed_once_leaves_with_the_clock(
    act: Callable[[], str], fail: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    address = act()
    with monkeypatch.context() as broken:
        fail(broken)
        errors = work()
    left_at_once = list(mail.outbox)
    with time_machine.travel(timezone.now() + timedelta(minutes=11), tick=False):
        later = clock_and_work()
        again = clock_and_work()

    assert "1 of 1 could not be sent" in errors  # the job fails, which operators see
    assert left_at_once == []
    assert later == [address]
    assert again == []


@pytest.mark.parametrize(
    "act",
    [link_to_sign_up, answer_to_claim, answer_to_report, step_of_tournament, paused_webhook, alarm],
)
def test_letter_that_could_not_be_written_for_a_day_is_given_up(
    act: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    act()
    with monkeypatch.context() as broken:
        break_templates(broken)
        work()
        with time_machine.travel(timezone.now() + timedelta(hours=25), tick=False):
            clock_and_work()
    with time_machine.travel(timezone.now() + timedelta(hours=26), tick=False):
        assert clock_and_work() == []


def test_code_that_is_no_longer_good_does_not_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    code()
    with monkeypatch.context() as broken:
        refuse(broken)
        work()

    with time_machine.travel(timezone.now() + timedelta(minutes=31), tick=False):
        assert clock_and_work() == []
