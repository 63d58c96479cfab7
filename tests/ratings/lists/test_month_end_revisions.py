"""Which revisions the end of a month offers: where ratings of the published list have moved."""

from datetime import date
from pathlib import Path

import pytest
from django.test import Client

from federation.jobs import jobs
from federation.models import Job, Player
from federation.web.caches import pages
from ratings.lists import month_end, publication
from ratings.lists.month_end import NotTaken, Step, SystemState, take_step
from ratings.models import PublishedList, RatingRun, RatingSystem
from ratings.models.run import RunStage
from ratings.runs.approval import undo
from ratings.runs.automation import Schedule, set_schedule
from tests.ratings.chess_months import based, masters, opened, system
from tests.ratings.histories import Played, recalculate, stale
from tournaments.models import Tournament
from tournaments.models.stages import Stage

pytestmark = pytest.mark.django_db
JANUARY = date(2025, 1, 1)
IN_JANUARY = date(2025, 1, 26)
PAGE = "/review/month-end/"


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No worker listens here, and files are made in a folder of the test; nothing is kept of other tests."""
    pages.clear()
    monkeypatch.setattr("federation.jobs.jobs.enqueue", lambda job_id: None)
    monkeypatch.setattr("django.conf.settings.DATA_DIR", tmp_path)


def work() -> None:
    """Do what waits for a worker."""
    for job in Job.objects.filter(state=Job.State.QUEUED).order_by("pk"):
        jobs.run(job.pk)


@pytest.fixture
def standard() -> RatingSystem:
    """A FIDE system whose list of January is published."""
    rated, players = system(), masters(3)
    for player in players:
        based(rated, player, 2000, k=20, games=30)
    recalculate(stale(rated, date(2024, 12, 1)))
    publication.publish(rated, JANUARY, account=None)
    return rated


def play(rated: RatingSystem, start: date, number: int) -> RatingRun:
    """Hold a tournament among those of the list, and apply what it changes."""
    opened(start, list(Player.objects.order_by("pk")), [Played(1, 0, 1, 2)], number=number)
    return recalculate(stale(rated, start))


def standing(today: date = IN_JANUARY, key: str = "fide-standard") -> SystemState:
    return month_end.closings([RatingSystem.objects.get(key=key)], today)[0]


def test_ratings_of_the_next_list_offer_no_revision_of_this_months(standard: RatingSystem) -> None:
    run = play(standard, date(2025, 1, 10), 1)

    assert (run.stage, run.totals["moved"] + run.totals["new"] > 0) == (RunStage.APPLIED, True)
    assert standing().step is Step.NOTHING
    february = standing(date(2025, 2, 1))
    assert (february.step, february.day) == (Step.PREPARE, date(2025, 2, 1))


def test_ratings_of_a_published_list_that_moved_offer_its_revision(standard: RatingSystem) -> None:
    play(standard, date(2024, 12, 10), 1)

    assert (standing().step, standing().day, standing().is_revision) == (Step.PREPARE, JANUARY, True)


def test_run_that_was_undone_offers_no_revision(standard: RatingSystem) -> None:
    undo(play(standard, date(2024, 12, 10), 1), account=None)
    RatingSystem.objects.update(stale_from=None)

    assert standing().step is Step.NOTHING


def test_list_published_ahead_is_the_one_that_is_revised(standard: RatingSystem) -> None:
    play(standard, date(2025, 1, 10), 1)
    publication.publish(standard, date(2025, 2, 1), account=None)
    assert standing().step is Step.NOTHING

    play(standard, date(2025, 1, 11), 2)

    assert (standing().step, standing().day) == (Step.PREPARE, date(2025, 2, 1))


def test_prepared_revision_that_changes_nothing_is_not_offered(
    standard: RatingSystem, officer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(standard, date(2024, 12, 10), 1)
    Tournament.objects.update(stage=Stage.REVOKED.value)
    recalculate(stale(standard, date(2024, 12, 10)))
    monkeypatch.setattr("django.utils.timezone.localdate", lambda *_: IN_JANUARY)
    assert standing().step is Step.PREPARE  # a run moved it, another one moved it back

    take_step(standing(), Step.PREPARE, account=None)
    work()

    assert (standing().step, standing().is_identical) == (Step.NOTHING, True)
    assert "identical to the published list, revision 1" in officer.get(PAGE).content.decode()


def test_revision_is_released_at_month_end_with_a_note_alone(
    standard: RatingSystem, officer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("django.utils.timezone.localdate", lambda *_: IN_JANUARY)
    play(standard, date(2024, 12, 10), 1)
    take_step(standing(), Step.PREPARE, account=None)
    work()
    made = PublishedList.objects.get(ready=False)
    page = officer.get(PAGE).content.decode()
    said = {"act": "release", "system": "fide-standard"}

    with pytest.raises(NotTaken):
        take_step(standing(), Step.RELEASE, account=None)
    silent = officer.post(PAGE, said, follow=True).content.decode()
    officer.post(PAGE, said | {f"note-{made.pk}": "A tournament was missing."})

    assert f'name="note-{made.pk}"' in page
    assert "against revision 1: ratings changed: 2, new: 0, removed: 0" in page
    assert "say why there is a new revision" in silent
    made.refresh_from_db()
    assert (made.ready, made.note) == (True, "A tournament was missing.")


def test_clock_leaves_revisions_to_officers(standard: RatingSystem) -> None:
    set_schedule(standard, Schedule(prepare=True, release=True), account=None)
    play(standard, date(2024, 12, 10), 1)
    assert month_end.take_due(IN_JANUARY) == []

    take_step(standing(), Step.PREPARE, account=None)
    work()

    assert standing().step is Step.RELEASE
    assert month_end.take_due(IN_JANUARY) == []


def test_revision_of_an_older_month_holds_up_no_list_of_this_one(standard: RatingSystem) -> None:
    play(standard, date(2024, 12, 10), 1)
    take_step(standing(), Step.PREPARE, account=None)
    work()

    assert standing(date(2025, 2, 3)).step is Step.PREPARE
