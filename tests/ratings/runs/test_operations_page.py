"""The page of the administrator, and the button that starts a failed job again."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from federation.models import Account, Backup, Job, JournalEntry
from ratings.backups import table_sizes

pytestmark = pytest.mark.django_db


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
    monkeypatch.setattr(table_sizes, "sizes", lambda: {"zz_big": 5 << 20, "aa_slim": 1 << 20, "new": 100})
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


def test_sizes_are_those_of_the_tables_with_their_indexes() -> None:
    found = table_sizes.sizes()

    assert found["federation_job"] > 0
    assert not any(name.startswith("job_state") for name in found)
