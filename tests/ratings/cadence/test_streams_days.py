"""Which lists of streams the clock makes: yesterday's, where something was rated, of active systems."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.utils import timezone

from federation.jobs import jobs
from federation.models import Job
from ratings.cadence.by_game import lists
from ratings.cadence.by_game.update_ratings import rate_pending
from ratings.lists import publication
from ratings.models import PublishedList, RatingSystem
from ratings.tasks.games import list_days, rate_waiting
from tests.ratings.streams import DAY, NOON, Told, World, world

pytestmark = pytest.mark.django_db
FIRST = date(2023, 11, 15)  # the day of NOON


def publish(made: World, day: date = FIRST) -> PublishedList:
    rate_pending(made.system.key)
    return publication.publish(made.system, day, account=None)


def at(day: date, hour: int = 1) -> datetime:
    return datetime(day.year, day.month, day.day, hour, tzinfo=UTC)


def due(now: datetime) -> list[tuple[str, date]]:
    return [(system.key, day) for system, day in lists.due_lists(now)]


def test_list_of_yesterday_is_due_once_its_day_is_over() -> None:
    made = world()
    made.arrive(Told(NOON, (0, 1)))

    assert due(at(FIRST, 23)) == []
    assert due(at(FIRST + timedelta(days=1), 0)) == [("fics-blitz", FIRST)]
    publish(made)
    assert due(at(FIRST + timedelta(days=1), 5)) == []


def test_day_is_that_of_utc_whatever_the_zone_of_the_clock() -> None:
    made = world()
    made.arrive(Told(NOON, (0, 1)))
    paris = timezone.get_fixed_timezone(60)

    just_before = datetime(2023, 11, 16, 0, 59, tzinfo=paris)

    assert due(just_before) == []
    assert due(just_before + timedelta(minutes=1)) == [("fics-blitz", FIRST)]


def test_day_without_a_game_has_no_list() -> None:
    made = world()
    made.arrive(Told(NOON, (0, 1)))
    publish(made)

    made.arrive(Told(NOON + 2 * DAY, (0, 1)))  # today's, from the clock's point of view

    assert due(at(FIRST + timedelta(days=2), 13)) == []
    assert due(at(FIRST + timedelta(days=3))) == [("fics-blitz", FIRST + timedelta(days=2))]


def test_machine_that_slept_makes_the_newest_day_only() -> None:
    made = world()
    made.arrive(*(Told(NOON + day * DAY, (0, 1)) for day in range(6)))

    assert due(at(FIRST + timedelta(days=30))) == [("fics-blitz", FIRST + timedelta(days=29))]


def test_late_game_makes_a_list_due_that_shows_what_it_moved() -> None:
    made = world()
    made.arrive(Told(NOON, (0, 1)))
    publish(made)
    made.arrive(Told(NOON - DAY, (2, 3)))

    assert due(at(FIRST + timedelta(days=3))) == [("fics-blitz", FIRST + timedelta(days=2))]


def test_two_active_systems_have_their_lists_and_a_sleeping_one_none(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: object
) -> None:
    blitz = world()
    blitz.arrive(Told(NOON, (0, 1)))
    for key, active in (("ladder", True), ("fics-wild", False)):
        system = RatingSystem.objects.get(key=key)
        RatingSystem.objects.filter(pk=system.pk).update(active=active)
        other = World(system, blitz.players, blitz.server)
        other.arrive(Told(NOON, (0, 1), code=key))
    sent: list[int] = []
    monkeypatch.setattr("federation.jobs.jobs.enqueue", sent.append)
    monkeypatch.setattr("ratings.tasks.games.timezone.now", lambda: at(FIRST + timedelta(days=1)))

    for _ in range(2):  # the clock may come again before anybody has begun
        with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]  # a fixture of pytest-django
            list_days()
    monkeypatch.undo()
    for job in Job.objects.order_by("pk"):
        jobs.run(job.pk)

    assert len(set(sent)) == 2
    lists = PublishedList.objects.filter(ready=True).order_by("system__key")
    assert [(one.system.key, one.date, one.players) for one in lists] == [
        ("fics-blitz", FIRST, 2), ("ladder", FIRST, 2),
    ]  # fmt: skip
    assert set(Job.objects.values_list("state", flat=True)) == {"done"}
    assert jobs.run(
        jobs.request("ratings.stream-list", arguments={"system": "ladder", "day": "2023-11-15"}).pk
    )
    assert PublishedList.objects.count() == 2


def test_list_published_while_its_job_rates_games_is_taken_as_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = world()
    made.arrive(Told(NOON, (0, 1)))

    def rate_and_publish(system: str, **_: object) -> None:
        rate_pending(system)
        publication.publish(made.system, FIRST, account=None)

    monkeypatch.setattr("ratings.tasks.games.update_ratings.rate_pending", rate_and_publish)
    asked = jobs.request("ratings.stream-list", arguments={"system": "fics-blitz", "day": "2023-11-15"})

    job = jobs.run(asked.pk)

    shown = PublishedList.objects.get()
    assert job is not None
    assert (job.state, job.result["url"]) == ("done", shown.get_absolute_url())


def test_clock_finds_what_nobody_was_reminded_of(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: object
) -> None:
    made = world()
    made.arrive(Told(NOON, (0, 1)))
    sent: list[int] = []
    monkeypatch.setattr("federation.jobs.jobs.enqueue", sent.append)

    for _ in range(2):
        with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]  # a fixture of pytest-django
            rate_waiting()

    job = Job.objects.get()
    assert (set(sent), job.kind, job.arguments) == ({job.pk}, "ratings.stream", {"system": "fics-blitz"})
