"""What a reader may ask of a list beside names: a range of ratings, an age, a player's own line."""

import csv
import html
import io
import json
import re
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ratings.lists.selection import Selection, address, read
from ratings.models import ListEntry, PublishedList
from tests.markup import html_of
from tests.ratings import small_federation
from tests.ratings.small_federation import Small

pytestmark = pytest.mark.django_db


@pytest.fixture
def small() -> Small:
    cache.clear()
    return small_federation.build(tournaments=0, systems=("ffg",))


def page(client: Client, path: str, **headers: Any) -> Any:
    return client.get(path, headers={"accept-language": "en"} | headers)


def ids(response: Any) -> list[int]:
    return [int(found) for found in re.findall(r'<tr id="p(\d+)">', html_of(response))]


def ranked(small: Small, **wanted: Any) -> list[tuple[int, int | None]]:
    rows = ListEntry.objects.filter(list=small.lists[-1], active=True, **wanted).order_by("position")
    return list(rows.values_list("player_id", "active_rank"))


@pytest.mark.parametrize("query", ["min=-900&max=-300", "min=-300&max=-900", "min=−900&max=-300"])
def test_range_of_ratings_keeps_the_true_ranks_whichever_way_round(
    client: Client, small: Small, query: str
) -> None:
    found = page(client, f"/lists/ffg/?{query}")

    expected = ranked(small, rating__gte=-900, rating__lte=-300)
    ranks = [int(one) for one in re.findall(r'<td class="rank">(\d+)', html_of(found))]
    assert (len(expected) > 5, list(zip(ids(found), ranks, strict=True))) == (True, expected)


@pytest.mark.parametrize(("query", "wanted"), [("min=0", {"rating__gte": 0}), ("max=0", {"rating__lte": 0})])
def test_one_bound_leaves_the_other_open(
    client: Client, small: Small, query: str, wanted: dict[str, int]
) -> None:
    assert (
        ids(page(client, f"/lists/ffg/?{query}")) == [number for number, _ in ranked(small, **wanted)][:100]
    )


def test_filter_of_ratings_costs_five_queries(client: Client, small: Small) -> None:
    with CaptureQueriesContext(connection) as queries:
        page(client, "/lists/ffg/?min=-900&age=u30")

    assert len(queries) == 5  # one counts who came and left, the first time


def test_bounds_are_chips_with_the_address_without_them(client: Client, small: Small) -> None:
    content = html.unescape(html_of(page(client, "/lists/ffg/?min=-900&max=200&sex=f")))

    chips = re.findall(r'<a class="chip" href="([^"]+)"[^>]*>([^<]+?) <span', content)
    assert chips == [
        ("?max=200&sex=f", "Rating from −900"), ("?min=-900&sex=f", "Rating to 200"),
        ("?min=-900&max=200", "Women"),
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["", "strong", "1e3", "--5", "999999999", "٣", "-"])
def test_bound_that_is_no_number_is_left_out(text: str) -> None:
    assert read({"min": text, "max": text}) == Selection()


def test_bounds_are_written_as_they_are_read() -> None:
    selection = read({"min": "+007", "max": "-20"})

    assert (selection.lowest, selection.highest, selection.ratings) == ("7", "-20", (-20, 7))
    assert read(dict(pair.split("=") for pair in address(selection)[1:].split("&"))) == selection


def test_lists_of_go_know_ages_too(client: Client, small: Small) -> None:
    year = small.lists[-1].date.year
    found = page(client, "/lists/ffg/?age=u20")

    assert ids(found) == [number for number, _ in ranked(small, birth_year__gte=year - 20)]
    assert "under 20" in html_of(found)


def test_player_asked_for_leads_to_his_line(client: Client, small: Small) -> None:
    rows = ListEntry.objects.filter(list=small.lists[-1])
    last = rows.filter(active=True).order_by("-position")[0]
    idle = rows.filter(active=False).order_by("-position")[0]

    with CaptureQueriesContext(connection) as queries:
        answer = page(client, f"/lists/ffg/?player={last.player_id}")
    asked = len(queries)
    among_all = page(client, f"/lists/ffg/2026-11-06/?player={idle.player_id}&revision=1")

    assert (answer["Location"], asked) == (f"/lists/ffg/?page=2#p{last.player_id}", 2)
    assert among_all["Location"] == f"/lists/ffg/2026-11-06/?all=1&page=2&revision=1#p{idle.player_id}"
    for place in (answer, among_all):
        path, _, anchor = place["Location"].partition("#p")
        assert int(anchor) in ids(page(client, path))


@pytest.mark.parametrize("number", ["999999", "x", "1" * 30, "-1", "٣"])
def test_player_who_is_not_on_the_list_is_not_found(client: Client, small: Small, number: str) -> None:
    assert page(client, f"/lists/ffg/?player={number}").status_code == 404


def heads(response: Any) -> list[str]:
    found = re.findall(r"<th scope[^>]*>(.*?)</th>", html_of(response), re.S)
    return [re.sub(r"<[^>]+>", "", one).strip() for one in found]


def shown_places(response: Any) -> list[int]:
    return [int(one) for one in re.findall(r'data-label="Place">(\d+)<', html_of(response))]


def counted(published: PublishedList, **wanted: Any) -> dict[int, int]:
    rows = ListEntry.objects.filter(list=published, active=True, **wanted)
    ranks = {row.player_id: row.active_rank or 0 for row in rows}
    return {who: 1 + sum(other < rank for other in ranks.values()) for who, rank in ranks.items()}


@pytest.mark.parametrize("order", ["rank", "-rank", "name", "-games"])
@pytest.mark.parametrize("by", [1, 7])
def test_filtered_list_says_how_many_and_each_place_among_them(
    client: Client, small: Small, monkeypatch: pytest.MonkeyPatch, order: str, by: int
) -> None:
    """Pages of ten rows: ties go on from one to the next."""
    for module in ("list_page", "group_ranks"):
        monkeypatch.setattr(f"ratings.lists.{module}.PAGE", 10)
    monkeypatch.setattr("ratings.views.lists.lists.PAGE", 10)
    published = small.lists[-1]
    for entry in ListEntry.objects.filter(list=published, active=True):
        rank = ((entry.active_position or 0) - 1) // by * by + 1
        ListEntry.objects.filter(pk=entry.pk).update(active_rank=rank)

    wanted = counted(published, sex="m")
    found: dict[int, int] = {}
    for number in range(1, len(wanted) // 10 + 2):
        answer = page(client, f"/lists/ffg/?sex=m&sort={order}&page={number}")
        assert f"<b>{len(wanted)} players</b>" in html_of(answer)
        found |= dict(zip(ids(answer), shown_places(answer), strict=True))

    assert found == wanted


def test_whole_list_has_no_second_place(client: Client, small: Small) -> None:
    assert "Place" not in heads(page(client, "/lists/ffg/"))
    assert "Place" in heads(page(client, "/lists/ffg/?sex=f"))


@pytest.mark.parametrize("query", ["", "?sex=m", "?all=1&sort=-name", "?club=75Xa&all=1"])
def test_page_leads_to_files_of_what_it_shows(client: Client, small: Small, query: str) -> None:
    answer = page(client, f"/lists/ffg/{query}")
    links = re.findall(r'<a href="([^"]+)" rel="nofollow" download>(\w+)</a>', html_of(answer))

    assert [kind for _, kind in links] == ["CSV", "JSON"]
    for link, kind in links:
        content = page(client, html.unescape(link)).getvalue()
        if kind == "CSV":
            rows = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))
        else:
            rows = json.loads(content)["items"]
        assert [int(row["number"]) for row in rows][:100] == ids(answer)


def test_name_no_list_knows_is_said_to_be_left_out(client: Client, small: Small) -> None:
    told = html_of(page(client, "/lists/ffg/?clubb=75Xa&sex=x"))
    followed = html_of(page(client, "/lists/ffg/?utm_source=letter"))

    assert "Ignored filter: sex=x, clubb=75Xa" in told
    assert "Ignored filter" not in followed
