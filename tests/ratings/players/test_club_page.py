"""A club's page: its years as published, tournaments in its town and of its players, what leads on."""

import csv
import io
import re
from datetime import date
from statistics import fmean
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from federation.models import Club, Player
from federation.privacy import privacy
from ratings.cadence.shared.record import month_of
from ratings.models import ListEntry, PublishedList, RatingSystem
from ratings.views.lists import clubs
from tests.markup import html_of
from tests.ratings import small_federation
from tests.ratings.small_federation import Small, publish
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def small() -> Small:
    cache.clear()
    return small_federation.build(players=26, tournaments=3)


def page(client: Client, query: str = "") -> Any:
    return client.get(f"/clubs/75Xa/{query}", HTTP_ACCEPT_LANGUAGE="en")


def test_years_have_the_active_players_and_the_mean_of_their_published_ratings(
    client: Client, small: Small
) -> None:
    years = [one for _year, cells in page(client).context["years"] for one in cells if one]

    assert years
    for year in years:
        published = PublishedList.objects.filter(system__key=year.system, date=year.day, ready=True).latest(
            "revision"
        )
        ratings = published.entries.filter(club="75Xa", active_position__isnull=False).values_list(
            "rating", flat=True
        )
        assert (year.players, year.mean) == (len(ratings), round(fmean(ratings)))
    assert len({(year.system, year.day.year) for year in years}) == len(years)


def test_year_between_without_active_players_says_so(client: Client, small: Small) -> None:
    publish(RatingSystem.objects.get(key="ffg"), date(2023, 6, 2), small.players)
    rows = re.findall(r"<tr> ?<td class=\"nowrap\">(\d{4})</td>(.*?)</tr>", html_of(page(client)), re.DOTALL)

    assert [year for year, _cells in rows] == ["2026", "2025", "2024", "2023"]
    assert ["no active players on a list" in cells for _year, cells in rows] == [False, True, True, False]


def test_months_are_those_of_the_last_twelve_with_the_last_list_of_each(client: Client, small: Small) -> None:
    ffg = PublishedList.objects.filter(system__key="ffg").latest("date")
    ListEntry.objects.filter(list=ffg, club="75Xa").update(rating=-100)
    lists = PublishedList.objects.filter(system__active=True).values_list("system__key", "date", "revision")
    newest = max(month_of(day) for _system, day, _revision in lists)
    listed = {(system, month_of(day)) for system, day, _revision in lists if month_of(day) > newest - 12}

    months = page(client).context["months"]

    means = [one for _month, cells in months for one in cells if one]
    assert [day for day, _cells in months] == sorted({one.day.replace(day=1) for one in means}, reverse=True)
    assert {(one.system, month_of(one.day)) for one in means} == listed
    assert [one.mean for one in means if (one.system, one.day) == ("ffg", ffg.date)] == [-100]


def test_years_of_a_club_that_is_part_of_another_count_with_it(client: Client, small: Small) -> None:
    before = page(client).context["years"][0][1][0]
    other = Club.objects.get(code="38Yb")
    Club.objects.filter(pk=other.pk).update(merged_into=Club.objects.get(code="75Xa"))
    cache.clear()

    after = page(client).context["years"][0][1][0]

    assert (after.day, after.players > before.players) == (before.day, True)


def test_tournaments_of_the_town_and_of_the_players_are_told_apart(client: Client, small: Small) -> None:
    club = Club.objects.get(code="75Xa")
    club.town = "Lyon"
    club.save()
    Tournament.objects.update(place="Brest")
    Tournament.objects.filter(number=2).update(place="LYON")

    context = page(client).context

    assert [one.number for one in context["held"]] == [2]
    counts = {one.number: one.entrants for one in context["played"]}
    assert counts == {
        one.number: one.entries.filter(player__club=club).count()
        for one in Tournament.objects.filter(stage="approved")
    }


@pytest.mark.parametrize("stage", ["draft", "submitted", "revoked"])
def test_tournament_that_is_not_approved_is_not_told(client: Client, small: Small, stage: str) -> None:
    Tournament.objects.filter(number=2).update(stage=stage)

    assert 2 not in [one.number for one in page(client).context["played"]]


def test_page_leads_to_feed_calendar_frame_and_file(client: Client, small: Small) -> None:
    content = html_of(page(client))

    for address in (
        "/feeds/clubs/75Xa.atom",
        "/feeds/tournaments.ics?club=75Xa",
        "/embed/lists/ffg/?club=75Xa",
        "?format=csv",
    ):
        assert f'href="{address}"' in content
        if address != "?format=csv":
            assert client.get(address).status_code == 200
    assert re.search(r'<meta name="description" content="[^"]{20,200}">', content)


def test_player_whose_club_is_hidden_is_no_member_counted_or_named(client: Client, small: Small) -> None:
    hidden, club = small.players[0], Club.objects.get(code="75Xa")
    before = client.get("/api/v1/clubs/75Xa").json()
    played = {one["number"]: one["players"] for one in before["tournaments"]}
    privacy.choose(hidden, "anonymous", account=None)
    cache.clear()
    assert Player.objects.get(pk=hidden.pk).club_hidden

    after = client.get("/api/v1/clubs/75Xa").json()

    assert hidden.pk in [one["number"] for one in before["players"]]
    assert hidden.pk not in [one["number"] for one in after["players"]]
    assert after["members"] == before["members"] - 1 == club.players.count() - 1
    assert {one["system"]: one["players"] for one in after["averages"]} == {
        one["system"]: one["players"] - 1 for one in before["averages"]
    }
    assert sum(one["players"] for one in after["tournaments"]) < sum(played.values())
    listed = client.get("/api/v1/clubs?q=75Xa").json()["items"]
    assert [one["members"] for one in listed] == [after["members"]]
    for place in ("/clubs/75Xa/", "/clubs/75Xa/?format=csv"):
        assert f"NN {hidden.pk}" not in html_of(client.get(place))


def test_members_are_shown_fifty_a_page_and_all_of_them_in_the_file(client: Client, small: Small) -> None:
    club = Club.objects.get(code="75Xa")
    more = 2 * clubs.A_PAGE + 1 - club.players.count()
    Player.objects.bulk_create(
        Player(
            pk=9000 + at, surname=f"Zz{at:03}", search_key=f"zz{at:03}", federation=club.federation, club=club
        )
        for at in range(more)
    )
    cache.clear()

    pages = [html_of(page(client, f"?page={number}")) for number in (1, 2, 3)]
    rows = list(csv.DictReader(io.StringIO(page(client, "?format=csv").content.decode("utf-8-sig"))))

    shown = [re.findall(r'<td class="name"><a href="/players/(\d+)/">', content) for content in pages]
    assert [len(numbers) for numbers in shown] == [50, 50, 1]
    assert [number for numbers in shown for number in numbers] == [row["Number"] for row in rows]
    assert all("101 members" in content for content in pages)
    assert all(f'href="?page={number}"' in pages[0] for number in (2, 3))


def test_file_has_the_members_as_they_are_shown(client: Client, small: Small) -> None:
    hidden = small.players[0]
    privacy.choose(hidden, "anonymous", account=None)
    Player.objects.filter(pk=hidden.pk).update(club_hidden=False)  # as where the club has many on a list
    cache.clear()

    rows = list(csv.DictReader(io.StringIO(page(client, "?format=csv").content.decode("utf-8-sig"))))

    names = [row["Name"] for row in rows]
    assert len(rows) == Club.objects.get(code="75Xa").players.count()
    assert f"NN {hidden.pk}" in names
    assert not any("Abelard" in name for name in names)
