"""Regions on lists: frozen with them, asked for, named, ranked in; for programs too."""

import csv
import html
import io
import json
import re
from datetime import date
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from federation.models import Club, Player, Region
from federation.register import regions
from ratings.lists import publication
from ratings.models import ListEntry, PublishedList
from tests.federation.clubs import make_club
from tests.markup import html_of
from tests.ratings import small_federation
from tests.ratings.chess_months import based, masters
from tests.ratings.chess_months import system as fide_system
from tests.ratings.histories import recalculate, stale
from tests.ratings.small_federation import Small
from tests.ratings.stream_pages import LIST_DAY, played

pytestmark = pytest.mark.django_db
NEWEST = "/lists/ffg/2026-11-06/"


@pytest.fixture
def small() -> Small:
    cache.clear()
    return small_federation.build(tournaments=0, systems=("ffg",))


@pytest.fixture
def rated() -> Small:
    cache.clear()
    return small_federation.build(players=60, tournaments=1, systems=("ffg",))


def page(client: Client, path: str, **headers: Any) -> str:
    return html.unescape(html_of(client.get(path, headers={"accept-language": "en"} | headers)))


def ids(content: str) -> list[int]:
    return [int(found) for found in re.findall(r'<tr id="p(\d+)">', content)]


def chips(content: str) -> list[tuple[str, str]]:
    return re.findall(r'<a class="chip" href="([^"]+)"[^>]*>([^<]+?) <span', content)


def put(players: list[Player], label: str = "38Gr", code: str = "ALP", name: str = "Ligue des Alpes") -> Club:
    """A club in a region, and these players in it."""
    club = make_club(label, "FR")
    assert club is not None
    region = regions.enter(club.federation, code, name, account=None)
    regions.place(region, [club.pk], [], account=None)
    Player.objects.filter(pk__in=[player.pk for player in players]).update(club=club)
    club.refresh_from_db()
    return club


def test_region_is_asked_for_in_the_address_and_keeps_the_true_ranks(client: Client, small: Small) -> None:
    content = page(client, f"{NEWEST}?region=ALP")

    rows = ListEntry.objects.filter(list=small.lists[-1], active=True, region="ALP").order_by("position")
    expected = list(rows.values_list("player_id", "active_rank"))[:100]
    ranks = [int(one) for one in re.findall(r'<td class="rank">(\d+)', content)]
    assert (len(expected) > 20, list(zip(ids(content), ranks, strict=True))) == (True, expected)
    assert chips(content) == [("?", "Ligue des Alpes")]
    assert '<option value="ALP" selected>Ligue des Alpes</option>' in content


def test_list_of_a_region_costs_five_queries(client: Client, small: Small) -> None:
    with CaptureQueriesContext(connection) as queries:
        page(client, f"{NEWEST}?region=ALP")

    assert len(queries) == 5  # one counts who came and left, the first time


def test_region_nobody_is_in_says_so_at_its_chip(client: Client, small: Small) -> None:
    content = page(client, f"{NEWEST}?region=XYZ&sex=f")

    assert chips(content) == [("?sex=f", "XYZ"), ("?region=XYZ", "Women")]
    assert '<a class="button quiet" href="?sex=f">Remove “XYZ”</a>' in content


def test_list_from_before_there_were_regions_has_no_such_filter(client: Client, small: Small) -> None:
    PublishedList.objects.update(regions={})

    content = page(client, f"{NEWEST}?region=ALP")

    assert (chips(content), 'name="region"' in content) == ([], False)
    assert ids(content) == ids(page(client, NEWEST))


@pytest.mark.parametrize("key", ["fics-blitz", "ladder"])
def test_list_of_a_stream_keeps_the_region_of_its_day(client: Client, key: str) -> None:
    world = played(key)
    club = put(world.players[:1])
    again = publication.publish(world.system, LIST_DAY, account=None, note="with regions", force=True)
    regions.rename(club.region, "Another name", account=None)  # type: ignore[arg-type]  # it has one

    assert again.regions == {"ALP": "Ligue des Alpes"}
    assert dict(ListEntry.objects.filter(list=again).exclude(region="").values_list("player", "region")) == {
        world.players[0].pk: "ALP"
    }
    content = page(client, f"/lists/{key}/?region=ALP")
    assert (ids(content), chips(content)) == ([world.players[0].pk], [("?", "Ligue des Alpes")])


def test_list_of_fide_keeps_the_region_of_its_month(client: Client) -> None:
    fide, (ann, bob) = fide_system(), masters(2)
    put([ann])
    for player, rating in ((ann, 2000), (bob, 2600)):
        based(fide, player, rating, k=20, games=100)
    recalculate(stale(fide, date(2024, 12, 1)))

    made = publication.publish(fide, date(2025, 2, 1), account=None)

    assert (made.regions, list(made.entries.order_by("position").values_list("region", flat=True))) == (
        {"ALP": "Ligue des Alpes"},
        ["", "ALP"],
    )
    content = page(client, "/lists/fide-standard/?region=ALP&all=1")
    assert (ids(content), chips(content)) == ([ann.pk], [("?all=1", "Ligue des Alpes")])


def test_player_page_says_the_rank_in_the_region_and_leads_to_it(client: Client, rated: Small) -> None:
    entries = ListEntry.objects.filter(list=rated.lists[-1], active=True, region="ALP").order_by("position")
    entry = entries[7]

    content = page(client, f"/players/{entry.player_id}/")

    found = re.search(r'<dt>In the region</dt><dd><a href="([^"]+)">(\d+)</a>', content)
    assert found is not None
    address, anchor = found[1].split("#")
    assert (found[2], anchor) == ("8", f"p{entry.player_id}")
    assert ids(page(client, address))[7] == entry.player_id


def test_rank_in_the_club_is_counted_inside_the_region(client: Client, rated: Small) -> None:
    entries = ListEntry.objects.filter(list=rated.lists[-1], active=True, club="38Yb").order_by("position")
    outside = ListEntry.objects.filter(list=rated.lists[-1], active=True, club="75Xa").order_by("position")

    for entry, region in ((entries[4], True), (outside[4], False)):
        content = page(client, f"/players/{entry.player_id}/")
        assert re.search(r"<dt>In the club</dt><dd><a [^>]+>(\d+)</a>", content)[1] == "5"  # type: ignore[index]  # there
        assert ("In the region" in content) is region


def test_programs_read_and_ask_for_regions(client: Client, small: Small) -> None:
    found = client.get("/api/v1/lists/ffg/newest/entries?region=ALP&limit=500").json()

    assert found["published"]["regions"] == {"ALP": "Ligue des Alpes"}
    assert {item["region"] for item in found["items"]} == {"ALP"}
    rows = ListEntry.objects.filter(list=small.lists[-1], active=True, region="ALP")
    assert [item["number"] for item in found["items"]] == list(
        rows.order_by("position").values_list("player_id", flat=True)
    )


def test_downloads_have_the_region(client: Client, small: Small) -> None:
    known = (
        ListEntry.objects.filter(list=small.lists[-1]).order_by("position").values_list("region", flat=True)
    )
    answers = (
        b"".join(client.get("/api/v1/lists/ffg/newest/entries.csv").streaming_content),  # type: ignore[attr-defined]  # so it is sent
        client.get(f"{NEWEST}download.csv").content,
    )

    for answer in answers:
        rows = list(csv.DictReader(io.StringIO(answer.decode("utf-8-sig"))))
        assert [row["region"] for row in rows] == list(known)
    assert [
        row["region"] for row in json.loads(client.get(f"{NEWEST}download.json").content)["players"]
    ] == list(known)


def test_clubs_are_found_by_their_region_and_say_it(client: Client, small: Small) -> None:
    index, found = page(client, "/clubs/"), page(client, "/clubs/?q=alpes")

    assert "Name, town, region or code" in index
    assert [code in found for code in ("38Yb", "69Zc", "75Xa")] == [True, True, False]
    assert found.count("Ligue des Alpes") == 2
    assert "38Yb, Grenoble, Ligue des Alpes, France" in page(client, "/clubs/38Yb/")
    lines = (
        client.get("/clubs/?format=csv", headers={"accept-language": "en"})
        .content.decode("utf-8-sig")
        .splitlines()
    )
    assert lines[0] == "Code,Club,Town,Region,Federation,Members"


def test_clubs_of_a_federation_without_regions_have_no_such_column(client: Client, small: Small) -> None:
    Club.objects.update(region=None)
    Region.objects.all().delete()

    index = page(client, "/clubs/")

    assert ("Region" in index, "Name, town or code" in index) == (False, True)
