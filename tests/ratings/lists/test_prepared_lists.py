"""A list before it is public: prepared, looked at, shown in one moment, or thrown away."""

import io
import re
from datetime import date, timedelta
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from federation.jobs import jobs
from federation.models import Account, Job, JournalEntry
from federation.web.caches import pages as cache
from ratings.cadence.shared.comparison import Bounds
from ratings.lists import file_store, list_choices, list_files, list_preview, publication, queries
from ratings.lists.publication import (
    AlreadyPublishedError,
    ListRequest,
    NotReadyError,
    ReleaseOptions,
    drop,
    prepare,
    release,
)
from ratings.models import ListChoices, ListEntry, PublishedList, RatingRun, RatingSystem
from ratings.runs.approval import undo
from ratings.runs.automation import set_bounds
from tests.ratings.chess_months import based, masters, system
from tests.ratings.conftest import LogIn
from tests.ratings.histories import hold, people, recalculate, round_robin, stale

pytestmark = pytest.mark.django_db
DAY = date(2023, 3, 4)
FIRST, SECOND = date(2023, 3, 31), date(2023, 4, 30)


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No worker listens here, and files are made in a folder of the test."""
    monkeypatch.setattr("federation.jobs.jobs.enqueue", lambda job_id: None)
    monkeypatch.setattr("django.conf.settings.DATA_DIR", tmp_path)


@pytest.fixture
def ffg() -> RatingSystem:
    return RatingSystem.objects.get(key="ffg")


def prepared(system: RatingSystem, day: date = FIRST) -> PublishedList:
    return prepare(publication.order(system, ListRequest(day), account=None).pk)


@pytest.fixture
def ready(ffg: RatingSystem) -> PublishedList:
    """A prepared list of four."""
    hold(DAY, people(4), round_robin(4), number=1)
    recalculate(stale(ffg, DAY))
    return prepared(ffg)


def test_what_a_list_can_be_filtered_by_is_stored_when_it_is_written(ready: PublishedList) -> None:
    ListEntry.objects.filter(list=ready, position=1).update(club="38Gr", club_name="Grenoble", title="5d")

    publication.prepare(ready.pk)  # stands as it is
    before = ListChoices.objects.get(list=ready).known
    list_choices.store(ready)
    after = ListChoices.objects.get(list=ready).known

    assert before["clubs"] == []
    assert (after["clubs"], after["titles"], before["titles"]) == ([["38Gr", "Grenoble"]], True, False)
    assert (after["federations"], after["categories"]) == (before["federations"], before["categories"])


def test_list_written_before_its_choices_were_stored_is_filtered_alike(
    ready: PublishedList, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    cache.clear()
    release(ready.pk, ReleaseOptions(), account=None)
    with django_assert_num_queries(1):
        found = queries.find_list("ffg")
        assert found is not None
        stored = list_choices.choices(found.list)
    ListChoices.objects.all().delete()
    again = queries.find_list("ffg")
    assert again is not None

    assert list_choices.choices(again.list) == stored
    with django_assert_num_queries(0):
        assert list_choices.choices(again.list) == stored  # kept


def test_choices_stored_by_version_1_0_get_the_categories_they_lack(
    ready: PublishedList, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    cache.clear()
    release(ready.pk, ReleaseOptions(), account=None)
    chosen = ListChoices.objects.get(list=ready)
    whole = list_choices.choices(ready)
    del chosen.known["categories"]
    chosen.save()
    found = queries.find_list("ffg")
    assert found is not None

    assert list_choices.choices(found.list) == whole
    with django_assert_num_queries(0):
        assert list_choices.choices(found.list) == whole  # cached


def test_prepared_list_is_whole_and_nobody_but_officers_sees_it(
    ready: PublishedList, officer: Client, client: Client
) -> None:
    page, download = (
        reverse("list", args=["ffg", "2023-03-31"]),
        reverse("list-download", args=["ffg", "2023-03-31", "csv"]),
    )

    assert (ready.ready, ready.players, ListEntry.objects.filter(list=ready).count()) == (False, 4, 4)
    assert [client.get(one).status_code for one in (page, download)] == [404, 404]
    assert "2023-03-31" not in client.get(reverse("list-newest", args=["ffg"]), follow=True).content.decode()
    assert officer.get(reverse("prepared-list", args=[ready.pk])).status_code == 200
    assert [entry.player_id for entry in list_preview.preview(ready).rows] == list(
        ListEntry.objects.order_by("position").values_list("player_id", flat=True)
    )


def test_publishing_is_one_row_for_pages_and_downloads(
    ready: PublishedList, officer: Client, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    entries = list(ListEntry.objects.order_by("pk").values())

    answer = officer.post(
        reverse("prepared-release", args=[ready.pk]), {"note": "After the cup."}, follow=True
    )

    ready.refresh_from_db()
    assert (ready.ready, ready.note) == (True, "After the cup.")
    assert ready.published is not None
    assert list(ListEntry.objects.order_by("pk").values()) == entries
    assert "The list has been published." in answer.content.decode()
    assert "After the cup." in client.get(ready.get_absolute_url()).content.decode()
    download = reverse("list-download", args=["ffg", "2023-03-31", "csv"])
    assert client.get(download).content.decode().count("\n") == 5
    line = JournalEntry.objects.get(act="list.published")
    assert (line.account, line.detail["players"]) == (Account.objects.get(), 4)
    assert publication.verify(ready) == publication.Verification(moved=False, differences=())


def test_report_of_a_list_is_for_officers(ready: PublishedList, officer: Client, client: Client) -> None:
    release(ready.pk, ReleaseOptions(), account=None)

    for_officers = officer.get(ready.get_absolute_url()).content.decode()
    for_everybody = client.get(ready.get_absolute_url()).content.decode()

    assert (
        "Compared with the previous list" in for_officers,
        "Compared with the previous list" in for_everybody,
    ) == (
        True,
        False,
    )


def test_files_are_there_before_the_list_is_public() -> None:
    rated = system()
    based(rated, masters(1)[0], 2000, k=20, games=30)
    recalculate(stale(rated, date(2024, 12, 1)))

    made = prepared(rated, date(2025, 1, 1))

    assert (made.ready, len(made.files), list_files.is_made(made)) == (False, 6, True)
    PublishedList.objects.update(files={})  # as when a player on it chooses how he is shown
    with pytest.raises(NotReadyError) as refused:
        release(made.pk, ReleaseOptions(), account=None)
    assert refused.value.code == "no-files"


def test_dropped_list_leaves_neither_entries_nor_files(django_capture_on_commit_callbacks: object) -> None:
    rated = system()
    based(rated, masters(1)[0], 2000, k=20, games=30)
    recalculate(stale(rated, date(2024, 12, 1)))
    made = prepared(rated, date(2025, 1, 1))
    folder = file_store.folder_of(made.pk)

    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]  # a fixture of pytest-django
        drop(made.pk, account=None)

    assert (PublishedList.objects.count(), ListEntry.objects.count(), folder.exists()) == (0, 0, False)
    assert JournalEntry.objects.filter(act="list.dropped").count() == 1


def test_ratings_applied_meanwhile_make_a_prepared_list_outdated(
    ready: PublishedList, ffg: RatingSystem, officer: Client
) -> None:
    hold(DAY + timedelta(days=7), people(2), round_robin(2), number=2)
    recalculate(stale(ffg, DAY + timedelta(days=7)))

    page = officer.get(reverse("prepared-list", args=[ready.pk])).content.decode()
    answer = officer.post(reverse("prepared-release", args=[ready.pk]))

    ready.refresh_from_db()
    assert "Ratings have changed since the list was prepared." in page
    assert (answer.status_code, ready.ready) == (422, False)
    assert prepare(ready.pk).players == 6
    assert release(ready.pk, ReleaseOptions(), account=None).players == 6


def test_facts_that_wait_need_a_word_and_then_pass(
    ready: PublishedList, ffg: RatingSystem, officer: Client
) -> None:
    stale(ffg, DAY)
    address = reverse("prepared-release", args=[ready.pk])

    plain = officer.post(address)
    silent = officer.post(address, {"force": "on"})
    said = officer.post(address, {"force": "on", "note": "The late cup comes in May."})

    assert plain.context["form"].errors == {"force": ["Data before this date has not been recalculated yet."]}
    assert silent.context["form"].errors == {"note": ["Say why."]}
    ready.refresh_from_db()
    assert (said.status_code, ready.ready, ready.note) == (302, True, "The late cup comes in May.")


def test_second_officer_is_told_who_published(ready: PublishedList, log_in: LogIn) -> None:
    address = reverse("prepared-release", args=[ready.pk])
    log_in("officer", "first").post(address)

    second = log_in("officer", "second").post(address, follow=True).content.decode()
    dropped = (
        log_in("officer", "third")
        .post(reverse("prepared-drop", args=[ready.pk]), follow=True)
        .content.decode()
    )

    assert "already been published, by officer.first@example.org" in second
    assert "already been published, by officer.first@example.org" in dropped
    assert JournalEntry.objects.filter(act="list.published").count() == 1


def test_list_somebody_dropped_says_so(ready: PublishedList, officer: Client) -> None:
    drop(ready.pk, account=None)

    answer = officer.post(reverse("prepared-release", args=[ready.pk]), follow=True)

    assert "Someone discarded the list" in answer.content.decode()
    assert officer.get(reverse("prepared-list", args=[ready.pk])).status_code == 404


def test_another_order_for_the_day_replaces_what_nobody_was_shown(
    ready: PublishedList, ffg: RatingSystem
) -> None:
    other = prepared(ffg)

    assert (other.revision, PublishedList.objects.count(), ListEntry.objects.count()) == (1, 1, 4)
    with pytest.raises(NotReadyError):
        release(ready.pk, ReleaseOptions(), account=None)


def test_undoing_the_run_is_not_hindered_by_a_list_nobody_was_shown(
    ready: PublishedList, ffg: RatingSystem
) -> None:
    undo(RatingRun.objects.get(), account=None)

    with pytest.raises(NotReadyError) as refused:
        release(ready.pk, ReleaseOptions("although", force=True), account=None)
    assert refused.value.code == "moved"


def test_preview_says_who_enters_and_leaves_and_what_is_odd(
    ready: PublishedList, ffg: RatingSystem, officer: Client
) -> None:
    release(ready.pk, ReleaseOptions(), account=None)
    four = list(ListEntry.objects.order_by("position"))
    hold(SECOND - timedelta(days=3), [*people(2), four[0].player], round_robin(3), number=2)
    recalculate(stale(ffg, SECOND - timedelta(days=3)))
    ListEntry.objects.filter(list=ready).update(rating=-9000, exact=-9000.0)
    set_bounds(ffg, Bounds(largest_move=10, most_entering=1), account=None)

    made = prepared(ffg, SECOND)
    seen = list_preview.preview(made)
    answer = officer.get(reverse("prepared-list", args=[made.pk]))

    assert made.report["created"] == len(seen.created) == 2
    assert (made.report["gone"], list(seen.gone)) == (0, [])
    assert seen.before == ready
    assert [alarm.code for alarm in seen.alarms] == ["large-move", "entering"]
    assert len(seen.farthest) == 4
    page = answer.content.decode()
    assert "New on the list" in page
    assert "more than 10 is rare. Players without a licence for the season are listed at the bottom" in page
    assert re.findall(r">\s*-\d+", page) == []  # ratings have a true minus


def test_gone_are_named_as_they_stood_on_the_list_before(ready: PublishedList, ffg: RatingSystem) -> None:
    release(ready.pk, ReleaseOptions(), account=None)
    made = prepared(ffg, SECOND)
    somebody = ListEntry.objects.filter(list=made).order_by("position")[1]
    somebody.delete()

    assert [entry.player_id for entry in list_preview.preview(made).gone] == [somebody.player_id]


def test_first_list_raises_no_alarm_and_names_nobody_new(ready: PublishedList) -> None:
    seen = list_preview.preview(ready)

    assert (seen.before, list(seen.created), list(seen.gone), list(seen.alarms)) == (None, [], [], [])


def test_publish_page_leads_to_the_job_that_prepares(ready: PublishedList, officer: Client) -> None:
    answer = officer.post(reverse("list-publish", args=["ffg"]), {"date": "2023-04-30", "preview": "1"})

    job = Job.objects.get(kind="ratings.prepare_list")
    assert answer["Location"] == reverse("job", args=[job.pk])
    done = jobs.run(job.pk)
    assert done is not None
    made = PublishedList.objects.get(date=SECOND)
    assert (done.state, done.result["url"]) == ("done", reverse("prepared-list", args=[made.pk]))
    assert (made.ready, made.prepared is None) == (False, False)


def test_worker_that_comes_twice_prepares_once(ready: PublishedList) -> None:
    again = prepare(ready.pk)

    assert (again.prepared, ListEntry.objects.count()) == (ready.prepared, 4)


def test_freezing_a_list_that_is_public_gives_it_as_it_is(ready: PublishedList) -> None:
    shown = release(ready.pk, ReleaseOptions("Once."), account=None)

    assert publication.prepare_and_release(ready.pk) == shown
    assert JournalEntry.objects.filter(act="list.published").count() == 1
    with pytest.raises(AlreadyPublishedError):
        release(ready.pk, ReleaseOptions("Twice."), account=None)


@pytest.mark.parametrize("count", [3, 30])
def test_preview_costs_thirteen_queries(
    count: int, ffg: RatingSystem, officer: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    hold(DAY, people(count), round_robin(3), number=1)
    recalculate(stale(ffg, DAY))
    release(prepared(ffg).pk, ReleaseOptions(), account=None)
    made = prepared(ffg, SECOND)

    with django_assert_num_queries(13):
        answer = officer.get(reverse("prepared-list", args=[made.pk]))

    assert answer.status_code == 200


def test_list_from_the_console_has_its_files(ffg: RatingSystem) -> None:
    rated = system()
    based(rated, masters(1)[0], 2000, k=20, games=30)
    recalculate(stale(rated, date(2024, 12, 1)))

    call_command("publish_list", "fide-standard", "2025-01-01", stdout=io.StringIO())

    assert list_files.is_made(PublishedList.objects.get())


@pytest.mark.parametrize("role", ["stranger", "organiser", "registrar"])
def test_officers_alone_get_in(role: str, ready: PublishedList, log_in: LogIn) -> None:
    client = log_in(role)
    asked = [("get", "prepared-list"), ("post", "prepared-release"), ("post", "prepared-drop")]

    answers = [getattr(client, how)(reverse(name, args=[ready.pk])) for how, name in asked]
    strangers = [getattr(Client(), how)(reverse(name, args=[ready.pk])) for how, name in asked]

    assert [one.status_code for one in answers] == [403] * 3
    assert [one.status_code for one in strangers] == [302] * 3
    ready.refresh_from_db()
    assert ready.ready is False
