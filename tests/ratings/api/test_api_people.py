"""Programs read systems, players, their histories, tournaments."""

import csv
import io
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from federation.models import Player
from federation.privacy import privacy
from ratings.models import RatingChange, RatingSystem
from tests.ratings import fide_pages, small_federation, stream_pages
from tests.ratings.small_federation import Small
from tournaments.models import Tournament

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


def test_systems_come_with_their_editions_and_constants(
    client: Client, small: Small, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    RatingSystem.objects.filter(key="ffg").update(parameters={"divisor": 6})

    with django_assert_num_queries(1):
        told = {one["key"]: one for one in read(client, "/systems")["items"]}

    ffg = told["ffg"]
    assert (ffg["name"], ffg["game"], ffg["clock"], ffg["replaced"]) == (
        "FFG ladder",
        "go",
        "event",
        {"divisor": 6},
    )
    assert [one["name"] for one in ffg["editions"]] == ["2013", "2022-10"]
    assert ffg["editions"][1]["constants"]["divisor"] == 7
    assert list(told) == list(RatingSystem.objects.filter(active=True).values_list("key", flat=True))


def test_player_is_found_by_name_and_by_number(client: Client, small: Small) -> None:
    wanted = small.players[0]

    by_name = read(client, "/players?q=abelard+ad")["items"]
    by_licence = read(client, "/players?q=9900000")["items"]
    nobody = read(client, "/players?q=zzzzzzzz")["items"]

    assert [one["number"] for one in by_name] == [wanted.pk] == [one["number"] for one in by_licence]
    assert (by_name[0]["surname"], by_name[0]["club"], nobody) == ("Abelard", "75Xa", [])


@pytest.mark.parametrize("query", ["", "?q=", "?q=a&limit=51", f"?q={'x' * 81}"])
def test_search_without_sense_is_refused(client: Client, small: Small, query: str) -> None:
    assert client.get(f"{API}/players{query}").status_code == 422


def test_player_says_who_he_is_and_where_he_stands(
    client: Client, small: Small, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    player = small.players[0]
    with django_assert_num_queries(5):
        told = read(client, f"/players/{player.pk}")

    assert (told["surname"], told["identifiers"]) == ("Abelard", {"egd": "99000000", "ffg": "9900000"})
    assert [one["system"] for one in told["standings"]] == ["ffg", "egf"]
    ffg = told["standings"][0]
    entry = player.list_entries.get(list=small.lists[2])
    assert (ffg["listed"]["rating"], ffg["listed"]["rank"]) == (entry.rating, entry.active_rank)
    assert ffg["live"]["rating"] == player.current_ratings.get(system__key="ffg").rating


def test_without_a_licence_neither_program_nor_page_shows_a_live_rating(client: Client, small: Small) -> None:
    player = small.players[3]
    assert player.list_entries.get(list=small.lists[2]).licence == "-"

    told = {one["system"]: one["live"] for one in read(client, f"/players/{player.pk}")["standings"]}
    content = client.get(f"/players/{player.pk}/?system=ffg").content.decode()

    assert told["ffg"] is None
    assert told["egf"]["rating"] == player.current_ratings.get(system__key="egf").rating
    assert 'class="end live"' not in content
    assert 'class="end published"' in content


@pytest.mark.parametrize("number", ["0", "-1", "x", "99999999999999999999"])
def test_number_that_is_none_is_refused(client: Client, small: Small, number: str) -> None:
    assert client.get(f"{API}/players/{number}").status_code == 422


def test_player_nobody_knows(client: Client, small: Small) -> None:
    answer = client.get(f"{API}/players/999999")

    assert (answer.status_code, answer.json()["code"]) == (404, "no-player")


def test_merged_number_leads_to_the_one_kept(client: Client, small: Small) -> None:
    kept, gone = small.players[:2]
    Player.objects.filter(pk=gone.pk).update(merged_into=kept)

    answers = [client.get(f"{API}/players/{gone.pk}{rest}") for rest in ("", "/history?system=ffg")]

    assert [(one.status_code, one["Location"]) for one in answers] == [
        (302, f"/api/v1/players/{kept.pk}"),
        (302, f"/api/v1/players/{kept.pk}/history?system=ffg"),
    ]


def test_history_gives_every_event_with_before_and_after(
    client: Client, small: Small, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    player = small.players[0]
    with django_assert_num_queries(3):
        told = read(client, f"/players/{player.pk}/history?system=ffg")

    rows = RatingChange.objects.filter(player=player, system__key="ffg").order_by("sequence")
    assert told["clock"] == "event"
    assert [(one["tournament"], one["before"], one["after"], one["games"]) for one in told["items"]] == [
        (row.tournament.number, row.before, row.after, row.games) for row in rows if row.tournament
    ]
    assert len(told["items"]) == 3


def test_history_as_csv_has_the_same_steps(client: Client, small: Small) -> None:
    number = small.players[0].pk

    answer = client.get(f"{API}/players/{number}/history.csv?system=ffg")

    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    told = read(client, f"/players/{number}/history?system=ffg")["items"]
    assert [(row["day"], float(row["after"])) for row in rows] == [(one["day"], one["after"]) for one in told]
    assert tuple(rows[0]) == tuple(told[0])


def test_history_of_a_period_system_is_told_list_by_list(client: Client) -> None:
    fide_pages.archived(day=date(2026, 10, 1))
    fide_pages.archived((replace(fide_pages.ANNA, rating=2510), fide_pages.BEN))
    anna = Player.objects.get(given_name="Anna")

    told = read(client, f"/players/{anna.pk}/history?system=fide-standard")

    assert told["clock"] == "period"
    assert [(one["kind"], one["day"], one["after"], one["change"], one["k"]) for one in told["items"]] == [
        ("list", "2026-10-01", 2500, None, 10), ("list", "2026-11-01", 2510, 10, 10),
    ]  # fmt: skip


def test_history_of_single_games_is_told_day_by_day(client: Client) -> None:
    made = stream_pages.played()

    told = read(client, f"/players/{made.players[0].pk}/history?system=fics-blitz")

    assert told["clock"] == "stream"
    assert {one["kind"] for one in told["items"]} == {"day"}
    assert told["items"][-1]["deviation"] > 0


def test_history_of_a_system_nobody_keeps(client: Client, small: Small) -> None:
    answer = client.get(f"{API}/players/{small.players[0].pk}/history?system=nosuch")

    assert (answer.status_code, answer.json()["code"]) == (404, "no-system")


def test_player_is_shown_as_he_chose(client: Client, small: Small) -> None:
    player = small.players[0]
    privacy.choose(player, "initials", account=None)

    told = read(client, f"/players/{player.pk}")
    found = read(client, "/players?q=abelard+ad")["items"]
    entrants = read(client, "/tournaments/1/crosstable")["entrants"]

    assert (told["surname"], told["given_name"], told["identifiers"]) == ("A.", "A.", {})
    assert found == []
    assert "Abelard Adèle" not in {one["name"] for one in entrants}


def test_tournaments_come_newest_first_page_by_page(
    client: Client, small: Small, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        first = read(client, "/tournaments?limit=2")
    second = read(client, f"/tournaments?limit=2&cursor={first['next']}")

    assert [one["number"] for one in first["items"] + second["items"]] == [3, 2, 1]
    assert ([one["entrants"] for one in second["items"]], second["next"]) == ([24], None)


def test_tournaments_of_a_year_or_a_game(client: Client, small: Small) -> None:
    asked = ["?year=2023", "?year=2024", "?year=1999", "?game=chess", "?game=go"]

    told = [[one["number"] for one in read(client, f"/tournaments{query}")["items"]] for query in asked]

    assert told == [[2, 1], [3], [], [], [3, 2, 1]]


def test_crosstable_gives_rounds_and_changes(
    client: Client, small: Small, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(5):
        told = read(client, "/tournaments/2/crosstable")

    assert (told["tournament"]["name"], told["systems"]) == ("Open des Deux Rives 2023", ["ffg", "egf"])
    first = told["entrants"][0]
    assert (first["place"], [one["round"] for one in first["rounds"]]) == (1, [1, 2, 3])
    change = RatingChange.objects.get(player=first["player"], system__key="ffg", tournament__number=2)
    assert (first["moves"][0]["before"], first["moves"][0]["after"]) == (change.before, change.after)
    assert sum(one["points"] for one in told["entrants"]) == told["games"]


def test_tournament_that_is_not_approved_is_not_public(client: Client, small: Small) -> None:
    Tournament.objects.filter(number=2).update(stage="submitted")

    crosstable = client.get(f"{API}/tournaments/2/crosstable")

    assert (crosstable.status_code, crosstable.json()["code"]) == (404, "no-tournament")
    assert [one["number"] for one in read(client, "/tournaments")["items"]] == [3, 1]
