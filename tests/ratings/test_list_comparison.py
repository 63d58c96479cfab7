"""Two dates of a list side by side."""

import re
from datetime import date
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from federation.models import Player
from ratings.models import ListEntry, RatingSystem
from tests.ratings import small_federation
from tests.ratings.small_federation import DAYS, Small

pytestmark = pytest.mark.django_db
PATH = "/lists/ffg/compare/"


@pytest.fixture
def small() -> Small:
    cache.clear()
    return small_federation.build(tournaments=0, systems=("ffg",))


def page(client: Client, query: str = "") -> Any:
    return client.get(f"{PATH}{query}", headers={"accept-language": "en"})


def entry(small: Small, number: int, place: int) -> ListEntry:
    return ListEntry.objects.get(list=small.lists[place], player=number)


def test_newest_list_stands_beside_the_one_before_in_its_order(client: Client, small: Small) -> None:
    context = page(client).context

    active = ListEntry.objects.filter(list=small.lists[-1], active=True).order_by("position")
    lines = context["lines"]
    assert (context["newer"].date, context["older"].date) == (DAYS[-1], DAYS[-2])
    assert [line.number for line in lines] == list(active.values_list("player_id", flat=True)[:100])
    for line in (lines[0], lines[40], lines[99]):
        now, then = entry(small, line.number, -1), entry(small, line.number, -2)
        assert (line.rating, line.change) == (now.rating, now.rating - then.rating)
        assert (line.rank, line.places) == (now.active_rank, then.active_rank - now.active_rank)  # type: ignore[operator]


@pytest.mark.parametrize("query", ["?date=2026-11-06&with=2026-06-05", "?date=2026-06-05&with=2026-11-06"])
def test_any_two_dates_are_compared_whichever_is_named_first(
    client: Client, small: Small, query: str
) -> None:
    answer = page(client, query)

    assert (answer.context["newer"].date, answer.context["older"].date) == (DAYS[-1], DAYS[0])
    line = answer.context["lines"][7]
    assert line.rating_then == entry(small, line.number, 0).rating
    selected = re.findall(r'<option value="([^"]+)" selected', answer.content.decode())
    assert selected == ["2026-11-06", "2026-06-05"]


def test_player_who_was_not_on_the_older_list_is_new(client: Client, small: Small) -> None:
    fresh = Player.objects.get(pk=small.players[0].pk)
    ListEntry.objects.filter(list=small.lists[-2], player=fresh).delete()

    answer = page(client, f"?q={fresh.surname}+{fresh.given_name}")

    line = next(one for one in answer.context["lines"] if one.number == fresh.pk)
    assert (line.change, line.places, line.rating_then) == (None, None, None)
    assert '<span class="new">new</span>' in answer.content.decode()


@pytest.mark.parametrize("players", [1, 3])
def test_comparison_costs_four_queries(client: Client, players: int) -> None:
    cache.clear()
    small_federation.build(players=players, tournaments=0, systems=("ffg",))

    with CaptureQueriesContext(connection) as queries:
        answer = page(client)

    assert (len(queries), answer.content.count(b'<tr id="p')) == (4, players)


def test_pages_and_everybody_are_kept_in_the_address(client: Client, small: Small) -> None:
    answer = page(client, "?all=1&page=2&with=2026-06-05")

    assert (len(answer.context["lines"]), answer.context["lines"][0].rank) == (30, 101)
    assert "with=2026-06-05" in answer.content.decode()


def test_only_list_there_is_has_nothing_beside_it(client: Client) -> None:
    small = small_federation.build(players=3, tournaments=0, systems=("ffg",))
    for published in small.lists[:-1]:
        published.entries.all().delete()
        published.delete()

    answer = page(client)

    assert (answer.status_code, answer.context["lines"]) == (200, [])
    assert "There is no earlier list" in answer.content.decode()


def test_reader_who_has_the_comparison_gets_304_until_a_list_is_revised(client: Client, small: Small) -> None:
    etag = page(client)["ETag"]
    same = client.get(PATH, headers={"accept-language": "en", "if-none-match": etag})
    system = RatingSystem.objects.get(key="ffg")
    small_federation.publish(system, DAYS[-2], small.players[:3], revision=2, spread=False)
    after = client.get(PATH, headers={"accept-language": "en", "if-none-match": etag})

    assert (same.status_code, after.status_code) == (304, 200)


@pytest.mark.parametrize(
    "query", ["?date=x", "?with=2026-13-01", f"?date={date(2026, 1, 1)}", "?with=1999-01-01"]
)
def test_date_without_a_list_is_not_found(client: Client, small: Small, query: str) -> None:
    assert page(client, query).status_code == 404
