"""A prepared revision as officers look at it: beside the one it replaces."""

from datetime import date
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from federation.models import Player
from federation.web.caches import pages
from ratings.lists import list_preview, publication
from ratings.lists.publication import ListRequest
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


def test_preview_of_a_revision_compares_it_with_the_one_it_replaces(
    ffg: RatingSystem, first: PublishedList, officer: Client
) -> None:
    entry = ListEntry.objects.filter(list=first).earliest("position")
    ListEntry.objects.filter(pk=entry.pk).update(rating=entry.rating - 7)
    ListEntry.objects.filter(list__date=OLDER).delete()
    rename()
    made = prepared(ffg)

    seen = list_preview.preview(made)
    page = officer.get(reverse("prepared-list", args=[made.pk])).content.decode()

    assert made.report["created"] == 4
    assert (list(seen.created), list(seen.gone), seen.counts) == ([], [], {"created": 0, "gone": 0})
    assert [(mover.entry.player_id, mover.change) for mover in seen.farthest] == [(entry.player_id, 7)]
    assert [alarm.code for alarm in seen.alarms] == []
    assert page.index("Compared with revision 1") < page.index("Compared with the previous list")
    assert "previous list: 5\xa0March 2023" in page


def test_alarms_of_a_revision_are_those_of_what_it_changes(ffg: RatingSystem, first: PublishedList) -> None:
    ListEntry.objects.filter(list=first, position=1).update(rating=9000)

    assert "large-move" in [alarm.code for alarm in list_preview.alarms_of(prepared(ffg))]
