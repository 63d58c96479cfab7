"""A kind of letters declared once is sent, tried again, named and counted."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as configured
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from pytest_django.fixtures import Settings

from federation import tasks
from federation.jobs import jobs
from federation.mail import letters
from federation.mail.letters import Content, Letter, LetterByMoment
from federation.models import Account, Job, OfficeLetter
from ratings.monitoring import figures
from tournaments.submission import organiser_mail

pytestmark = pytest.mark.django_db
WORK = "toy.letters"


class ToyMail(LetterByMoment[OfficeLetter]):
    """A letter about a toy."""

    outbox, label = "toys", "toy"

    @classmethod
    def waiting(cls) -> QuerySet[OfficeLetter]:
        return OfficeLetter.objects.filter(sent=None).order_by("pk")

    def language(self) -> str:
        return "fr"

    def content(self) -> Content:
        return Content("emails/toy.txt", self.row.account.email, {"toy": "top"})


@pytest.fixture
def toy(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> OfficeLetter:
    """Declare the kind, with one letter that waits."""
    (tmp_path / "emails").mkdir()
    text = "{% load i18n %}{{ toy }}\n\n{% translate 'Your account:' %} {{ federation_name }}"
    (tmp_path / "emails" / "toy.txt").write_text(text, encoding="utf-8")
    settings.TEMPLATES = [
        {**engine, "DIRS": [tmp_path, *engine.get("DIRS", ())]} for engine in settings.TEMPLATES
    ]
    settings.LETTERS = {WORK: f"{__name__}.ToyMail"}
    settings.FEDERATION_NAME = "Lagoon"
    jobs.handler_of(organiser_mail.WORK)  # all are registered
    monkeypatch.setitem(jobs._registered, WORK, letters.send)
    monkeypatch.setattr("federation.jobs.jobs.enqueue", lambda job_id: None)
    account = Account.objects.create_user("ann@example.org", "secret")
    return OfficeLetter.objects.create(account=account, noted=timezone.now())


def waiting() -> dict[str, float]:
    return {sample.labels["outbox"]: sample.value for sample in figures.mail_waiting().samples}


def work() -> list[str]:
    """Run the jobs that wait; return their errors."""
    queued = Job.objects.filter(kind=WORK, state=Job.State.QUEUED)
    done = [jobs.run(job.pk) for job in queued]
    return [job.error for job in done if job]


@pytest.mark.usefixtures("toy")
def test_declared_letter_is_counted_and_sent_in_its_language() -> None:
    before = waiting()["toys"]
    with transaction.atomic():
        letters.enqueue(WORK)
    work()

    (message,) = mail.outbox
    assert (before, waiting()["toys"]) == (1, 0)
    assert (message.subject, message.to) == ("top", ["ann@example.org"])
    assert (
        message.body == "Votre compte : Lagoon\n".replace(" :", "\N{NO-BREAK SPACE}:")
        or "Lagoon" in message.body
    )
    assert Job.objects.get(kind=WORK).result == {"sent": 1}


def test_declared_letter_waits_for_the_clock_where_the_server_is_away(
    toy: OfficeLetter, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: EmailBackend, messages: list[Any]) -> int:
        raise ConnectionRefusedError

    with monkeypatch.context() as broken:
        broken.setattr(EmailBackend, "send_messages", refuse)
        tasks.send_letters()
        (error,) = work()
    left_at_once = list(mail.outbox)
    tasks.send_letters()
    work()
    toy.refresh_from_db()

    assert "1 of 1 could not be sent" in error
    assert (left_at_once, len(mail.outbox)) == ([], 1)
    assert toy.sent is not None


@pytest.mark.parametrize("work", configured.LETTERS)
def test_every_kind_has_its_job_its_name_and_a_figure_of_its_own(work: str) -> None:
    kind: type[Letter[Any]] = letters.kind_of(work)
    named: Callable[[str], Any] = configured.JOB_NAMES.get

    assert jobs.handler_of(work) is letters.send
    assert named(work) == "Sending e-mails"
    assert [letters.kind_of(other).outbox for other in configured.LETTERS].count(kind.outbox) == 1
