"""The office hears of claims and reported errors: counts on its desks, and a letter a day."""

from datetime import timedelta

import pytest
from django.core import mail
from django.core.cache import cache
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from federation.claims import corrections, office
from federation.claims.corrections import Error
from federation.jobs import jobs
from federation.models import Account, CorrectionRequest, Job, OfficeLetter, Player, RecordClaim
from federation.register import register
from tests.tournaments.conftest import account, logged_in

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """No worker listens here."""
    monkeypatch.setattr("federation.jobs.jobs.enqueue", lambda job_id: None)
    cache.clear()


@pytest.fixture
def vera() -> Account:
    return account("vera@example.org")


@pytest.fixture
def ann(vera: Account) -> Player:
    """A player whose record is Vera's."""
    found = register.enrol(register.Newcomer("Master", "Ann"), account=None)
    RecordClaim.objects.create(player=found, account=vera, state="held", language="en")
    return found


def report(player: Player, who: Account, kind: str = "club") -> None:
    corrections.report(player, Error(kind, "It is wrong."), account=who, language="en")


def claim(player: Player, name: str) -> None:
    asking = account(f"{name}@example.org")
    RecordClaim.objects.create(player=player, account=asking, state="waiting", language="en", text="Me")


def send() -> list[str]:
    """Let the clock look and the job run; return to whom it wrote."""
    mail.outbox.clear()
    office.note_letters()
    for job in Job.objects.filter(kind=office.WORK, state=Job.State.QUEUED):
        jobs.run(job.pk)
    return sorted(letter.to[0] for letter in mail.outbox)


def test_desks_count_what_waits(ann: Player, vera: Account) -> None:
    officer, registrar = account("odile@example.org", "officer"), account("remi@example.org", "registrar")
    report(ann, vera)
    report(ann, vera, "result")
    claim(ann, "sven")

    desks = [
        logged_in(officer).get("/desk/"),
        logged_in(officer).get("/register/"),
        logged_in(registrar).get("/register/"),
    ]

    for page, errors in zip(
        desks, ("2 reported errors", "2 reported errors", "1 reported error"), strict=True
    ):
        assert ("1 player asks for a record" in page.content.decode(), errors in page.content.decode()) == (
            True,
            True,
        )


def test_desks_say_nothing_where_nothing_waits() -> None:
    officer = account("odile@example.org", "officer")

    for path in ("/desk/", "/register/"):
        assert "reported error" not in logged_in(officer).get(path).content.decode()


def test_registrar_is_told_of_reports_that_wait_for_others(ann: Player, vera: Account) -> None:
    report(ann, vera, "result")
    shown = logged_in(account("remi@example.org", "registrar")).get("/register/corrections/").content.decode()

    assert "No report is waiting for you." in shown
    assert "1 report is waiting for someone else of the office." in shown


def test_counting_is_two_queries(
    ann: Player, vera: Account, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    officer = account("odile@example.org", "officer")
    office.waiting_for(officer)

    with django_assert_num_queries(2):
        office.waiting_for(officer)


def test_letter_goes_to_those_who_may_decide(ann: Player, vera: Account, settings: Settings) -> None:
    settings.LANGUAGE_CODE = "en"
    account("odile@example.org", "officer")
    account("remi@example.org", "registrar")
    account("orla@example.org", "organiser")
    report(ann, vera, "result")

    assert send() == ["odile@example.org"]
    letter = mail.outbox[0]
    assert "1 reported error:" in letter.body
    assert "/register/corrections/" in letter.body
    assert "/register/claims/" not in letter.body


def test_letter_is_sent_once_a_day_when_something_new_waits(ann: Player, vera: Account) -> None:
    account("remi@example.org", "registrar")
    report(ann, vera)
    first = send()
    claim(ann, "sven")
    same_day = send()
    OfficeLetter.objects.update(noted=timezone.now() - timedelta(days=1))
    RecordClaim.objects.filter(state="waiting").update(asked=timezone.now())
    next_day = send()
    OfficeLetter.objects.update(noted=timezone.now() - timedelta(days=1))
    CorrectionRequest.objects.update(asked=timezone.now() - timedelta(days=2))
    RecordClaim.objects.update(asked=timezone.now() - timedelta(days=2))

    assert (first, same_day, next_day) == (["remi@example.org"], [], ["remi@example.org"])
    assert send() == []


def test_letter_of_what_was_decided_meanwhile_is_not_sent(ann: Player, vera: Account) -> None:
    registrar = account("remi@example.org", "registrar")
    report(ann, vera)
    office.note_letters()
    waiting = CorrectionRequest.objects.values_list("pk", flat=True)
    corrections.decide(list(waiting), "accepted", "", by=registrar)
    mail.outbox.clear()

    jobs.run(Job.objects.get(kind=office.WORK).pk)

    assert mail.outbox == []


def test_look_where_nothing_waits_is_two_queries(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    account("odile@example.org", "officer")

    with django_assert_num_queries(2):
        assert office.note_letters() == 0
