"""A published list beside the ratings that stand for its day today."""

import re
from datetime import date, timedelta

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from federation.models import Job
from federation.web.caches import pages
from ratings.lists import list_drift
from ratings.lists.difference_causes import DECISION, OTHERS, TOURNAMENT, UNKNOWN, causes_of
from ratings.lists.publication import publish
from ratings.models import ListEntry, ManualEvent, PublishedList, RatingSystem
from tests.ratings.histories import hold, people, recalculate, round_robin, stale
from tournaments.models import Game, Tournament

pytestmark = pytest.mark.django_db
DAY = date(2023, 3, 4)
FIRST = date(2023, 3, 31)


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """No worker listens here, and nothing is kept from the test before."""
    monkeypatch.setattr("federation.jobs.jobs.enqueue", lambda job_id: None)
    pages.clear()


@pytest.fixture
def listed() -> PublishedList:
    """A list of four players."""
    egf = RatingSystem.objects.get(key="egf")
    hold(DAY, people(4), round_robin(4), number=1)
    recalculate(stale(egf, DAY))
    return publish(egf, FIRST, account=None)


def corrected(published: PublishedList) -> PublishedList:
    """Turn a result of the tournament and rate it anew."""
    Game.objects.filter(round=1).update(outcome=0)
    recalculate(stale(published.system, DAY))
    return PublishedList.objects.select_related("system").get(pk=published.pk)


def test_list_nothing_moved_since_differs_in_nothing(listed: PublishedList) -> None:
    assert list_drift.counts([listed]) == {}
    assert list_drift.differing(listed) == []


def test_correction_tells_each_value_that_is_another_one_today(listed: PublishedList) -> None:
    again = corrected(listed)
    found = list_drift.differing(again)

    old = dict(ListEntry.objects.filter(list=listed).values_list("player_id", "rating"))
    assert {one.player for one in found} >= set(sorted(old)[:2])
    assert all(one.listed == old[one.player] != one.today for one in found)
    assert list_drift.counts([again]) == {again.pk: len(found)}


def test_later_tournament_leaves_the_values_of_the_list(listed: PublishedList) -> None:
    hold(FIRST + timedelta(days=9), people(4), round_robin(4), number=2)
    recalculate(stale(listed.system, FIRST))
    again = PublishedList.objects.select_related("system").get(pk=listed.pk)

    assert list_drift.may_differ(again)
    assert list_drift.counts([again]) == {}


def test_count_is_kept_while_the_ratings_stand(
    listed: PublishedList, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    again = corrected(listed)
    list_drift.counts([again])

    with django_assert_num_queries(0):
        list_drift.counts([again])


def test_review_and_list_lead_an_officer_to_the_differences(listed: PublishedList, officer: Client) -> None:
    count = len(list_drift.differing(corrected(listed)))
    address = reverse("difference-list", args=[listed.pk])

    for page in ("/review/", listed.get_absolute_url()):
        content = officer.get(page).content.decode()
        assert f"{count} values in the list of 31 March 2023 differ" in content
        assert f'href="{address}"' in content
    shown = officer.get(address).content.decode()
    assert shown.count('<td class="name"') == count
    assert "Prepare revision 2" in shown


def test_button_of_the_differences_prepares_the_next_revision(listed: PublishedList, officer: Client) -> None:
    corrected(listed)

    officer.post(reverse("list-publish", args=["egf"]), {"date": "2023-03-31", "preview": "1"})

    assert PublishedList.objects.get(ready=False).revision == 2
    assert Job.objects.get(kind="ratings.prepare_list").arguments["published"]


def test_differences_are_summed_by_cause(listed: PublishedList) -> None:
    now = timezone.now()
    players = [one.player for one in list_drift.differing(corrected(listed))]
    assert causes_of(listed, players) == {UNKNOWN: len(players)}

    Tournament.objects.filter(number=1).update(decided=now)
    assert causes_of(listed, players) == {TOURNAMENT: len(players)}

    Tournament.objects.filter(number=1).update(decided=None)
    ManualEvent.objects.create(system=listed.system, kind="initial", player_id=players[0], date=DAY, value=1)
    told = causes_of(listed, players)
    assert told == {DECISION: 1} | ({OTHERS: len(players) - 1} if len(players) > 1 else {})


def test_command_says_the_sums_by_cause(listed: PublishedList, capsys: pytest.CaptureFixture[str]) -> None:
    corrected(listed)
    Tournament.objects.filter(number=1).update(decided=timezone.now())

    with pytest.raises(SystemExit):
        call_command("verify_list", "egf", "2023-03-31")

    assert re.search(r"\d+ in a tournament approved, corrected or revoked since", capsys.readouterr().out)


def test_strangers_hear_nothing_of_it(listed: PublishedList, client: Client) -> None:
    corrected(listed)

    assert (
        "differ"
        not in client.get(listed.get_absolute_url(), headers={"Accept-Language": "en"}).content.decode()
    )
