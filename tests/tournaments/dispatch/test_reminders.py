"""Letters before a deadline: once a deadline, to the organiser, as many days before as the office has set."""

from datetime import date, timedelta

import pytest
from django.conf import LazySettings
from django.core import mail
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries

from federation.jobs import jobs
from federation.models import Account, Job
from ratings.background import SCHEDULE
from ratings.tasks.following import remind_onward
from tests.tournaments.desk.test_mail import submitted
from tests.tournaments.dispatch.offices import begins
from tournaments.dispatch import board
from tournaments.models import Dispatch, MailPreference, Notice, Tournament
from tournaments.submission import organiser_mail

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_queue(monkeypatch: pytest.MonkeyPatch, settings: LazySettings) -> None:
    monkeypatch.setattr("federation.jobs.jobs.enqueue", lambda job_id: None)
    settings.CSRF_TRUSTED_ORIGINS = ["https://ratings.example.org"]


def ending(organiser: Account, days_left: int) -> Tournament:
    """A tournament handed in for the FFG whose deadline (14 days) is so many days off."""
    made = submitted(organiser)
    day = timezone.localdate() - timedelta(14 - days_left)
    Tournament.objects.filter(pk=made.pk).update(start=day, end=day, rated_for=["ffg"])
    Notice.objects.update(sent=timezone.now())
    made.refresh_from_db()
    return made


def post() -> list[str]:
    """Send what waits; the subjects."""
    mail.outbox.clear()
    for job in Job.objects.filter(kind=organiser_mail.WORK, state="queued"):
        jobs.run(job.pk)
    return [str(one.subject) for one in mail.outbox]


@pytest.mark.parametrize(("days_left", "letters"), [(6, 0), (5, 1), (0, 1), (-1, 0)])
def test_organiser_is_reminded_from_five_days_before_to_the_last(
    organiser: Account, days_left: int, letters: int
) -> None:
    begins()
    ending(organiser, days_left)

    assert board.remind() == letters
    assert len(post()) == letters


def test_letter_says_what_goes_where_by_when_and_leads_to_the_page(organiser: Account) -> None:
    begins()
    made = ending(organiser, 3)
    board.remind()
    subject = post()[0]
    body = mail.outbox[0].body

    assert subject.startswith("Due to FFG by ")
    assert f"https://ratings.example.org/desk/{made.number}/1/onward/" in body
    assert mail.outbox[0].to == [organiser.email]


def test_each_deadline_is_told_once(organiser: Account) -> None:
    begins()
    ending(organiser, 3)
    told = [board.remind(), board.remind()]
    begins(ffg_days=15)
    told += [board.remind(), board.remind()]

    assert told == [1, 0, 1, 0]
    assert Notice.objects.filter(step="onward").count() == 2


@pytest.mark.parametrize("state", ["sent", "accepted", "off"])
def test_what_was_sent_or_is_not_to_be_sent_reminds_nobody(organiser: Account, state: str) -> None:
    begins()
    made = ending(organiser, 3)
    Dispatch.objects.create(number=made.number, receiver="ffg", state=state, revision=1)

    assert board.remind() == 0


def test_office_may_remind_nobody_or_earlier(organiser: Account) -> None:
    ending(organiser, 9)
    begins(remind_days=0)
    never = board.remind()
    begins(remind_days=9)

    assert (never, board.remind()) == (0, 1)


def test_who_wants_no_letters_gets_none(organiser: Account) -> None:
    begins()
    ending(organiser, 3)
    MailPreference.objects.update_or_create(account=organiser, defaults={"wanted": False})
    board.remind()

    assert post() == []


def test_tournament_of_an_archive_is_noted_and_nobody_written_to(organiser: Account) -> None:
    begins()
    made = ending(organiser, 3)
    Notice.objects.all().delete()

    assert board.remind() == 0
    assert Dispatch.objects.get(number=made.number).reminded == timezone.localdate() + timedelta(3)


def test_what_ended_before_the_board_begins_reminds_nobody(organiser: Account) -> None:
    begins(timezone.localdate())
    ending(organiser, 3)

    assert board.remind() == 0


def test_clock_that_finds_nothing_costs_three_queries(
    organiser: Account, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    begins(date(2024, 1, 1))
    ending(organiser, 9)

    with django_assert_num_queries(3):
        remind_onward()


def test_clock_starts_it_every_hour() -> None:
    assert SCHEDULE["remind-onward"]["task"] == remind_onward.name
    assert SCHEDULE["remind-onward"]["schedule"] == 3600.0
