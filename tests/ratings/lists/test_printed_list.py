"""A list on paper: the filters are its title, and only what tells players apart is a column."""

import re
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from ratings.models import ListEntry
from ratings.views.lists import downloads
from tests.ratings import small_federation
from tests.ratings.small_federation import ALPS, DAYS, Small

pytestmark = pytest.mark.django_db


@pytest.fixture
def small() -> Small:
    cache.clear()
    return small_federation.build(tournaments=0, systems=("ffg",))


def paper(client: Client, query: str = "") -> str:
    answer: Any = client.get(f"/lists/ffg/{DAYS[-1]}/download.html{query}", headers={"accept-language": "en"})
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.content.decode())


def heads(html: str) -> list[str]:
    return re.findall(r'<th scope="col"[^>]*>(.*?)</th>', html)


def heading(html: str) -> str:
    return html.partition("<h1>")[2].partition("</h1>")[0].strip()


def cells(html: str) -> list[list[str]]:
    body = html.partition("<tbody>")[2]
    rows = re.findall(r"<tr>(.*?)</tr>", body)
    return [
        [re.sub(r"<[^>]+>", "", cell).strip() for cell in re.findall(r"<t[dh].*?</t[dh]>", row)]
        for row in rows
    ]


def test_whole_list_has_no_places_and_no_filters_in_its_title(client: Client, small: Small) -> None:
    html = paper(client)

    assert heads(html) == ["Rank", "Name", "Club", "Federation", "Grade", "Rating"]
    assert heading(html) == "List of 6 November 2026"


def test_list_of_a_club_names_it_once_in_the_title_and_prints_places(client: Client, small: Small) -> None:
    members = ListEntry.objects.filter(list=small.lists[-1], club="38Yb", active=True).order_by("position")

    html = paper(client, "?club=38Yb")

    assert heading(html) == "List of 6 November 2026: Les Deux Yeux"
    assert html.partition("<body>")[2].count("Les Deux Yeux") == 1
    assert heads(html) == ["Rank", "Name", "Place", "Grade", "Rating"]
    assert [row[0] for row in cells(html)] == [str(one.active_rank) for one in members]
    assert [row[2] for row in cells(html)] == [str(place) for place in range(1, len(members) + 1)]
    assert f"{len(members)} players: FR" in html


def test_every_filter_stands_in_the_title(client: Client, small: Small) -> None:
    html = paper(client, "?region=ALP&sex=f&licensed=1&all=1")

    assert f"with players without a licence, {ALPS}, women, licensed" in html.partition("</title>")[0]


def test_places_are_those_of_the_order_of_the_list_whatever_the_order_printed(
    client: Client, small: Small
) -> None:
    strongest = {row[1]: row[2] for row in cells(paper(client, "?club=38Yb"))}

    assert {row[1]: row[2] for row in cells(paper(client, "?club=38Yb&sort=name"))} == strongest


def test_ranks_that_are_shared_share_a_place() -> None:
    assert downloads._places([3, 9, 3, 12]) == [1, 3, 1, 4]


def test_filter_that_leaves_nobody_prints_an_empty_list(client: Client, small: Small) -> None:
    html = paper(client, "?q=nobody-of-this-name")

    assert (cells(html), "0 players" in html) == ([], True)
