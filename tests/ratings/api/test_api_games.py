"""Programs read games of players, pairs, clubs, statistics, number ones and live tables."""

from datetime import UTC, datetime, timedelta
from statistics import fmean
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from federation.models import Club, Player
from federation.privacy import privacy
from ratings.models import ListEntry, RatingSystem
from ratings.statistics import recompute
from tests.ratings import small_federation, stream_pages
from tests.ratings.small_federation import Small
from tournaments.models import Entry, Game

pytestmark = pytest.mark.django_db
API = "/api/v1"


@pytest.fixture
def small() -> Small:
    cache.clear()
    return small_federation.build(players=30, tournaments=3)


def read(client: Client, path: str) -> Any:
    answer = client.get(f"{API}{path}")
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_games_of_a_player_come_newest_first_page_by_page_and_none_twice(
    client: Client, small: Small, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    number = small.players[0].pk
    with django_assert_num_queries(3):
        whole = read(client, f"/players/{number}/games")["items"]

    pages, cursor = [], ""
    while cursor is not None:
        part = read(client, f"/players/{number}/games?limit=2&cursor={cursor}")
        pages += part["items"]
        cursor = part["next"]
    assert pages == whole
    assert len(whole) == len({(one["tournament"], one["round"]) for one in whole}) > 4
    order = [(one["day"], one["tournament"], one["round"]) for one in whole]
    assert order == sorted(order, reverse=True)
    entry = Entry.objects.get(player=number, tournament__number=1)
    game = Game.objects.filter(white=entry).first()
    if game is not None:
        [told] = [one for one in whole if (one["tournament"], one["round"]) == (1, game.round)]
        assert (told["colour"], told["opponent"]["number"]) == ("w", game.black.player_id)
        assert told["result"] == ("lost", "drawn", "won")[game.outcome]


def test_games_won_by_default_or_of_a_draft_are_not_told(client: Client, small: Small) -> None:
    number = small.players[0].pk
    before = len(read(client, f"/players/{number}/games")["items"])
    own = Entry.objects.get(player=number, tournament__number=1)
    game = Game.objects.filter(white=own).first() or Game.objects.filter(black=own).first()
    assert game is not None
    Game.objects.filter(pk=game.pk).update(by_default=True)

    assert len(read(client, f"/players/{number}/games")["items"]) == before - 1
    own.tournament.stage = "draft"
    own.tournament.save()
    assert all(one["tournament"] != 1 for one in read(client, f"/players/{number}/games")["items"])


def test_hidden_player_is_named_nowhere(client: Client, small: Small) -> None:
    hidden = small.players[1]
    privacy.choose(hidden, "anonymous", account=None)
    hidden.refresh_from_db()
    cache.clear()
    stored = Player.objects.filter(pk=hidden.pk).values_list("surname", flat=True)[0]
    other = small.players[0].pk
    asked = [
        f"/players/{other}/games",
        f"/players/{hidden.pk}/games",
        f"/players/{other}/against/{hidden.pk}",
        f"/clubs/{hidden.club.code if hidden.club else '75Xa'}",
        "/lists/ffg/number-ones",
    ]

    told = "".join(client.get(f"{API}{path}").content.decode() for path in asked)
    assert f"NN {hidden.pk}" in told
    assert stored not in told


def test_two_players_have_the_same_games_from_both_sides(
    client: Client, small: Small, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    games = read(client, f"/players/{small.players[0].pk}/games")["items"]
    own, other = small.players[0].pk, games[0]["opponent"]["number"]
    with django_assert_num_queries(8):
        told = read(client, f"/players/{own}/against/{other}")
    turned = read(client, f"/players/{other}/against/{own}")

    met = [one for one in games if one["opponent"]["number"] == other]
    assert told["count"] == len(told["items"]) == len(met) >= 1
    assert [one["score"] for one in told["items"]] == [1 - one["score"] for one in turned["items"]]
    assert [one["system"] for one in told["standings"]] == ["ffg", "egf"]
    first = told["standings"][0]
    listed = ListEntry.objects.filter(list=small.lists[2], player__in=(own, other))
    rating = {one.player_id: one.rating for one in listed}
    assert (round(first["rating"]), round(first["other_rating"])) == (rating[own], rating[other])
    assert 0 < first["expected"] < 1


def test_pair_of_one_is_refused(client: Client, small: Small) -> None:
    number = small.players[0].pk
    answer = client.get(f"{API}/players/{number}/against/{number}")

    assert (answer.status_code, answer.json()["code"]) == (422, "same-player")


def test_clubs_are_found_by_letters_page_by_page(
    client: Client, small: Small, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        whole = read(client, "/clubs")["items"]

    first = read(client, "/clubs?limit=2")
    rest = read(client, f"/clubs?limit=2&cursor={first['next']}")
    assert [one["code"] for one in whole] == ["38Yb", "69Zc", "75Xa"]
    assert (first["items"] + rest["items"], rest["next"]) == (whole, None)
    assert [one["code"] for one in read(client, "/clubs?q=greno")["items"]] == ["38Yb"]
    assert sum(one["members"] for one in whole) == Player.objects.exclude(club=None).count()


def test_club_tells_its_members_means_and_tournaments(
    client: Client, small: Small, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(6):
        told = read(client, "/clubs/75Xa")

    assert told["members"] == len(told["players"]) == Player.objects.filter(club__code="75Xa").count()
    for one in told["averages"]:
        ratings = [
            each["ratings"][one["system"]] for each in told["players"] if one["system"] in each["ratings"]
        ]
        assert (one["players"], one["mean"]) == (len(ratings), round(fmean(ratings), 1))
    assert {one["number"] for one in told["tournaments"]} <= {1, 2, 3}
    assert all(one["players"] > 0 for one in told["tournaments"])


def test_merged_club_leads_to_the_one_kept_and_no_other_is_found(client: Client, small: Small) -> None:
    kept = Club.objects.get(code="75Xa")
    Club.objects.filter(code="38Yb").update(merged_into=kept)

    moved, none = client.get(f"{API}/clubs/38Yb"), client.get(f"{API}/clubs/99Qq")
    assert (moved.status_code, moved["Location"]) == (302, "/api/v1/clubs/75Xa")
    assert (none.status_code, none.json()["code"]) == (404, "no-club")


def test_number_ones_are_those_of_the_page(
    client: Client, small: Small, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(3):
        told = read(client, "/lists/ffg/number-ones")

    assert sum(one["lists"] for one in told["items"]) == 3
    best = ListEntry.objects.filter(list=small.lists[2], active_position=1).get()
    assert told["items"][0]["number"] == best.player_id
    assert client.get(f"{API}/lists/ffg/number-ones?of=men").status_code == 422


def test_statistics_are_named_and_told(
    client: Client, small: Small, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    recompute.refresh(RatingSystem.objects.get(key="ffg"))
    with django_assert_num_queries(2):
        named = read(client, "/systems/ffg/statistics")["items"]
    with django_assert_num_queries(1):
        drift = read(client, "/systems/ffg/statistics/drift")["data"]

    assert {"drift", "improvers", "clubs"} <= {one["kind"] for one in named}
    for one in named:
        assert client.get(one["url"]).status_code == 200
    assert set(drift["levels"][0]) == {"day", "players", "mean", "median"}
    assert client.get(f"{API}/systems/egf/statistics/drift").json()["code"] == "no-statistic"
    assert client.get(f"{API}/systems/none/statistics").json()["code"] == "no-system"


@time_machine.travel("2023-11-17T12:00:00Z", tick=False)
def test_live_table_is_that_of_the_page(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    cache.clear()
    made = stream_pages.played()
    client.get(f"{API}/lists/fics-blitz/live")
    with django_assert_num_queries(5):
        told = read(client, "/lists/fics-blitz/live?all=1")

    assert (told["established"], told["provisional"], told["next"]) == (2, 4, None)
    assert [one["rank"] for one in told["items"]] == [1, 2]
    assert {one["number"] for one in told["items"]} == {made.players[0].pk, made.players[1].pk}
    provisional = read(client, "/lists/fics-blitz/live?all=1&table=provisional")["items"]
    assert len(provisional) == 4
    assert client.get(f"{API}/lists/ffg/live").json()["code"] == "not-live"


@pytest.mark.parametrize("weeks", [0, 3, 30])
def test_live_deviation_of_a_player_is_that_of_the_live_table_and_of_the_page(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, weeks: int
) -> None:
    cache.clear()
    number = stream_pages.played().players[0].pk
    with time_machine.travel(datetime(2023, 11, 17, 12, tzinfo=UTC) + timedelta(weeks=weeks), tick=False):
        tables = [
            read(client, f"/lists/fics-blitz/live?all=1{table}") for table in ("", "&table=provisional")
        ]
        with django_assert_num_queries(5):
            player = read(client, f"/players/{number}")
        page = client.get(f"/players/{number}/?system=fics-blitz", headers={"accept-language": "en"})

    (line,) = [one for table in tables for one in table["items"] if one["number"] == number]
    (standing,) = [one for one in player["standings"] if one["system"] == "fics-blitz"]
    assert standing["live"]["deviation"] == pytest.approx(line["deviation"], rel=1e-12)
    assert f"{line['deviation']:.1f}" in page.content.decode()


@pytest.mark.parametrize(
    "path", ["/clubs", "/clubs/75Xa", "/lists/ffg/number-ones", "/systems/ffg/statistics", "/players/1/games"]
)
def test_parameter_nobody_knows_is_refused_by_name(client: Client, path: str) -> None:
    cache.clear()
    answer = client.get(f"{API}{path}?colour=green")

    assert (answer.status_code, answer.json()["code"]) == (422, "unknown-parameter")
    assert answer.json()["errors"][0]["name"] == "colour"
    assert answer["Access-Control-Allow-Origin"] == "*"


def test_answer_somebody_has_is_not_sent_again(client: Client, small: Small) -> None:
    for path in ("/clubs", "/clubs/75Xa", f"/players/{small.players[0].pk}/games"):
        etag = client.get(f"{API}{path}")["ETag"]
        assert client.get(f"{API}{path}", headers={"If-None-Match": etag}).status_code == 304
