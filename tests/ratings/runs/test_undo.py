from datetime import date, timedelta
from typing import Any

import pytest
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from federation.jobs import jobs
from federation.models import Job, JournalEntry
from ratings.lists.publication import publish
from ratings.models import CurrentRating, Displaced, RatingChange, RatingRun, RatingSystem
from ratings.models.run import RunStage
from ratings.runs.approval import BuiltOnError, cancel, undo
from ratings.runs.recalculation import RunDecidedError, compute, request_due, request_run
from tests.ratings.conftest import LogIn
from tests.ratings.histories import Played, hold, ledger, people, recalculate, round_robin, stale

pytestmark = pytest.mark.django_db
DAY = date(2023, 3, 4)
LATER = DAY + timedelta(days=200)


CURRENT = ("player_id", "rating", "games", "highest_rating", "events", "last_played", "sequence")


def standing(system: RatingSystem) -> tuple[Any, Any]:
    """Return every column of the ledger and of the current ratings, keys of rows and runs included."""
    return (
        list(RatingChange.objects.filter(system=system).order_by("pk").values_list()),
        list(CurrentRating.objects.filter(system=system).order_by("player_id").values_list(*CURRENT)),
    )


@pytest.fixture
def twice(ffg: RatingSystem) -> tuple[RatingRun, tuple[Any, Any]]:
    """Apply two runs: the second inserts an older tournament, moves what followed, and takes rows away."""
    players = people(5)
    hold(DAY, players[:4], round_robin(4), number=2)
    gone = hold(LATER, players[1:], round_robin(4), number=3)
    stale(ffg, DAY)
    recalculate(ffg)
    stood = standing(ffg)
    hold(DAY - timedelta(days=30), players[:3], round_robin(3), number=1)
    gone.stage = "superseded"
    gone.save()
    hold(LATER, players[2:], [Played(1, 0, 1, 0)], number=3, revision=2)
    stale(ffg, DAY - timedelta(days=30))
    return recalculate(ffg), stood


def test_undone_run_leaves_what_stood_before_to_the_bit(
    ffg: RatingSystem, twice: tuple[RatingRun, tuple[Any, Any]]
) -> None:
    run, stood = twice
    assert min(run.totals[kind] for kind in ("new", "moved", "gone")) > 0
    assert standing(ffg) != stood

    undone = undo(run, account=None)

    assert standing(ffg) == stood
    ffg.refresh_from_db()
    assert (undone.stage, ffg.state, ffg.stale_from) == (RunStage.UNDONE, 3, run.since)
    assert not Displaced.objects.exists()
    assert JournalEntry.objects.filter(act="run.undone", subject_id=str(run.pk)).count() == 1


def test_recalculating_after_an_undo_gives_what_was_undone(
    ffg: RatingSystem, twice: tuple[RatingRun, tuple[Any, Any]]
) -> None:
    proposed = ledger(ffg)
    undo(twice[0], account=None)

    recalculate(ffg)

    assert ledger(ffg) == proposed


def test_first_run_undone_leaves_nothing(ffg: RatingSystem) -> None:
    hold(DAY, people(3), round_robin(3), number=1)
    stale(ffg, DAY)
    run = recalculate(ffg, whole=True)

    undo(run, account=None)

    ffg.refresh_from_db()
    assert (ledger(ffg), CurrentRating.objects.filter(system=ffg).count(), ffg.stale_from) == ({}, 0, DAY)


def test_older_run_is_not_undone_under_a_newer_one(ffg: RatingSystem) -> None:
    players = people(3)
    hold(DAY, players, round_robin(3), number=1)
    stale(ffg, DAY)
    first = recalculate(ffg)
    hold(LATER, players, round_robin(3), number=2)
    stale(ffg, LATER)
    recalculate(ffg)

    with pytest.raises(BuiltOnError, match="newer-run"):
        undo(first, account=None)


def test_run_under_a_published_list_is_not_undone(ffg: RatingSystem) -> None:
    hold(DAY, people(3), round_robin(3), number=1)
    stale(ffg, DAY)
    run = recalculate(ffg)
    publish(ffg, LATER, account=None)

    with pytest.raises(BuiltOnError, match="published"):
        undo(run, account=None)


def test_run_applied_before_rows_were_kept_is_not_undone(
    ffg: RatingSystem, twice: tuple[RatingRun, tuple[Any, Any]]
) -> None:
    Displaced.objects.all().delete()

    with pytest.raises(BuiltOnError, match="forgotten"):
        undo(twice[0], account=None)


def test_undoing_twice_tells_the_second_officer(
    ffg: RatingSystem, twice: tuple[RatingRun, tuple[Any, Any]]
) -> None:
    undo(twice[0], account=None)

    with pytest.raises(RunDecidedError):
        undo(twice[0], account=None)


def test_proposal_is_not_undone(ffg: RatingSystem) -> None:
    hold(DAY, people(3), round_robin(3), number=1)
    stale(ffg, DAY)
    run = compute(request_run(ffg))

    with pytest.raises(BuiltOnError, match="not-applied"):
        undo(run, account=None)


def test_undo_overtakes_a_proposal_that_was_computed_on_top(
    ffg: RatingSystem, twice: tuple[RatingRun, tuple[Any, Any]]
) -> None:
    stale(ffg, LATER)
    waiting = compute(request_run(ffg))

    undo(twice[0], account=None)

    waiting.refresh_from_db()
    assert waiting.stage == RunStage.OVERTAKEN


def test_undone_facts_are_not_proposed_again_by_the_clock_before_they_move(
    ffg: RatingSystem, twice: tuple[RatingRun, tuple[Any, Any]]
) -> None:
    RatingSystem.objects.exclude(pk=ffg.pk).update(stale_from=None)
    undo(twice[0], account=None)
    RatingSystem.objects.exclude(pk=ffg.pk).update(stale_from=None)

    assert request_due(date.today(), monthly=False) == []
    stale(ffg, LATER)
    assert [run.system_id for run in request_due(date.today(), monthly=False)] == [ffg.pk]


def test_undo_makes_the_ladder_stale_that_seeds_from_this_one(ffg: RatingSystem) -> None:
    hold(DAY, people(3), round_robin(3), number=1)
    stale(ffg, DAY)
    run = recalculate(ffg)
    hybrid = RatingSystem.objects.filter(key="ffg-hybrid")
    hybrid.update(stale_from=None)

    undo(run, account=None)

    assert hybrid.get().stale_from == DAY


def test_undo_costs_few_queries(
    twice: tuple[RatingRun, tuple[Any, Any]], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(20):
        undo(twice[0], account=None)


def test_cancelled_run_stores_nothing_though_its_work_went_on(ffg: RatingSystem) -> None:
    hold(DAY, people(3), round_robin(3), number=1)
    stale(ffg, DAY)
    run = request_run(ffg)
    assert run.job is not None

    def stopped_in_between(percent: float, _message: str | None) -> None:
        if percent == 60:
            cancel(RatingRun.objects.get(pk=run.pk), account=None)

    done = compute(run, report=stopped_in_between)

    run.job.refresh_from_db()
    assert (done.stage, run.job.state) == (RunStage.DISCARDED, Job.State.STOPPED)
    assert done.proposals.count() == 0


def test_cancelled_job_is_never_claimed(ffg: RatingSystem) -> None:
    run = request_run(ffg)
    assert run.job is not None

    cancel(run, account=None)

    assert jobs.run(run.job.pk) is None
    with pytest.raises(RunDecidedError):
        cancel(run, account=None)


def test_large_decisions_are_taken_by_the_worker_and_undone_by_it(
    ffg: RatingSystem, log_in: LogIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("federation.jobs.jobs.enqueue", lambda job_id: None)
    monkeypatch.setattr("ratings.runs.approval.AT_ONCE", 2)
    officer = log_in("officer")
    hold(DAY, people(3), round_robin(3), number=1)
    run = compute(request_run(stale(ffg, DAY)))

    asked = officer.post(reverse("run-apply", args=[run.pk]))
    applying = Job.objects.get(kind="ratings.apply")
    jobs.run(applying.pk)
    applied = officer.get(run.get_absolute_url()).content.decode()
    rows = len(ledger(ffg))
    officer.post(reverse("run-undo", args=[run.pk]))
    jobs.run(Job.objects.get(kind="ratings.undo").pk)
    undone = officer.get(run.get_absolute_url()).content.decode()

    assert asked["Location"] == reverse("job", args=[applying.pk])
    assert (rows, len(ledger(ffg))) == (3, 0)
    assert ("Undo this run" in applied, "Undo this run" in undone) == (True, False)
    assert f"undone by {applying.requested_by}" in undone


def test_page_of_a_run_under_a_list_says_why_it_cannot_be_undone(ffg: RatingSystem, log_in: LogIn) -> None:
    hold(DAY, people(3), round_robin(3), number=1)
    run = recalculate(stale(ffg, DAY))
    publish(ffg, LATER, account=None)
    officer = log_in("officer")

    page = officer.get(run.get_absolute_url()).content.decode()
    tried = officer.post(reverse("run-undo", args=[run.pk]), follow=True).content.decode()

    why = "A list was published from these ratings, so they can no longer be undone."
    assert ("Undo this run" in page, why in page, tried.count(why)) == (False, True, 2)


def test_run_being_computed_is_cancelled_from_its_page(ffg: RatingSystem, log_in: LogIn) -> None:
    hold(DAY, people(3), round_robin(3), number=1)
    run = request_run(stale(ffg, DAY))

    page = log_in("officer").post(reverse("run-cancel", args=[run.pk]), follow=True).content.decode()

    assert "The recalculation has been cancelled." in page
