"""The files as they are given: parts of them, validators, limits; their index, their page, their licence."""

import gzip
import hashlib
import json
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from federation.models import JournalEntry, Player
from federation.privacy import privacy
from ratings.models import Snapshot
from ratings.snapshots import licences, public_snapshot
from ratings.snapshots.noted import current
from ratings.snapshots.tables import TABLES
from tests.ratings.small_federation import Small
from tests.ratings.snapshots.reading import FILES, body, make, rows, status
from tests.tournaments.conftest import account

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}
PLAYERS = f"{FILES}players.csv.gz"


def page(client: Client, language: str = "en") -> str:
    return client.get("/public-data/", headers={"accept-language": language}).content.decode()


def package(client: Client) -> Any:
    return client.get("/public-data/datapackage.json").json()


def test_description_names_every_file_with_its_bytes_digest_rows_and_columns(
    small: Small, client: Client
) -> None:
    make()

    told = package(client)
    assert len(told["resources"]) == len(current().files)
    for one in told["resources"]:
        data = body(client, f"/public-data/{one['path']}")
        assert one["bytes"] == len(data)
        assert one["hash"] == f"sha256:{hashlib.sha256(data).hexdigest()}"
        heading, *lines = gzip.decompress(data).decode().split("\r\n")
        assert [field["name"] for field in one["schema"]["fields"]] == heading.split(",")
        assert (
            len(rows(client, one["path"].removeprefix("files/").removesuffix(".csv.gz")))
            == (one["palmares"]["rows"])
        )
        assert bool(lines)
        leads = one["schema"].get("foreignKeys", [])
        names = {other["name"] for other in told["resources"]}
        assert {key["reference"]["resource"] for key in leads} <= names
    assert "licenses" not in told


def test_digests_are_those_of_the_files(small: Small, client: Client) -> None:
    make()

    lines = client.get("/public-data/SHA256SUMS").content.decode().splitlines()
    assert len(lines) == len(current().files)
    for line in lines:
        digest, name = line.split("  ")
        assert hashlib.sha256(body(client, f"{FILES}{name}")).hexdigest() == digest


@pytest.mark.parametrize(
    ("header", "first", "last"),
    [("bytes=0-3", 0, 3), ("bytes=5-", 5, None), ("bytes=-7", -7, None), ("bytes=2-99999999", 2, None)],
)
def test_part_of_a_file_is_given(
    small: Small, client: Client, header: str, first: int, last: int | None
) -> None:
    make()
    whole = body(client, PLAYERS)

    answer: Any = client.get(PLAYERS, headers={"range": header})
    found = b"".join(answer.streaming_content)

    assert answer.status_code == 206
    assert found == whole[first : None if last is None else last + 1]
    begin = first % len(whole)
    assert answer["Content-Range"] == f"bytes {begin}-{begin + len(found) - 1}/{len(whole)}"
    assert answer["Content-Length"] == str(len(found))


def test_range_behind_the_end_is_refused_and_nonsense_gives_the_whole(small: Small, client: Client) -> None:
    make()
    whole = body(client, PLAYERS)

    assert client.get(PLAYERS, headers={"range": f"bytes={len(whole)}-"}).status_code == 416
    for header in ("bytes=3-1", "bytes=0-1,5-6", "lines=1-2", "bytes=-", "bytes=x-y"):
        assert body(client, PLAYERS, range=header) == whole
    assert body(client, PLAYERS, **{"range": "bytes=0-3", "if-range": '"other"'}) == whole


def test_unchanged_file_is_not_sent_again(small: Small, client: Client) -> None:
    make()
    answer: Any = client.get(PLAYERS)
    answer.getvalue()

    again = client.get(PLAYERS, headers={"if-none-match": answer["ETag"]})

    assert (again.status_code, again["ETag"]) == (304, answer["ETag"])
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert answer["Accept-Ranges"] == "bytes"


@pytest.mark.parametrize("name", ["nothing.csv.gz", "players.csv", "..%2f..%2fsecret_key", "players.parquet"])
def test_other_names_are_not_there(small: Small, client: Client, name: str) -> None:
    make()

    assert status(client, name) == 404


def test_who_asks_too_often_is_told_when_to_come_again(
    small: Small, client: Client, settings: Settings
) -> None:
    make()
    settings.API_RATE = 12

    found = [status(client, "clubs.csv.gz") for _ in range(3)]
    refused = client.get(f"{FILES}clubs.csv.gz", headers=ENGLISH)

    assert found == [200, 200, 429]
    assert "Retry-After" in refused
    assert b"At most 12 requests a minute" in refused.content


def test_page_says_as_of_when_and_that_no_file_is_older_than_a_day(small: Small, client: Client) -> None:
    make()

    shown = page(client)

    assert "never older than 24 hours" in shown
    assert "These files are older" not in shown
    for name, note in current().files.items():
        assert f"{name}.csv.gz" in shown
        assert note["formats"]["csv"]["sha256"] in shown
    assert "parquet" not in shown.lower()
    for table in {note["table"] for note in current().files.values()}:
        assert all(column.name in shown for column in TABLES[table].columns)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "These files are older than 24 hours"),
        ("fr", "Ces fichiers ont plus de 24 heures"),
        ("ru", "Этим файлам больше 24 часов"),
    ],
)
def test_page_says_plainly_that_the_files_are_older(
    small: Small, client: Client, language: str, words: str
) -> None:
    make()

    with time_machine.travel(timezone.now() + timedelta(hours=25), tick=False):
        shown = page(client, language)

    assert words in shown
    assert "never older than 24 hours" not in shown


def test_page_without_files_says_so(small: Small, client: Client) -> None:
    assert "The files have not been created yet." in page(client)
    assert package(client)["resources"] == []


def test_page_says_that_withdrawn_files_are_being_created(small: Small, client: Client) -> None:
    make()
    privacy.choose(Player.objects.get(pk=small.players[0].pk), "anonymous", account=None)

    assert "Some files are being created again" in page(client)
    answer = client.get(PLAYERS, headers=ENGLISH)
    assert (answer.status_code, answer["Retry-After"]) == (503, "30")
    assert "players-csv" not in {one["name"] for one in package(client)["resources"]}


def test_licence_is_none_until_an_officer_grants_one(small: Small, client: Client) -> None:
    make()
    assert "has not granted a licence" in page(client)
    officer = Client()
    officer.force_login(account("odile@example.org", "officer"))

    answer = officer.post("/review/licence/", {"licence": "CC-BY-4.0"})

    assert answer.status_code == 302
    shown = page(client)
    assert "Creative Commons BY 4.0" in shown
    assert "has not granted a licence" not in shown
    assert [one["name"] for one in package(client)["licenses"]] == ["CC-BY-4.0"]
    line = JournalEntry.objects.get(act="snapshot.licence")
    assert (line.detail["before"], line.detail["after"]) == ("", "CC-BY-4.0")


def test_licence_nobody_knows_is_refused(small: Small) -> None:
    officer = Client()
    officer.force_login(account("odile@example.org", "officer"))

    assert officer.post("/review/licence/", {"licence": "mine"}).status_code == 422
    assert licences.granted() is None
    with pytest.raises(KeyError):
        licences.choose("mine", account=None)
    assert not licences.choose("", account=None)


def test_licence_stays_when_files_are_made_again(small: Small) -> None:
    licences.choose("CC0-1.0", account=None)
    make()

    assert Snapshot.objects.get().licence == "CC0-1.0"


def test_page_reads_one_row_for_what_it_shows(
    small: Small, client: Client, django_assert_num_queries: Any
) -> None:
    make()
    page(client)

    with django_assert_num_queries(2):  # the row, and the licence in it
        client.get("/public-data/SHA256SUMS")
        client.get("/public-data/SHA256SUMS")


def test_programs_page_leads_to_the_files(small: Small, client: Client) -> None:
    assert 'href="/public-data/"' in client.get("/programs/", headers=ENGLISH).content.decode()


def test_oldest_file_says_how_old_the_snapshot_is(small: Small) -> None:
    make()
    first = public_snapshot.oldest(current().files)
    privacy.choose(Player.objects.get(pk=small.players[0].pk), "anonymous", account=None)
    make()

    assert first == public_snapshot.oldest(current().files)  # only what was withdrawn is younger
    moments = {note["made"] for note in current().files.values()}
    assert len(moments) == 2


def test_description_says_of_when_it_is(small: Small, client: Client) -> None:
    make()

    told = json.loads(client.get("/public-data/datapackage.json").content)
    assert told["palmares"]["hours"] == 24
    made = public_snapshot.oldest(current().files)
    assert made is not None
    assert told["created"] == made.isoformat(timespec="seconds")
