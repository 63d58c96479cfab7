"""A list with nobody on it: shown only once somebody has said that this is right."""

from datetime import date

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from federation.jobs import jobs
from federation.models import Job
from ratings.lists import publication
from ratings.lists.publication import ListRequest, NotReadyError, ReleaseOptions
from ratings.models import PublishedList, RatingSystem

pytestmark = pytest.mark.django_db
DAY = date(2023, 3, 31)
ASKS = "publish although no one is on the list"


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    """No worker listens here, and files are made in a folder of the test."""
    monkeypatch.setattr("federation.jobs.jobs.enqueue", lambda job_id: None)
    monkeypatch.setattr("django.conf.settings.DATA_DIR", tmp_path)


@pytest.fixture
def egf() -> RatingSystem:
    return RatingSystem.objects.get(key="egf")


@pytest.fixture
def empty(egf: RatingSystem) -> PublishedList:
    """A prepared list of nobody."""
    ordered = publication.order(egf, ListRequest(DAY), account=None)
    return publication.prepare(ordered.pk)


def test_list_of_nobody_is_published_on_somebodys_word_alone(empty: PublishedList) -> None:
    with pytest.raises(NotReadyError) as refused:
        publication.release(empty.pk, ReleaseOptions(force=True, note="Now"), account=None)
    shown = publication.release(empty.pk, ReleaseOptions(empty=True), account=None)

    assert refused.value.code == "empty"
    assert (shown.ready, shown.players) == (True, 0)


def test_page_asks_and_publishes_once_the_box_is_ticked(empty: PublishedList, officer: Client) -> None:
    address = reverse("prepared-release", args=[empty.pk])

    page = officer.get(reverse("prepared-list", args=[empty.pk])).content.decode()
    refused = officer.post(address)
    empty.refresh_from_db()
    was_shown = empty.ready
    published = officer.post(address, {"empty": "on"})
    empty.refresh_from_db()

    assert (ASKS in page, "No one is on this list." in page) == (True, True)
    assert (refused.status_code, was_shown) == (422, False)
    assert (published.status_code, empty.ready) == (302, True)


def test_job_that_publishes_leads_to_the_question(egf: RatingSystem) -> None:
    ordered, job = publication.request(egf, ListRequest(DAY), account=None)

    done = jobs.run(job.pk)

    assert done is not None
    assert (done.state, done.result["url"]) == (Job.State.DONE, reverse("prepared-list", args=[ordered.pk]))
    assert not PublishedList.objects.get(pk=ordered.pk).ready


def test_command_asks_for_its_option(egf: RatingSystem) -> None:
    with pytest.raises(CommandError, match="--empty"):
        call_command("publish_list", "egf", DAY.isoformat())
    call_command("publish_list", "egf", DAY.isoformat(), "--empty")

    assert PublishedList.objects.get(system=egf).ready


def test_list_that_a_job_makes_is_not_ordered_again(egf: RatingSystem) -> None:
    _ordered, job = publication.request(egf, ListRequest(DAY), account=None, show=False)

    with pytest.raises(NotReadyError) as refused:
        publication.request(egf, ListRequest(DAY), account=None)
    jobs.run(job.pk)
    again, _job = publication.request(egf, ListRequest(DAY), account=None, show=False)

    assert refused.value.code == "not-prepared"
    assert PublishedList.objects.get(system=egf).pk == again.pk
