"""One rule approves runs, for the page of a run, the table of the month's end and the clock."""

from datetime import date

import pytest
from django.urls import reverse
from django.utils.translation import override

from federation.models import Job
from ratings.lists.month_end import NotTaken, Step, closings, take_step
from ratings.models import RatingRun, RatingSystem
from ratings.models.run import RunStage
from ratings.runs import approval
from ratings.runs.approval import UnansweredError
from ratings.runs.recalculation import compute, discard, request_run
from tests.ratings.conftest import LogIn
from tests.ratings.histories import hold, ledger, people, round_robin, stale

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quiet_queue")]
DAY = date(2023, 3, 4)


@pytest.fixture
def proposed(ffg: RatingSystem) -> RatingRun:
    hold(DAY, people(3), round_robin(3), number=1)
    return compute(request_run(stale(ffg, DAY)))


def with_alerts(run: RatingRun, count: int) -> RatingRun:
    run.comparison["alarms"] = [{"code": "leaving", "bound": 0, "found": 3, "subjects": []}] * count
    run.save()
    return run


def test_run_with_an_alert_unanswered_is_not_approved(proposed: RatingRun) -> None:
    run = with_alerts(proposed, 2)

    with pytest.raises(UnansweredError):
        approval.approve(run, account=None, answered={0, 2})

    run.refresh_from_db()
    assert run.stage == RunStage.PROPOSED


def test_run_of_few_rows_is_applied_at_once(proposed: RatingRun, ffg: RatingSystem) -> None:
    assert approval.approve(with_alerts(proposed, 1), account=None, answered={0}) is None
    assert len(ledger(ffg)) == 3


@pytest.mark.parametrize(("at_once", "jobs"), [(3, 0), (2, 1)])
def test_month_end_leaves_a_run_of_more_rows_than_may_be_written_at_once_to_the_worker(
    at_once: int, jobs: int, proposed: RatingRun, ffg: RatingSystem, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(approval, "AT_ONCE", at_once)
    with_alerts(proposed, 0)

    take_step(closings([ffg], DAY)[0], Step.APPROVE, account=None)

    assert Job.objects.filter(kind="ratings.apply", arguments={"run": proposed.pk}).count() == jobs
    assert len(ledger(ffg)) == (0 if jobs else 3)


def test_month_end_and_run_page_say_alike_who_decided_before(
    proposed: RatingRun, ffg: RatingSystem, log_in: LogIn
) -> None:
    with_alerts(proposed, 0)
    opened = closings([ffg], DAY)[0]
    discard(RatingRun.objects.get(pk=proposed.pk), account=None)
    client = log_in("officer")
    client.post(reverse("run-apply", args=[proposed.pk]))
    said = "This run has already been decided: rejected, by no one in particular."

    with override("en"), pytest.raises(NotTaken, match=said):
        take_step(opened, Step.APPROVE, account=None)
    assert said in client.get(proposed.get_absolute_url()).content.decode()
