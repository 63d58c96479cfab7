"""Programs read published lists: which there are, one of them, its entries, the whole of it."""

import csv
import gzip
import io
import json
import re
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from federation.privacy import generation, privacy
from ratings.api.lists import Filters
from ratings.lists import list_choices
from ratings.lists.selection import AGES, KNOWN, TITLES
from ratings.models import ListEntry, PublishedList
from ratings.page_cache import version
from ratings.rulebook import list_fields
from tests.ratings import small_federation, stream_pages
from tests.ratings.small_federation import Small

pytestmark = pytest.mark.django_db
API = "/api/v1/lists"
NAMES = list_fields.names_in(list_fields.API)
NEWEST = f"{API}/ffg/newest/entries"


@pytest.fixture
def small() -> Small:
    cache.clear()
    return small_federation.build(players=30, tournaments=0, systems=("ffg", "egf"))


def get(client: Client, path: str, **headers: Any) -> Any:
    return client.get(path, **headers)


def numbers(answer: Any) -> list[int]:
    return [one["number"] for one in answer.json()["items"]]


def listed(small: Small, **wanted: Any) -> list[int]:
    rows = ListEntry.objects.filter(list=small.lists[2], **wanted).order_by("position")
    return list(rows.values_list("player_id", flat=True))


def test_lists_come_newest_first_page_by_page(client: Client, small: Small) -> None:
    first = get(client, f"{API}?limit=4").json()
    second = get(client, f"{API}?limit=4&cursor={first['next']}").json()

    told = [(one["system"], one["date"]) for one in first["items"] + second["items"]]
    assert told == [
        (key, day) for day in ("2026-11-06", "2026-09-04", "2026-06-05") for key in ("egf", "ffg")
    ]
    assert (len(first["items"]), second["next"]) == (4, None)


def test_lists_of_one_system(client: Client, small: Small) -> None:
    told = get(client, f"{API}?system=egf").json()["items"]

    assert [(one["system"], one["players"], one["active_players"]) for one in told] == [("egf", 30, 26)] * 3


@pytest.mark.parametrize("key", ["nope", "go", "ffg-"])
def test_lists_of_a_system_that_is_none_are_refused(client: Client, small: Small, key: str) -> None:
    answer = get(client, f"{API}?system={key}")

    assert (answer.status_code, answer.json()["code"]) == (404, "no-system")


def test_lists_of_a_system_without_any_are_none(client: Client, small: Small) -> None:
    assert get(client, f"{API}?system=fide-standard").json() == {"items": [], "next": None}


def test_list_is_described_by_its_date_and_as_the_newest(client: Client, small: Small) -> None:
    dated, newest = get(client, f"{API}/ffg/2026-11-06").json(), get(client, f"{API}/ffg/newest").json()

    assert dated == newest
    assert (dated["revision"], dated["url"]) == (1, "/lists/ffg/2026-11-06/?revision=1")
    assert get(client, dated["csv_url"]).status_code == get(client, dated["entries_url"]).status_code == 200


def test_older_revision_is_asked_for_by_its_number(client: Client, small: Small) -> None:
    system = small.lists[2].system
    small_federation.publish(system, small_federation.DAYS[-1], small.players, revision=2)

    asked = [get(client, f"{API}/ffg/2026-11-06?revision={n}") for n in (0, 1, 2, 3)]

    assert [one.json().get("revision") for one in asked] == [2, 1, 2, None]
    assert asked[3].status_code == 404


@pytest.mark.parametrize(
    "path", ["ffg/2026-11-07", "ffg/yesterday", "nosuch/newest", "ffg/2026-11-07/entries", "x/y/entries.csv"]
)
def test_list_that_is_not_there_is_named_so(client: Client, small: Small, path: str) -> None:
    answer = get(client, f"{API}/{path}")

    assert (answer.status_code, answer.json()["code"]) == (404, "no-list")
    assert answer["Cache-Control"] == "no-store"


def test_entries_are_read_to_the_end_by_cursor(client: Client, small: Small) -> None:
    found: list[int] = []
    cursor: int | None = 0
    while cursor is not None:
        page = get(client, f"{NEWEST}?limit=7&cursor={cursor}").json()
        found += [one["number"] for one in page["items"]]
        cursor = page["next"]

    assert found == listed(small, active=True)


def test_entries_say_what_is_listed(client: Client, small: Small) -> None:
    told = get(client, f"{NEWEST}?limit=1").json()["items"][0]

    entry = ListEntry.objects.get(list=small.lists[2], position=1)
    assert {name: told[name] for name in ("number", "surname", "rating", "grade", "club", "active_rank")} == {
        "number": entry.player_id,
        "surname": entry.surname,
        "rating": entry.rating,
        "grade": entry.grade,
        "club": entry.club,
        "active_rank": entry.active_rank,
    }
    assert tuple(told) == (*NAMES, "here")


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("all=1", {}),
        ("federation=BE", {"active": True, "federation": "BE"}),
        ("sex=f&club=75Xa", {"active": True, "sex": "f", "club": "75Xa"}),
        ("from=3k&to=1k", {"active": True, "grade__in": ["1k", "2k", "3k"]}),
        ("licensed=1", {"active": True, "licence__in": ["L", "e"]}),
        ("q=adele+abel", {"active": True, "surname": "Abelard", "given_name": "Adèle"}),
        ("age=o50", {"active": True, "birth_year__lte": 1976}),
        ("min=-500&max=%2B100", {"active": True, "rating__range": (-500, 100)}),
    ],
)
def test_filter_gives_exactly_who_fits(
    client: Client, small: Small, query: str, wanted: dict[str, object]
) -> None:
    assert numbers(get(client, f"{NEWEST}?limit=500&{query}")) == listed(small, **wanted)


def test_words_of_the_filters_are_those_of_the_page() -> None:
    schema = Filters.model_json_schema(by_alias=True)["properties"]
    of_page = {"page", "revision", "player", "on"}

    assert schema["title"]["enum"] == ["", *TITLES]
    assert schema["age"]["enum"] == ["", *AGES]
    assert set(schema) == KNOWN - of_page


@pytest.mark.parametrize(
    "query",
    [
        "min=strong",
        "sort=age",
        "limit=501",
        "limit=0",
        "cursor=-1",
        "sex=x",
        "from=40k",
        "all=yes",
        "table=best",
    ],
)
def test_filter_nobody_understands_is_refused_with_its_name(client: Client, small: Small, query: str) -> None:
    answer = get(client, f"{NEWEST}?{query}")

    assert (answer.status_code, answer.json()["code"]) == (422, "invalid")
    assert query.partition("=")[0] in answer.json()["message"]


@pytest.mark.parametrize("players", [1, 3])
def test_entries_cost_two_queries_and_one_when_known(
    client: Client, players: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    cache.clear()
    small_federation.build(players=players, tournaments=0, systems=("ffg",))
    with django_assert_num_queries(2):
        etag = get(client, NEWEST)["ETag"]

    with django_assert_num_queries(1):
        again = client.get(NEWEST, headers={"If-None-Match": etag})

    assert (again.status_code, again.content, again["ETag"]) == (304, b"", etag)


def test_player_hidden_on_another_machine_is_not_known_any_more(
    client: Client, small: Small, settings: Settings, django_capture_on_commit_callbacks: Any
) -> None:
    settings.PAGE_CACHE_ENABLED = True
    etag = get(client, NEWEST)["ETag"]
    believed = generation.current(), generation._known.asked
    with django_capture_on_commit_callbacks(execute=True):
        privacy.choose(small.players[0], "anonymous", account=None)
    generation._known.generation, generation._known.asked = believed  # this process has not heard of it
    version.forget()  # a tenth of a second later

    assert client.get(NEWEST, headers={"If-None-Match": etag}).status_code == 200


def test_lists_cost_one_query(
    client: Client, small: Small, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        get(client, API)


def test_tag_belongs_to_revision_and_language(client: Client, small: Small) -> None:
    def etag(language: str = "en") -> str:
        return str(client.get(NEWEST, headers={"Accept-Language": language})["ETag"])

    before = etag()
    assert (etag() == before, etag("fr") == before) == (True, False)
    small_federation.publish(small.lists[2].system, small_federation.DAYS[-1], small.players, revision=2)
    assert etag() != before


def test_published_list_may_be_kept_for_a_while(client: Client, small: Small) -> None:
    answer = get(client, NEWEST)

    assert answer["Cache-Control"] == "public, max-age=30"
    assert answer["Last-Modified"] == "Fri, 06 Nov 2026 18:00:00 GMT"


def test_whole_list_as_csv_has_everybody_in_order(
    client: Client, small: Small, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(2):
        answer = get(client, f"{NEWEST}.csv")
        content = b"".join(answer.streaming_content)

    rows = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))
    assert [int(row["number"]) for row in rows] == listed(small)
    assert tuple(rows[0]) == NAMES
    assert answer["Content-Disposition"] == 'attachment; filename="ffg_2026-11-06_r1.csv"'


def test_whole_list_as_json_says_which_it_is(client: Client, small: Small) -> None:
    told = json.loads(b"".join(get(client, f"{NEWEST}.json").streaming_content))

    assert (told["system"], told["date"], told["revision"]) == ("ffg", "2026-11-06", 1)
    assert [one["number"] for one in told["items"]] == listed(small)


def test_whole_list_is_packed_for_whoever_can_unpack(client: Client, small: Small) -> None:
    plain = get(client, f"{NEWEST}.json")
    packed = get(client, f"{NEWEST}.json", HTTP_ACCEPT_ENCODING="br, gzip")
    refused = get(client, f"{NEWEST}.json", HTTP_ACCEPT_ENCODING="gzip;q=0")
    bodies = [b"".join(answer.streaming_content) for answer in (plain, packed, refused)]

    assert gzip.decompress(bodies[1]) == bodies[0] == bodies[2]
    assert (packed["Content-Encoding"], plain.has_header("Content-Encoding")) == ("gzip", False)
    assert plain["ETag"] != packed["ETag"]
    assert "Accept-Encoding" in packed["Vary"]
    assert client.get(f"{NEWEST}.json", headers={"If-None-Match": plain["ETag"]}).status_code == 304


def test_cell_a_spreadsheet_would_run_is_a_text(client: Client, small: Small) -> None:
    ListEntry.objects.filter(list=small.lists[2], position=1).update(surname="=1+1")

    content = b"".join(get(client, f"{NEWEST}.csv").streaming_content)

    assert b",'=1+1," in content


def test_both_tables_of_a_list_of_single_games(client: Client) -> None:
    made = stream_pages.played()
    base = f"{API}/fics-blitz/2023-11-16/entries"

    established = get(client, base).json()["items"]
    provisional = get(client, f"{base}?table=provisional&all=1").json()["items"]

    published = PublishedList.objects.get(system=made.system)
    assert len(established) == published.established == 2
    assert len(provisional) == published.players - 2
    assert {one["provisional"] for one in provisional} == {True}


def test_player_is_listed_as_he_chose(client: Client, small: Small) -> None:
    player = small.players[0]
    privacy.choose(player, "anonymous", account=None)

    told = {one["number"]: one for one in get(client, f"{NEWEST}?limit=500&all=1").json()["items"]}

    hidden = told[player.pk]
    assert (hidden["surname"], hidden["given_name"], hidden["birth_year"], hidden["ffg"]) == (
        f"NN {player.pk}",
        "",
        None,
        "",
    )


@pytest.mark.parametrize(
    "path",
    ["", "/ffg/newest", "/ffg/newest/entries", "/ffg/newest/entries.csv", "/ffg/newest/entries.json"],
)
def test_parameter_nobody_knows_is_refused_by_its_name(client: Client, small: Small, path: str) -> None:
    answer = get(client, f"{API}{path}?clubb=75Xa")

    assert (answer.status_code, answer["Content-Type"]) == (422, "application/problem+json")
    assert (answer.json()["code"], "clubb" in answer.json()["detail"]) == ("unknown-parameter", True)
    assert (answer["Cache-Control"], answer["Access-Control-Allow-Origin"]) == ("no-store", "*")


def test_refusal_names_what_is_known(client: Client, small: Small) -> None:
    told = get(client, f"{NEWEST}?page=2", HTTP_ACCEPT_LANGUAGE="en").json()["detail"]

    known = told.partition("Allowed here: ")[2]
    assert {"club", "from", "min", "sort", "cursor", "revision"} <= set(known.rstrip(".").split(", "))
    assert "page" not in known.split(", ")


def places(published: PublishedList, **wanted: Any) -> dict[int, int]:
    """Count the places of the active who fit the plain way: those of a lower rank stand before."""
    rows = ListEntry.objects.filter(list=published, active=True, **wanted)
    ranks = {row.player_id: row.active_rank or 0 for row in rows}
    return {who: 1 + sum(other < rank for other in ranks.values()) for who, rank in ranks.items()}


def tie(published: PublishedList, *, by: int) -> None:
    """Let every `by` players in a row share their rank."""
    for entry in ListEntry.objects.filter(list=published, active=True):
        first = ((entry.active_position or 0) - 1) // by * by + 1
        ListEntry.objects.filter(pk=entry.pk).update(active_rank=first)


@pytest.mark.parametrize("order", ["rank", "-rank", "name", "-games"])
@pytest.mark.parametrize("by", [1, 3, 8])
def test_place_here_and_count_are_told_through_all_parts(
    client: Client, small: Small, order: str, by: int
) -> None:
    tie(small.lists[2], by=by)
    found: dict[int, int] = {}
    counts: set[int] = set()
    cursor: int | None = 0
    while cursor is not None:
        part = get(client, f"{NEWEST}?sex=m&sort={order}&limit=4&cursor={cursor}").json()
        found |= {one["number"]: one["here"] for one in part["items"]}
        counts.add(part["count"])
        cursor = part["next"]

    assert found == places(small.lists[2], sex="m")
    assert counts == {len(found)}


def test_whole_table_has_its_count_and_no_place_here(client: Client, small: Small) -> None:
    told = get(client, f"{NEWEST}?limit=3").json()

    assert (told["count"], {one["here"] for one in told["items"]}) == (26, {None})


def test_filtered_entries_cost_three_queries(
    client: Client, small: Small, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    list_choices.store(small.lists[2])  # as every list is written
    with django_assert_num_queries(3):
        get(client, f"{NEWEST}?sex=m")


def file(client: Client, path: str) -> bytes:
    return b"".join(get(client, path).streaming_content)


@pytest.mark.parametrize("order", ["rank", "-rank", "-name"])
def test_filtered_file_has_who_the_page_shows_in_its_order_with_their_places(
    client: Client, small: Small, order: str
) -> None:
    tie(small.lists[2], by=4)
    page = client.get(f"/lists/ffg/?sex=m&sort={order}").content.decode()
    rows = list(
        csv.DictReader(io.StringIO(file(client, f"{NEWEST}.csv?sex=m&sort={order}").decode("utf-8-sig")))
    )
    told = json.loads(file(client, f"{NEWEST}.json?sex=m&sort={order}"))

    shown = [int(number) for number in re.findall(r'<tr id="p(\d+)">', page)]
    assert [int(row["number"]) for row in rows] == [one["number"] for one in told["items"]] == shown
    assert {int(row["number"]): int(row["here"]) for row in rows} == places(small.lists[2], sex="m")
    assert tuple(rows[0]) == (*NAMES, "here")
    assert (told["count"], told["asked"].startswith("sex=m")) == (len(shown), True)


def test_file_asked_for_without_filters_is_the_whole_list_as_ever(client: Client, small: Small) -> None:
    whole, active = file(client, f"{NEWEST}.csv"), file(client, f"{NEWEST}.csv?all=0")

    assert whole.splitlines()[0].decode("utf-8-sig").split(",") == list(NAMES)
    assert (whole.count(b"\r\n") - 1, active.count(b"\r\n") - 1) == (30, 26)


def test_filtered_file_costs_two_queries_and_one_more_where_it_counts(
    client: Client, small: Small, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    list_choices.store(small.lists[2])
    with django_assert_num_queries(2):
        file(client, f"{NEWEST}.csv?sex=m")
    with django_assert_num_queries(3):
        file(client, f"{NEWEST}.json?sex=m")
