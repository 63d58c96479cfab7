"""The end of a month: where every system stands, its next step, taken by an officer or by the clock."""

from datetime import date, timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override
from pytest_django import DjangoAssertNumQueries

from federation.jobs import jobs
from federation.models import Job, JournalEntry
from ratings.lists import month_end
from ratings.lists.month_end import NotTaken, Step, SystemState, take_step
from ratings.models import PublishedList, RatingRun, RatingSystem
from ratings.models.run import RunStage
from ratings.runs import recalculation
from ratings.runs.automation import USUAL_AUTOMATION, Schedule, last_due, next_due, schedule_of, set_schedule
from tests.markup import html_of
from tests.ratings.conftest import LogIn
from tests.ratings.histories import hold, people, recalculate, round_robin, stale

pytestmark = pytest.mark.django_db
DAY = date(2023, 3, 4)
PAGE = "/review/month-end/"


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No worker listens here, and files are made in a folder of the test."""
    monkeypatch.setattr("federation.jobs.jobs.enqueue", lambda job_id: None)
    monkeypatch.setattr("django.conf.settings.DATA_DIR", tmp_path)


@pytest.fixture
def ffg() -> RatingSystem:
    return RatingSystem.objects.get(key="ffg")


@pytest.fixture
def played(ffg: RatingSystem) -> RatingSystem:
    """A system with facts that nobody has rated."""
    hold(DAY, people(4), round_robin(4), number=1)
    return stale(ffg, DAY)


def closing(key: str = "ffg", today: date | None = None) -> SystemState:
    systems = list(RatingSystem.objects.filter(key__in=("ffg", "ffg-hybrid", "egf")))
    found = month_end.closings(systems, today or timezone.localdate())
    return next(one for one in found if one.system.key == key)


def work() -> None:
    """Do what waits for a worker."""
    for job in Job.objects.filter(state=Job.State.QUEUED).order_by("pk"):
        jobs.run(job.pk)


def no_alarms(run: RatingRun) -> None:
    run.comparison["alarms"] = []
    run.save()


def test_system_goes_step_by_step_from_its_facts_to_its_list(played: RatingSystem) -> None:
    assert closing().step is Step.RECALCULATE
    take_step(closing(), Step.RECALCULATE, account=None)
    assert closing().step is Step.WORKING
    work()
    assert closing().step is Step.APPROVE
    take_step(closing(), Step.APPROVE, account=None, answered=range(closing().alarms))
    assert closing().step is Step.PREPARE
    take_step(closing(), Step.PREPARE, account=None)
    assert closing().step is Step.WORKING
    work()
    assert closing().step is Step.RELEASE
    take_step(closing(), Step.RELEASE, account=None)

    assert closing().step is Step.NOTHING
    assert PublishedList.objects.get(system=played, ready=True).date == timezone.localdate()


def test_step_is_not_taken_before_its_turn(played: RatingSystem) -> None:
    with pytest.raises(NotTaken):
        take_step(closing(), Step.APPROVE, account=None)

    assert RatingRun.objects.count() == 0


def test_proposal_waits_until_each_of_its_alarms_is_answered(played: RatingSystem) -> None:
    run = recalculation.compute(recalculation.request_run(played))
    alarm = {"code": "leaving", "bound": 0, "found": 3, "subjects": []}
    run.comparison["alarms"] = [alarm, alarm | {"code": "entering"}]
    run.save()

    with override("en"), pytest.raises(NotTaken, match="Every alert"):
        take_step(closing(), Step.APPROVE, account=None, answered=[1])
    take_step(closing(), Step.APPROVE, account=None, answered=[0, 1])

    run.refresh_from_db()
    assert run.stage == RunStage.APPLIED
    line = JournalEntry.objects.get(act="run.applied", subject_id=str(run.pk))
    assert line.detail["alarms"] == ["leaving", "entering"]


def test_heir_waits_for_the_system_its_newcomers_start_from(played: RatingSystem) -> None:
    stale(RatingSystem.objects.get(key="ffg-hybrid"), DAY)

    assert (closing("ffg-hybrid").step, closing("ffg-hybrid").waits_for) == (Step.WAITING, "ffg")

    recalculate(played)
    assert closing("ffg-hybrid").step is Step.RECALCULATE


def test_failed_run_can_be_asked_for_again(played: RatingSystem) -> None:
    recalculation.request_run(played)
    Job.objects.update(state=Job.State.FAILED)

    assert (closing().step, closing().has_failed) == (Step.RECALCULATE, True)


def test_prepared_list_overtaken_by_ratings_is_prepared_again(played: RatingSystem) -> None:
    recalculate(played)
    take_step(closing(), Step.PREPARE, account=None)
    work()
    RatingSystem.objects.filter(key="ffg").update(state=99)

    assert closing().step is Step.PREPARE


def test_clock_takes_nothing_where_the_office_has_said_nothing(played: RatingSystem) -> None:
    no_alarms(recalculation.compute(recalculation.request_run(played)))

    assert month_end.take_due(timezone.localdate()) == []


def test_clock_takes_every_step_the_office_leaves_to_it(played: RatingSystem) -> None:
    set_schedule(played, Schedule(approve=True, prepare=True, release=True, day=1), account=None)
    no_alarms(recalculation.compute(recalculation.request_run(played)))
    today = date(2023, 4, 9)

    assert month_end.take_due(today) == ["ffg"]  # approved
    assert month_end.take_due(today) == ["ffg"]  # prepared
    work()
    assert month_end.take_due(today) == ["ffg"]  # shown
    assert month_end.take_due(today) == []

    assert PublishedList.objects.get(system=played, ready=True).date == date(2023, 4, 1)


def test_clock_leaves_alarms_to_officers(played: RatingSystem) -> None:
    set_schedule(played, Schedule(approve=True), account=None)
    run = recalculation.compute(recalculation.request_run(played))
    run.comparison["alarms"] = [{"code": "leaving", "bound": 0, "found": 3, "subjects": []}]
    run.save()

    assert month_end.take_due(timezone.localdate()) == []


def test_clock_leaves_a_list_to_the_officer_who_prepared_it(played: RatingSystem, log_in: LogIn) -> None:
    set_schedule(played, Schedule(prepare=True, release=True, day=1), account=None)
    recalculate(played)
    log_in("officer").post(PAGE, {"act": "prepare", "system": "ffg"})
    work()

    assert month_end.take_due(timezone.localdate()) == []
    assert closing().step is Step.RELEASE


def test_run_is_not_asked_for_where_officers_alone_ask(played: RatingSystem) -> None:
    set_schedule(played, Schedule(recalculate=False), account=None)

    assert recalculation.request_due(timezone.localdate(), monthly=False) == []


@pytest.mark.parametrize(
    ("day", "today", "last", "following"),
    [
        (15, date(2026, 11, 14), date(2026, 10, 15), date(2026, 11, 15)),
        (15, date(2026, 11, 15), date(2026, 11, 15), date(2026, 12, 15)),
        (28, date(2026, 1, 3), date(2025, 12, 28), date(2026, 1, 28)),
        (1, date(2026, 12, 31), date(2026, 12, 1), date(2027, 1, 1)),
    ],
)
def test_list_is_due_on_its_day_of_every_month(day: int, today: date, last: date, following: date) -> None:
    assert last_due(Schedule(day=day), today) == last
    assert next_due(Schedule(day=day), today) == following


def test_schedule_is_changed_on_its_page_and_journalled(officer: Client, ffg: RatingSystem) -> None:
    address = reverse("schedule-list", args=["ffg"])

    refused = officer.post(address, {"recalculate": "on", "prepare": "on"})
    taken = officer.post(address, {"recalculate": "on", "prepare": "on", "day": "5"})

    assert (refused.status_code, taken.status_code) == (422, 302)
    ffg.refresh_from_db()
    assert schedule_of(ffg) == Schedule(prepare=True, day=5)
    line = JournalEntry.objects.get(act="system.schedule")
    assert line.detail["after"] == {"prepare": True, "day": 5}
    assert officer.post(address, {"recalculate": "on", "prepare": "on", "day": "5"}).status_code == 302
    assert JournalEntry.objects.filter(act="system.schedule").count() == 1
    assert Schedule() == USUAL_AUTOMATION


@pytest.mark.parametrize(
    ("wanted", "shown"),
    [
        (Schedule(recalculate=False, approve=True), "approved"),
        (Schedule(approve=True, release=True), "recalculated, approved, published"),
    ],
)
def test_page_names_the_steps_of_the_clock(
    played: RatingSystem, officer: Client, wanted: Schedule, shown: str
) -> None:
    RatingSystem.objects.exclude(key="ffg").update(active=False)
    set_schedule(played, wanted, account=None)

    assert f'<small class="muted">Automatic: {shown}</small>' in html_of(officer.get(PAGE))


def test_system_of_games_one_by_one_has_no_schedule(officer: Client) -> None:
    assert officer.get(reverse("schedule-list", args=["ladder"])).status_code == 404


def test_page_takes_a_step_of_what_is_ticked_alone(played: RatingSystem, officer: Client) -> None:
    stale(RatingSystem.objects.get(key="egf"), DAY)

    officer.post(PAGE, {"act": "recalculate", "system": ["ffg"]})

    assert [run.system.key for run in RatingRun.objects.all()] == ["ffg"]


def test_page_keeps_the_ticks_of_a_system_when_another_takes_a_step(
    played: RatingSystem, officer: Client
) -> None:
    run = recalculation.compute(recalculation.request_run(played))
    alarm = {"code": "leaving", "bound": 0, "found": 3, "subjects": []}
    run.comparison["alarms"] = [alarm, alarm | {"code": "entering"}]
    run.save()
    stale(RatingSystem.objects.get(key="egf"), DAY)

    officer.post(PAGE, {"act": "recalculate", "system": ["egf"], f"seen-{run.pk}": "1"})
    shown = officer.get(PAGE).content.decode()

    assert shown.count(f'name="seen-{run.pk}"') == 2
    first, second = shown.split(f'id="seen-{run.pk}-')[1:]
    assert ("checked" in first.partition(">")[0], "checked" in second.partition(">")[0]) == (False, True)


def test_page_says_why_a_step_was_not_taken(played: RatingSystem, officer: Client) -> None:
    run = recalculation.compute(recalculation.request_run(played))
    run.comparison["alarms"] = [{"code": "leaving", "bound": 0, "found": 3, "subjects": []}]
    run.save()

    answer = officer.post(PAGE, {"act": "approve", "system": ["ffg"]}, follow=True)

    assert "Every alert has to be confirmed" in answer.content.decode()
    run.refresh_from_db()
    assert run.stage == RunStage.PROPOSED


def test_act_that_is_none_is_not_found(officer: Client) -> None:
    assert officer.post(PAGE, {"act": "burn"}).status_code == 404


def test_approval_asks_at_once_for_runs_of_the_heirs(played: RatingSystem, officer: Client) -> None:
    stale(RatingSystem.objects.get(key="ffg-hybrid"), DAY)
    run = recalculation.compute(recalculation.request_run(played))
    answers = {f"seen-{run.pk}": [str(place) for place in range(closing().alarms)]}

    officer.post(PAGE, {"act": "approve", "system": ["ffg", "ffg-hybrid"], **answers})

    assert RatingRun.objects.get(system__key="ffg-hybrid").stage == RunStage.REQUESTED


def test_run_page_refuses_an_approval_with_an_alarm_unanswered(played: RatingSystem, officer: Client) -> None:
    run = recalculation.compute(recalculation.request_run(played))
    run.comparison["alarms"] = [{"code": "leaving", "bound": 0, "found": 3, "subjects": []}]
    run.save()
    address = reverse("run-apply", args=[run.pk])

    refused = officer.post(address, follow=True)
    assert "Every alert has to be confirmed" in refused.content.decode()
    officer.post(address, {f"seen-{run.pk}": "0"})

    run.refresh_from_db()
    assert run.stage == RunStage.APPLIED


@pytest.mark.parametrize("tick", ["9" * 5000, "-1", "x", "", "1"])
def test_tick_that_is_no_place_of_an_alarm_answers_none(
    played: RatingSystem, officer: Client, tick: str
) -> None:
    run = recalculation.compute(recalculation.request_run(played))
    run.comparison["alarms"] = [{"code": "leaving", "bound": 0, "found": 3, "subjects": []}]
    run.save()
    said = {f"seen-{run.pk}": tick, "act": "approve", "system": "ffg"}

    answers = [officer.post(address, said) for address in (PAGE, reverse("run-apply", args=[run.pk]))]

    assert [answer.status_code for answer in answers] == [302, 302]
    run.refresh_from_db()
    assert run.stage == RunStage.PROPOSED


def test_page_costs_the_same_queries_whatever_stands(
    played: RatingSystem, officer: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    recalculate(played)
    officer.get(PAGE)
    with django_assert_num_queries(9):
        officer.get(PAGE)

    hold(DAY + timedelta(days=7), people(4), round_robin(4), number=2)
    recalculation.compute(recalculation.request_run(stale(played, DAY)))
    with django_assert_num_queries(9):
        officer.get(PAGE)
