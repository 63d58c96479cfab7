from datetime import date

import pytest

from federation.jobs import jobs
from federation.models import Job
from ratings.lists import publication
from ratings.models import PublishedList, RatingRun, RatingSystem
from ratings.runs.recalculation import request_run
from ratings.tasks.runs import recalculate_stale
from tests.ratings.histories import hold, people, recalculate, round_robin, stale

pytestmark = pytest.mark.django_db
DAY = date(2023, 3, 4)


@pytest.fixture
def ffg() -> RatingSystem:
    system = RatingSystem.objects.get(key="ffg")
    hold(DAY, people(3), round_robin(3), number=1)
    return stale(system, DAY)


def test_recalculation_job_leaves_a_proposal_and_leads_to_it(ffg: RatingSystem) -> None:
    run = request_run(ffg)

    job = jobs.run(Job.objects.get().pk)

    run.refresh_from_db()
    assert job is not None
    assert (job.state, job.result) == ("done", {"url": run.get_absolute_url(), "run": run.pk})
    assert run.stage == "proposed"


def test_publication_job_freezes_the_list_and_leads_to_it(ffg: RatingSystem) -> None:
    recalculate(ffg)
    ordered, asked = publication.request(ffg, publication.ListRequest(date(2023, 3, 31)), account=None)

    job = jobs.run(asked.pk)

    published = PublishedList.objects.get(pk=ordered.pk)
    assert job is not None
    assert (job.state, job.result) == ("done", {"url": published.get_absolute_url(), "players": 3})
    assert published.ready is True


def test_run_of_an_edition_there_is_not_fails_with_the_reason_and_can_be_asked_for_again(
    ffg: RatingSystem, caplog: pytest.LogCaptureFixture
) -> None:
    RatingSystem.objects.filter(pk=ffg.pk).update(edition="2099")
    run = request_run(ffg)

    job = jobs.run(Job.objects.get().pk)
    again = request_run(ffg)

    run.refresh_from_db()
    assert job is not None
    assert (job.state, job.error) == ("failed", "ffg has no edition 2099")
    assert (run.stage, again.stage) == ("failed", "requested")


def test_the_clock_asks_for_runs_of_stale_systems_after_the_commit(
    ffg: RatingSystem, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: object
) -> None:
    sent: list[int] = []
    monkeypatch.setattr("federation.jobs.jobs.enqueue", sent.append)

    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]  # a fixture of pytest-django
        recalculate_stale()

    run = RatingRun.objects.get()
    assert (run.system, sent) == (ffg, [run.job_id])
