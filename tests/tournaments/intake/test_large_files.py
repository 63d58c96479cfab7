"""Files that take long: a job reads them and makes the draft, and its page leads on."""

import pytest
from django.conf import LazySettings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from federation.jobs import jobs
from federation.models import Account, Job
from tests.tournaments import reports
from tests.tournaments.conftest import logged_in
from tournaments.intake import intake, large_files
from tournaments.models import Tournament, Upload

pytestmark = pytest.mark.django_db


@pytest.fixture
def orla(organiser: Account) -> Client:
    return logged_in(organiser)


@pytest.fixture(params=["READ_AT_ONCE", "MATCH_AT_ONCE"])
def small_bounds(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Take a file of four people for a large one: by its bytes, or by its entrants and rounds."""
    monkeypatch.setattr(large_files, request.param, 7)


def send(client: Client, data: bytes, **more: object) -> str:
    file = SimpleUploadedFile("a.tou", data)
    return client.post("/upload/", {"file": file, **more}).headers["Location"]


def test_small_file_is_a_draft_at_once(orla: Client) -> None:
    assert send(orla, reports.tou()) == "/desk/1/1/"
    assert Job.objects.count() == 0


@pytest.mark.usefixtures("small_bounds")
def test_large_file_becomes_a_job_that_leads_on_to_the_draft(orla: Client) -> None:
    address = send(orla, reports.tou())
    job = Job.objects.get(kind=large_files.WORK)
    assert address == f"/jobs/{job.pk}/"
    assert "a.tou" in orla.get(address).content.decode()
    assert Tournament.objects.count() == 0

    jobs.run(job.pk)

    assert orla.get(address).headers["Location"] == "/desk/1/1/"
    part = orla.get(address, headers={"HX-Request": "true"})
    assert part.headers["HX-Redirect"] == "/desk/1/1/"
    assert Tournament.objects.get().entries.count() == 4


@pytest.mark.usefixtures("small_bounds")
def test_job_of_a_large_file_that_runs_twice_makes_one_draft(orla: Client) -> None:
    send(orla, reports.tou())
    job = Job.objects.get()

    for _ in range(2):
        Job.objects.update(state=Job.State.QUEUED)
        jobs.run(job.pk)

    assert Tournament.objects.count() == 1


def test_large_file_sent_twice_waits_in_one_job(orla: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(large_files, "READ_AT_ONCE", 7)

    assert send(orla, reports.tou()) == send(orla, reports.tou())
    assert Job.objects.count() == 1


def test_page_of_a_file_that_waits_to_be_read_shows_its_job(
    orla: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(large_files, "READ_AT_ONCE", 7)
    address = send(orla, reports.tou())

    assert orla.get(f"/upload/{Upload.objects.get().pk}/").headers["Location"] == address


def test_large_file_nobody_can_read_leads_to_its_finding(
    orla: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(large_files, "READ_AT_ONCE", 7)
    address = send(orla, b"\x00\x01\x02 nothing of the kind" * 10)
    jobs.run(Job.objects.get().pk)

    upload = Upload.objects.get()
    assert orla.get(address).headers["Location"] == f"/upload/{upload.pk}/"
    assert upload.findings
    assert orla.get(f"/upload/{upload.pk}/").status_code == 200


@pytest.mark.usefixtures("small_bounds")
def test_large_file_that_looks_like_a_correction_is_asked_about_before_it_is_drafted(
    orla: Client, organiser: Account
) -> None:
    intake.draft(intake.receive(reports.tou(), filename="a.tou", account=organiser), account=organiser)
    address = send(orla, reports.tou() + b"\r\n")
    for job in Job.objects.all():  # none where the file was small enough to be read
        jobs.run(job.pk)
        address = orla.get(address).headers["Location"]
    upload = Upload.objects.latest("pk")
    assert address == f"/upload/{upload.pk}/"
    assert Tournament.objects.count() == 1

    job_page = orla.post(address, {"as": "revision"}).headers["Location"]
    jobs.run(Job.objects.latest("pk").pk)

    assert orla.get(job_page).headers["Location"] == "/desk/1/2/"


def test_file_over_the_limit_is_refused_and_not_put_off(organiser: Account, settings: LazySettings) -> None:
    settings.UPLOAD_LIMIT = 50

    upload = large_files.receive(b"x" * 60, filename="a.tou", account=organiser)

    assert not large_files.is_unread(upload)
