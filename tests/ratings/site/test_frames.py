"""Frames for other sites: a list, a club's part of it, a player, a tournament; and what cannot be asked."""

import html
import re
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from federation.models import Club, Player
from federation.privacy import privacy
from ratings.models import ListEntry
from tests.markup import html_of
from tests.ratings import small_federation
from tests.ratings.small_federation import Small
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
ENGLISH: dict[str, Any] = {"headers": {"Accept-Language": "en"}}


@pytest.fixture
def small() -> Small:
    cache.clear()
    return small_federation.build(players=24, tournaments=2)


def frame(client: Client, address: str) -> Any:
    return client.get(address, **ENGLISH)


def names(answer: Any) -> list[int]:
    return [int(one) for one in re.findall(r'class="name" href="/players/(\d+)/"', html_of(answer))]


def addresses(small: Small) -> list[str]:
    return ["/embed/lists/ffg/", f"/embed/players/{small.players[0].pk}/", "/embed/tournaments/1/"]


@pytest.mark.parametrize(("top", "rows"), [("3", 3), ("20", 20), ("50", 21), ("", 10)])
def test_number_of_rows_is_the_one_asked_for(client: Client, small: Small, top: str, rows: int) -> None:
    assert len(names(frame(client, f"/embed/lists/ffg/?top={top}"))) == rows


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("top=0", "“top” must be a number from 3 to 50, not “0”."),
        ("top=51", "not “51”"),
        ("top=-1", "not “-1”"),
        ("top=x", "not “x”"),
        ("top=²", "not “²”"),
        ("theme=blue", "“theme” cannot be “blue”. Allowed values: auto, light, dark."),
        ("language=xx", "“language” cannot be “xx”"),
        ("clubb=75Xa", "There is no parameter “clubb”. Allowed here: theme, language, top, club."),
        ("club=nosuch", "There is no club with the code “nosuch”."),
        ("club=<b>", "no club with the code “<b>”"),
    ],
)
def test_wrong_parameter_is_an_error_that_names_it(
    client: Client, small: Small, query: str, said: str
) -> None:
    answer = frame(client, f"/embed/lists/ffg/?{query}")

    assert (answer.status_code, answer["Cache-Control"]) == (400, "no-store")
    assert said in html.unescape(html_of(answer))
    assert "<b>" not in html_of(answer)
    assert names(answer) == []
    assert "frame-ancestors *" in answer["Content-Security-Policy"]


def test_wrong_parameter_of_player_and_tournament_is_an_error_too(client: Client, small: Small) -> None:
    for address in addresses(small)[1:]:
        assert [
            frame(client, f"{address}?{query}").status_code for query in ("", "theme=dark", "club=75Xa")
        ] == [
            200,
            200,
            400,
        ]


def test_club_has_its_own_part_of_a_list_with_the_ranks_of_the_whole(client: Client, small: Small) -> None:
    answer = frame(client, "/embed/lists/ffg/?club=38Yb&top=50")

    rows = ListEntry.objects.filter(list=small.lists[2], club="38Yb", active=True).order_by("position")
    page = html_of(answer)
    ranks = [int(one) for one in re.findall(r'<span class="rank">(\d+)<', page)]
    assert list(zip(names(answer), ranks, strict=True)) == list(rows.values_list("player_id", "active_rank"))
    assert "Les Deux Yeux" in page
    assert 'href="/lists/ffg/?club=38Yb"' in page


def test_club_without_anybody_on_the_list_says_so(client: Client, small: Small) -> None:
    Club.objects.create(code="99Zz", label="99Zz", name="Empty", federation=small.players[0].federation)
    answer = frame(client, "/embed/lists/ffg/?club=99Zz")

    assert (answer.status_code, names(answer)) == (200, [])
    assert b"No player on this list" in answer.content


def test_player_stands_with_every_newest_list(client: Client, small: Small) -> None:
    player = small.players[0]
    page = html_of(frame(client, f"/embed/players/{player.pk}/?language=fr"))

    assert ('<html lang="fr"' in page, str(player) in page) == (True, True)
    for key in ("ffg", "egf"):
        entry = ListEntry.objects.filter(list__system__key=key, player=player).latest("list__date")
        assert f'<li data-system="{key}">' in page
        assert f"#p{player.pk}" in page
        assert entry.grade in page


def test_player_in_a_frame_is_shown_as_chosen_and_merged_ones_lead_on(client: Client, small: Small) -> None:
    player, other = small.players[:2]
    address = f"/embed/players/{player.pk}/"
    etag = frame(client, address)["ETag"]
    privacy.choose(player, "anonymous", account=None)
    hidden = client.get(address, headers={"Accept-Language": "en", "If-None-Match": etag})
    Player.objects.filter(pk=other.pk).update(merged_into=player)

    assert (hidden.status_code, f"NN {player.pk}" in html_of(hidden)) == (200, True)
    assert "Abelard" not in html_of(hidden)
    assert frame(client, f"/embed/players/{other.pk}/?theme=dark")["Location"] == f"{address}?theme=dark"
    assert frame(client, "/embed/players/999999/").status_code == 404


def test_tournament_shows_who_came_first(client: Client, small: Small) -> None:
    answer = frame(client, "/embed/tournaments/1/?top=5")

    page = client.get("/tournaments/1/", **ENGLISH)
    lines = page.context["cross"].lines[:5]
    assert names(answer) == [line.row.entrant.player for line in lines]
    assert b"of 24" in answer.content
    assert small.tournaments[0].name in html.unescape(html_of(answer))


@pytest.mark.parametrize("stage", ["draft", "submitted", "returned", "withdrawn"])
def test_tournament_nobody_has_approved_is_in_no_frame(client: Client, small: Small, stage: str) -> None:
    Tournament.objects.filter(number=2).update(stage=stage)

    assert frame(client, "/embed/tournaments/2/").status_code == 404
    assert frame(client, "/embed/tournaments/999/").status_code == 404


def test_revoked_tournament_says_so_and_frames_are_kept_until_something_changes(
    client: Client, small: Small
) -> None:
    for address in addresses(small):
        etag = frame(client, address)["ETag"]
        assert (
            client.get(address, headers={"Accept-Language": "en", "If-None-Match": etag}).status_code == 304
        )
    etag = frame(client, "/embed/tournaments/2/")["ETag"]
    Tournament.objects.filter(number=2).update(stage="revoked")
    later = client.get("/embed/tournaments/2/", headers={"Accept-Language": "en", "If-None-Match": etag})

    assert (later.status_code, b"revoked" in later.content) == (200, True)


def test_frames_cost_few_queries(
    client: Client, small: Small, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for address, count in zip(("/embed/lists/ffg/?club=38Yb", *addresses(small)[1:]), (4, 3, 5), strict=True):
        with django_assert_num_queries(count):
            frame(client, address)


def test_frames_may_stand_in_other_pages_and_have_no_script(client: Client, small: Small) -> None:
    for address in addresses(small):
        answer = frame(client, address)
        assert "frame-ancestors *" in answer["Content-Security-Policy"]
        assert not answer.has_header("X-Frame-Options")
        assert b"<script" not in answer.content
        assert answer["Cache-Control"].startswith("public, max-age=")
