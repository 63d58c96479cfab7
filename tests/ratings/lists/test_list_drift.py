"""A published list beside the ratings that stand for its day today."""

import re
from datetime import UTC, date, datetime, timedelta

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from federation.models import Federation, Job, Player
from federation.web.caches import pages
from ratings.lists import list_drift
from ratings.lists.list_drift import (
    DECISION,
    GAME,
    OTHERS,
    TOURNAMENT,
    UNKNOWN,
    cause_of_each,
    causes_of,
)
from ratings.lists.publication import publish
from ratings.models import ListEntry, ManualEvent, PublishedList, RatingSystem
from tests.ratings.histories import hold, people, recalculate, round_robin, stale
from tournaments.models import Game, GameServer, TableGame, Tournament

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
        assert f"{count} values in the list of 31\xa0March 2023 differ" in content
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


def today_of(client: Client, published: PublishedList, query: str = "") -> str:
    """Return the page that everybody reads, in English, without its layout."""
    address = reverse("list-today", args=[published.system.key, published.date.isoformat()])
    answer = client.get(address + query, headers={"Accept-Language": "en"})
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_everybody_reads_that_nothing_differs(listed: PublishedList, client: Client) -> None:
    assert "Every value matches today’s data." in today_of(client, listed)


def test_everybody_reads_each_value_and_the_tournament_that_came_since(
    listed: PublishedList, client: Client
) -> None:
    found = list_drift.differing(corrected(listed))
    Tournament.objects.filter(number=1).update(decided=timezone.now())

    page = today_of(client, listed)

    assert page.count('<td class="name"') == len(found)
    assert page.count('href="/tournaments/1/"') == len(found)
    assert f"{len(found)} values in the list of 31 March 2023 differ" in page
    for one in found:
        assert f'href="/players/{one.player}/"' in page
    assert "approved on" in page


def test_revoked_tournament_is_called_so(listed: PublishedList, client: Client) -> None:
    corrected(listed)
    Tournament.objects.filter(number=1).update(decided=timezone.now(), stage="revoked")

    assert "revoked on" in today_of(client, listed)


def test_tournament_under_correction_is_not_named(listed: PublishedList, client: Client) -> None:
    corrected(listed)
    Tournament.objects.filter(number=1).update(decided=timezone.now(), stage="superseded")

    page = today_of(client, listed)
    assert "/tournaments/1/" not in page
    assert "in a tournament approved, corrected or revoked since" in page


def test_data_that_waits_to_be_rated_is_told(listed: PublishedList, client: Client) -> None:
    again = corrected(listed)
    stale(again.system, DAY)

    assert "Data from 4 March 2023 onwards has not been rated yet" in today_of(client, again)


def test_list_whose_late_tournament_waits_is_not_said_to_match(listed: PublishedList, client: Client) -> None:
    stale(listed.system, DAY)

    page = today_of(client, listed)
    assert "Data from 4 March 2023 onwards has not been rated yet" in page
    assert "Every value matches the data that has been rated." in page
    assert "Every value matches today" not in page


def test_imported_and_too_large_lists_say_why_they_are_not_compared(
    listed: PublishedList, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    corrected(listed)
    monkeypatch.setattr("ratings.lists.list_drift.LARGEST", 3)
    assert "too large to be compared" in today_of(client, listed)

    PublishedList.objects.update(prepared=None)
    assert "was imported" in today_of(client, listed)


@pytest.mark.parametrize("query", ["?page=0", "?page=x", "?page=99999999999999999999", "?revision=1"])
def test_strange_pages_of_it_are_answered(listed: PublishedList, client: Client, query: str) -> None:
    corrected(listed)
    assert "differ from today’s data" in today_of(client, listed, query)


def test_comparison_is_made_once_while_the_ratings_stand(
    listed: PublishedList, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    again = corrected(listed)
    first = list_drift.compare_today(again)

    with django_assert_num_queries(0):
        second = list_drift.compare_today(again)
    assert [tuple(one) for one in second.values] == [tuple(one) for one in first.values]
    with django_assert_num_queries(1):
        assert all(one.person for one in list_drift.comparison_lines(again, second.values))


def test_late_and_withdrawn_online_games_are_causes(listed: PublishedList) -> None:
    """A list of a stream, of which one game came late and one was withdrawn since."""
    stream = RatingSystem.objects.get(key="fics-blitz")
    server = GameServer.objects.create(
        key="club", name="Club", federation=Federation.objects.create(code="XA", name="Anywhere")
    )
    players = list(Player.objects.order_by("pk")[:4])
    at = int(datetime(2023, 3, 5, tzinfo=UTC).timestamp() * 1000)
    early, late = (
        TableGame.objects.create(
            server=server, code=code, system="fics-blitz", ended=at, white=white, black=black, score=2
        )
        for code, (white, black) in {"1": players[:2], "2": players[2:]}.items()
    )
    made = PublishedList(
        system=stream,
        date=FIRST,
        prepared=timezone.now(),
        published=timezone.now(),
        report={"last_key": early.pk},
    )

    assert cause_of_each(made, [one.pk for one in players]) == {
        players[0].pk: OTHERS, players[1].pk: OTHERS, players[2].pk: GAME, players[3].pk: GAME,
    }  # fmt: skip
    TableGame.objects.filter(pk=late.pk).delete()
    TableGame.objects.filter(pk=early.pk).update(withdrawn=timezone.now())
    assert causes_of(made, [one.pk for one in players]) == {GAME: 2, OTHERS: 2}
