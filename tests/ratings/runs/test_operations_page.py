"""The page of the administrator, and the button that starts a failed job again."""

from smtplib import SMTPServerDisconnected

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries, Settings

from federation.jobs import jobs
from federation.models import Account, Backup, Job, JournalEntry
from ratings.backups import manifest
from ratings.models import LogAlarm

pytestmark = pytest.mark.django_db
QUERIES = 22  # of the whole page


@pytest.fixture
def ada(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Client:
    """An administrator; nothing is really sent to a queue."""
    monkeypatch.setattr("federation.jobs.jobs.enqueue", lambda job_id: None)
    settings.SECOND_FACTOR_REQUIRED = False
    client = Client(headers={"accept-language": "en"})
    client.force_login(Account.objects.create_superuser("ada@example.org", "a long enough secret"))
    return client


def failed(kind: str = "tournaments.mail") -> Job:
    return Job.objects.create(kind=kind, state="failed", error="The server is away", attempts=3)


def test_page_says_what_failed_and_why_and_what_waits(ada: Client) -> None:
    failed()
    Job.objects.create(kind="ratings.recalculate")

    page = ada.get(reverse("operations")).content.decode()

    assert "The server is away" in page
    assert "Recalculation" in page
    assert page.count("/retry/") == 1  # of the failed one alone
    assert "No backup has been made" in page


def test_page_asks_as_much_however_many_jobs_there_are(
    ada: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in (1, 5):
        for _ in range(number):
            failed()
        with django_assert_num_queries(QUERIES):
            ada.get(reverse("operations"))


def test_page_shows_the_last_backup_and_the_last_proof(ada: Client) -> None:
    Backup.objects.create(folder="/srv/first", size=1, proved=timezone.now())
    Backup.objects.create(folder="/srv/second", size=3 << 20)

    page = ada.get(reverse("operations")).content.decode()

    assert "/srv/second" in page
    assert "3.0\xa0MB" in page
    assert "Last backup restored and verified" in page


def test_page_shows_by_how_much_tables_have_grown_since_the_last_backup(
    ada: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(manifest, "table_sizes", lambda: {"zz_big": 5 << 20, "aa_slim": 1 << 20, "new": 100})
    Backup.objects.create(folder="x", sizes={"zz_big": 3 << 20, "aa_slim": 2 << 20})

    page = ada.get(reverse("operations")).content.decode()

    assert "+2.0\xa0MB" in page
    assert "-1.0\xa0MB" in page
    assert page.index("zz_big") < page.index("aa_slim")


def test_failed_job_begins_anew_and_the_journal_says_who_asked(ada: Client) -> None:
    job = failed()

    ada.post(reverse("job-retry", args=[job.pk]))

    job.refresh_from_db()
    assert (job.state, job.attempts, job.error, job.finished) == ("queued", 0, "", None)
    line = JournalEntry.objects.get(act="job.retried")
    assert (line.subject_id, line.account and line.account.email) == (str(job.pk), "ada@example.org")


@pytest.mark.parametrize(
    ("kind", "state"), [("of.an.earlier.version", "failed"), ("tournaments.mail", "done")]
)
def test_job_that_cannot_begin_anew_stays_and_the_page_says_so(ada: Client, kind: str, state: str) -> None:
    job = Job.objects.create(kind=kind, state=state)

    page = ada.post(reverse("job-retry", args=[job.pk]), follow=True).content.decode()

    job.refresh_from_db()
    assert job.state == state
    assert "no longer" in page
    assert not JournalEntry.objects.filter(act="job.retried").exists()


def test_page_says_that_the_disk_is_full_and_which_job_waits_for_room(ada: Client) -> None:
    before = ada.get(reverse("operations")).content.decode()
    Job.objects.create(kind="ratings.recalculate", message=jobs.NO_ROOM)

    page = ada.get(reverse("operations")).content.decode()

    assert ("A disk is full" in before, "A disk is full" in page) == (False, True)
    assert "· The disk of the database is full; the job waits for room." in page
    assert "Data folder" in page


def test_page_says_that_the_last_emails_could_not_be_sent_until_a_job_sends_again(ada: Client) -> None:
    job = failed()
    Job.objects.filter(pk=job.pk).update(finished=timezone.now())
    LogAlarm.objects.create(origin="log.example.org", kind=LogAlarm.Kind.SHRUNK, before="9", after="5")
    told = "The last e-mails could not be sent"
    page = ada.get(reverse("operations")).content.decode()
    Job.objects.create(kind="federation.claims", state="done", finished=timezone.now())

    later = ada.get(reverse("operations")).content.decode()

    assert (told in page, told in later) == (True, False)
    assert "1 e-mail is waiting to be sent" in page


def test_test_email_reaches_the_administrator_once_in_a_while(ada: Client, settings: Settings) -> None:
    settings.EMAIL_URL = "smtp://mail.example.org"
    pages = [ada.post(reverse("test-mail"), follow=True).content.decode() for _ in range(2)]

    sent = [(one.to, one.subject) for one in mail.outbox]
    assert sent == [(["ada@example.org"], "Test e-mail from Palmares")]
    assert "The mail server has accepted the test e-mail to ada@example.org" in pages[0]
    assert "A test e-mail was sent a moment ago" in pages[1]


@pytest.mark.parametrize(
    "problem", [ConnectionRefusedError(111, "refused"), SMTPServerDisconnected("closed")]
)
def test_page_says_why_a_test_email_cannot_be_sent(
    ada: Client, monkeypatch: pytest.MonkeyPatch, problem: Exception
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise problem

    monkeypatch.setattr(EmailMessage, "send", refuse)

    page = ada.post(reverse("test-mail"), follow=True).content.decode()

    assert f"could not be sent: {type(problem).__name__}" in page


def test_sizes_are_those_of_the_tables_with_their_indexes() -> None:
    found = manifest.table_sizes()

    assert found["federation_job"] > 0
    assert not any(name.startswith("job_state") for name in found)
