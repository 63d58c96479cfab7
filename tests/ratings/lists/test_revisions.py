"""A second list of a date: only where it says something else than the first, and with a note."""

import io
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from federation.jobs import jobs
from federation.models import Job, JournalEntry, Player
from federation.web.caches import pages
from ratings.lists import publication, revisions
from ratings.lists.publication import ListRequest, NotReadyError, ReleaseOptions
from ratings.models import ListEntry, PublishedList, RatingSystem
from tests.ratings.histories import hold, people, recalculate, round_robin, stale

pytestmark = pytest.mark.django_db
DAY, LISTED = date(2023, 3, 4), date(2023, 3, 31)
OLDER = date(2023, 3, 5)


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No worker listens here, and files are made in a folder of the test; nothing is kept of other tests."""
    pages.clear()
    monkeypatch.setattr("federation.jobs.jobs.enqueue", lambda job_id: None)
    monkeypatch.setattr("django.conf.settings.DATA_DIR", tmp_path)


@pytest.fixture
def ffg() -> RatingSystem:
    return RatingSystem.objects.get(key="ffg")


@pytest.fixture
def first(ffg: RatingSystem) -> PublishedList:
    """Lists of two dates; the second is returned."""
    hold(DAY, people(4), round_robin(4), number=1)
    recalculate(stale(ffg, DAY))
    publication.publish(ffg, OLDER, account=None)
    return publication.publish(ffg, LISTED, account=None)


def rename() -> None:
    player = Player.objects.earliest("pk")
    player.given_name = "Other"
    player.save()


def prepared(rated: RatingSystem, day: date = LISTED) -> PublishedList:
    rated.refresh_from_db()
    return publication.prepare(publication.order(rated, ListRequest(day), account=None).pk)


def refused(act: Callable[[], object]) -> str:
    with pytest.raises(NotReadyError) as problem:
        act()
    return problem.value.code


def work() -> None:
    """Do what waits for a worker."""
    for job in Job.objects.filter(state=Job.State.QUEUED).order_by("pk"):
        jobs.run(job.pk)


# --- what differs


def test_revision_of_the_same_facts_is_identical(ffg: RatingSystem, first: PublishedList) -> None:
    found = revisions.replacement_of(prepared(ffg))

    assert found is not None
    assert (found.revision, found.unchanged, found.is_identical) == (1, 4, True)


def test_revision_counts_what_it_changes_in_the_one_it_replaces(
    ffg: RatingSystem, first: PublishedList
) -> None:
    rename()
    one, other = ListEntry.objects.filter(list=first).order_by("-player")[:2]
    ListEntry.objects.filter(pk=one.pk).update(rating=one.rating + 5)
    other.delete()

    found = revisions.replacement_of(prepared(ffg))

    assert found is not None
    assert (found.created, found.changed, found.unchanged, found.gone) == (1, 1, 2, 0)
    assert (found.otherwise, found.is_identical) == (1, False)


def test_player_who_leaves_with_a_revision_is_counted(ffg: RatingSystem, first: PublishedList) -> None:
    stranger = people(1)[0]
    ListEntry.objects.filter(list=first, position=4).update(player=stranger)

    found = revisions.replacement_of(prepared(ffg))

    assert found is not None
    assert (found.created, found.gone) == (1, 1)


def test_region_called_otherwise_is_a_difference(ffg: RatingSystem, first: PublishedList) -> None:
    PublishedList.objects.filter(pk=first.pk).update(regions={"ALP": "Alpes"})

    found = revisions.replacement_of(prepared(ffg))

    assert found is not None
    assert (found.otherwise, found.is_identical) == (0, False)


def test_revision_published_since_is_the_one_that_is_replaced(
    ffg: RatingSystem, first: PublishedList
) -> None:
    made = prepared(ffg)
    PublishedList.objects.filter(pk=made.pk).update(revision=3)
    PublishedList.objects.create(system=ffg, date=LISTED, revision=2, ready=True)
    made.refresh_from_db()

    found = revisions.replacement_of(made)

    assert found is not None
    assert (found.revision, found.created) == (2, 4)


# --- refused


def test_identical_revision_is_refused_whatever_is_said(ffg: RatingSystem, first: PublishedList) -> None:
    made = prepared(ffg)

    assert publication.obstacle(made) == "identical"
    plain = refused(lambda: publication.release(made.pk, ReleaseOptions("Why"), account=None))
    forced = refused(lambda: publication.release(made.pk, ReleaseOptions("Why", force=True), account=None))
    assert (plain, forced) == ("identical", "identical")


def test_identical_revision_made_at_once_is_dropped(ffg: RatingSystem, first: PublishedList) -> None:
    assert refused(lambda: publication.publish(ffg, LISTED, account=None, note="Again")) == "identical"

    assert list(PublishedList.objects.filter(date=LISTED)) == [first]
    assert JournalEntry.objects.filter(act="list.published").count() == 2


def test_revision_needs_a_note(ffg: RatingSystem, first: PublishedList) -> None:
    rename()
    made = prepared(ffg)

    silent = refused(lambda: publication.release(made.pk, ReleaseOptions(), account=None))
    blank = refused(lambda: publication.release(made.pk, ReleaseOptions("  "), account=None))
    assert (silent, blank) == ("unexplained", "unexplained")
    shown = publication.release(made.pk, ReleaseOptions("A name was wrong."), account=None)
    assert (shown.revision, shown.note) == (2, "A name was wrong.")


def test_new_date_needs_no_note_though_nothing_has_changed(ffg: RatingSystem, first: PublishedList) -> None:
    assert publication.publish(ffg, LISTED + timedelta(days=1), account=None).revision == 1


def test_date_published_already_asks_for_a_note_on_its_page(
    ffg: RatingSystem, first: PublishedList, officer: Client
) -> None:
    rename()
    address = reverse("list-publish", args=["ffg"])

    silent = officer.post(address, {"date": LISTED.isoformat()})
    said = officer.post(address, {"date": LISTED.isoformat(), "note": "A name was wrong."})
    work()

    assert silent.status_code == 422
    assert silent.context["form"].errors == {"note": [publication.TEXTS["unexplained"]]}
    assert said.status_code == 302
    assert PublishedList.objects.get(date=LISTED, revision=2).ready


def test_job_of_an_identical_revision_says_why_nothing_was_published(
    first: PublishedList, officer: Client
) -> None:
    said = {"date": LISTED.isoformat(), "note": "Again"}
    officer.post(reverse("list-publish", args=["ffg"]), said)
    work()

    job = Job.objects.get(kind=publication.WORK)
    assert (job.state, job.result) == ("done", {"why": publication.TEXTS["identical"]})
    assert publication.TEXTS["identical"] in officer.get(reverse("job", args=[job.pk])).content.decode()
    assert list(PublishedList.objects.filter(date=LISTED)) == [first]


def test_console_asks_for_a_note_and_refuses_what_is_identical(first: PublishedList) -> None:
    out = io.StringIO()
    with pytest.raises(CommandError, match="needs --note"):
        call_command("publish_list", "ffg", LISTED.isoformat(), stdout=out)
    with pytest.raises(CommandError, match="identical"):
        call_command("publish_list", "ffg", LISTED.isoformat(), "--note", "Again", stdout=out)
    rename()
    call_command("publish_list", "ffg", LISTED.isoformat(), "--note", "A name was wrong.", stdout=out)

    assert "revision 2" in out.getvalue()


def test_page_of_an_identical_revision_says_so_and_cannot_publish_it(
    ffg: RatingSystem, first: PublishedList, officer: Client
) -> None:
    made = prepared(ffg)
    release = reverse("prepared-release", args=[made.pk])
    page = officer.get(reverse("prepared-list", args=[made.pk])).content.decode()

    answer = officer.post(release, {"note": "Again"})

    assert publication.TEXTS["identical"] in page
    assert "disabled" in page.partition(f'action="{release}"')[2].partition("</form>")[0]
    assert answer.status_code == 422
    assert answer.context["form"].non_field_errors() == [publication.TEXTS["identical"]]


def test_page_of_a_revision_asks_why(ffg: RatingSystem, first: PublishedList, officer: Client) -> None:
    rename()
    made = prepared(ffg)
    address = reverse("prepared-release", args=[made.pk])

    page = officer.get(reverse("prepared-list", args=[made.pk])).content.decode()
    silent = officer.post(address, {"note": " "})
    officer.post(address, {"note": "A name was wrong."})

    assert "Why is there a new revision?" in page
    assert list(silent.context["form"].errors) == ["note"]
    made.refresh_from_db()
    assert (made.ready, made.note) == (True, "A name was wrong.")
