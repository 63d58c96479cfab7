"""What the clock does about backups and what is over, as far as settings say."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone
from pytest_django.fixtures import Settings

from federation.journal import journal
from federation.models import Backup, DataRequest, Job, JournalEntry
from ratings.backups import by_clock, create, proving
from tests.tournaments import reports
from tests.tournaments.conftest import account
from tournaments.intake import intake
from tournaments.models import Upload

pytestmark = pytest.mark.django_db
LONG_AGO = timezone.now() - timedelta(days=100)


@pytest.fixture(autouse=True)
def _no_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("federation.jobs.jobs.enqueue", lambda job_id: None)


def test_clock_makes_no_backup_until_a_setting_says_so(settings: Settings) -> None:
    settings.BACKUP_HOURS = 0

    assert by_clock.request_due() is None


def test_backup_is_asked_for_once_and_again_after_its_hours(settings: Settings) -> None:
    settings.BACKUP_HOURS = 24
    first = by_clock.request_due()
    assert (first and first.kind, by_clock.request_due()) == ("ratings.backup", None)

    Job.objects.all().update(state=Job.State.DONE, requested=LONG_AGO)
    made = Backup.objects.create(folder="x")
    assert by_clock.request_due() is None
    Backup.objects.filter(pk=made.pk).update(at=timezone.now() - timedelta(hours=24))
    assert by_clock.request_due() is not None


def test_backup_that_failed_is_asked_for_again(settings: Settings) -> None:
    settings.BACKUP_HOURS = 24
    by_clock.request_due()
    Job.objects.all().update(state=Job.State.FAILED)

    assert by_clock.request_due() is not None


@pytest.mark.parametrize(("proved", "trials"), [(None, 1), (6, 0), (8, 1)])
def test_backup_is_proved_once_a_week(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, proved: int | None, trials: int
) -> None:
    settings.BACKUP_DIR = str(tmp_path)
    tried: list[Backup] = []
    monkeypatch.setattr(create, "make", lambda target: Backup.objects.create(folder=str(target)))
    monkeypatch.setattr(proving, "prove", tried.append)
    if proved is not None:
        Backup.objects.create(folder="x", proved=timezone.now() - timedelta(days=proved))

    by_clock.back_up()

    assert len(tried) == trials


def test_jobs_that_are_over_go_after_their_days_and_others_stay(settings: Settings) -> None:
    settings.KEEP_JOBS_DAYS = 90
    for state in Job.State:
        Job.objects.create(kind="none", state=state, finished=LONG_AGO)
    Job.objects.create(kind="none", state="done", finished=timezone.now())

    assert by_clock.remove_what_is_over()["jobs"] == 3
    assert sorted(Job.objects.values_list("state", flat=True)) == ["done", "queued", "running"]


def test_upload_goes_only_where_nothing_refers_to_it(settings: Settings) -> None:
    settings.KEEP_UPLOADS_DAYS = 90
    orla = account("orla@example.org", "organiser")
    used = intake.receive(reports.tou(), filename="used.tou", account=orla)
    intake.draft(used, account=orla)
    intake.receive(reports.tou("Other"), filename="nothing.tou", account=orla)
    Upload.objects.update(received=LONG_AGO)
    intake.receive(reports.tou("Third"), filename="new.tou", account=orla)
    lines = JournalEntry.objects.count()

    assert by_clock.remove_what_is_over()["uploads"] == 1
    assert sorted(Upload.objects.values_list("filename", flat=True)) == ["new.tou", "used.tou"]
    assert JournalEntry.objects.count() == lines


@pytest.mark.parametrize(("days", "left"), [(30, ["open", "thirty days ago"]), (29, ["open"]), (0, None)])
def test_answered_request_goes_once_its_days_are_over(
    settings: Settings, days: int, left: list[str] | None
) -> None:
    settings.KEEP_REQUESTS_DAYS = days
    today = timezone.localdate()
    rows: dict[str, dict[str, Any]] = {
        "open": {"state": "open"},
        "thirty days ago": {"state": "done", "answered": today - timedelta(days=30)},
        "refused": {"state": "refused", "answered": today - timedelta(days=31)},
        "long ago": {"state": "done", "answered": today - timedelta(days=4000)},
    }
    for name, said in rows.items():
        came = today - timedelta(days=5000)
        DataRequest.objects.create(name=name, kind="copy", way="post", came=came, due=came, **said)
    expected = list(rows) if left is None else left

    assert by_clock.remove_what_is_over()["requests"] == len(rows) - len(expected)
    assert list(DataRequest.objects.order_by("pk").values_list("name", flat=True)) == expected


def test_nothing_but_expired_sessions_goes_unless_a_setting_says_so(settings: Settings) -> None:
    settings.KEEP_JOBS_DAYS = settings.KEEP_UPLOADS_DAYS = settings.KEEP_REQUESTS_DAYS = 0
    Job.objects.create(kind="none", state="done", finished=LONG_AGO)
    now = timezone.now()
    for key, ends in (("over", now - timedelta(days=1)), ("good", now + timedelta(days=1))):
        Session.objects.create(session_key=key, session_data="", expire_date=ends)
    journal.write("none", "none", account=None)

    assert by_clock.remove_what_is_over() == {"sessions": 1, "jobs": 0, "uploads": 0, "requests": 0}
    assert [one.session_key for one in Session.objects.all()] == ["good"]
