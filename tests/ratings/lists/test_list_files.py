"""The downloads of a FIDE list: made once by the job that publishes, the same bytes, with validators."""

import gzip
import hashlib
import io
import zipfile
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from pytest_django.fixtures import Settings

from federation.jobs import jobs
from federation.models import Job
from federation.player_lists.readers import fide
from federation.player_lists.readers.fide_row import FideRow
from federation.privacy import generation
from ratings.lists import file_store, list_files, publication
from ratings.models import PublishedList
from tests.ratings.chess_months import based, masters, system
from tests.ratings.fide_pages import ANNA, BEN, CARLA, EVA, archived
from tests.ratings.histories import recalculate, stale

pytestmark = pytest.mark.django_db
DAY = date(2026, 11, 1)
NAMES = [
    "players_list_foa_2026-11.zip",
    "players_list_xml_foa_2026-11.zip",
    "standard_nov26_csv.zip",
    "standard_nov26_json.zip",
    "standard_nov26frl.zip",
    "standard_nov26frl_xml.zip",
]


@pytest.fixture(autouse=True)
def apart(settings: Settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path


def body(response: Any) -> bytes:
    return b"".join(response.streaming_content)


def path_of(published: PublishedList, name: str) -> Path:
    return file_store.path_of(published.pk, name, published.files[name]["sha256"])


def rows(published: PublishedList, name: str) -> list[FideRow]:
    with path_of(published, name).open("rb") as file:
        found = list(fide.read(file, filename=name).rows)
    assert all(isinstance(row, FideRow) for row in found)
    return [row for row in found if isinstance(row, FideRow)]


def test_files_are_noted_with_size_and_checksum() -> None:
    published = archived()

    made = list_files.make(published)

    published.refresh_from_db()
    assert sorted(made) == NAMES
    assert published.files == made
    for name, noted in made.items():
        data = path_of(published, name).read_bytes()
        digest = hashlib.sha256(data).hexdigest()
        assert noted == {"size": len(data), "sha256": digest, "lists": [published.pk]}


@pytest.mark.parametrize("moves", [list_files.ATTEMPTS - 1, list_files.ATTEMPTS])
def test_files_are_given_up_when_somebody_chooses_otherwise_at_every_attempt(
    moves: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    published = archived()
    attempts, asked = 0, 0

    def state() -> str:  # asked before and after every attempt
        nonlocal attempts, asked
        asked += 1
        attempts = (asked + 1) // 2
        return f"{asked}" if attempts <= moves else "at rest"

    monkeypatch.setattr(generation, "state", state)
    Job.objects.create(kind="ratings.remake_files", arguments={"lists": [published.pk]})

    done = jobs.run(Job.objects.get().pk)

    published.refresh_from_db()
    is_given_up = moves == list_files.ATTEMPTS
    assert attempts == list_files.ATTEMPTS
    assert done is not None
    assert (done.state, done.error) == (
        ("failed", list_files.TOO_MANY_CHOICES) if is_given_up else ("done", "")
    )
    assert sorted(published.files) == ([] if is_given_up else NAMES)


def test_single_files_have_the_list_and_nothing_else() -> None:
    archived((BEN, CARLA), key="fide-rapid")
    published = archived()

    list_files.make(published)

    for name in ("standard_nov26frl.zip", "standard_nov26frl_xml.zip"):
        found = {
            row.given_name: (row.standard, row.standard_k, row.rapid, row.flag)
            for row in rows(published, name)
        }
        assert found == {
            "Anna": (2500, 10, None, "w"), "Ben": (2600, 10, None, ""), "Carla": (2300, 40, None, "w"),
            "Dag": (2400, 40, None, ""), "Eva": (2350, 20, None, "wi"),
        }  # fmt: skip


def test_combined_files_put_the_lists_of_the_day_together() -> None:
    archived((BEN, EVA), key="fide-rapid")
    archived((CARLA,), key="fide-blitz")
    archived((ANNA,), day=date(2026, 10, 1), key="fide-blitz")
    published = archived((ANNA, BEN))

    list_files.make(published)

    for name in NAMES[:2]:
        found = {row.given_name: (row.standard, row.rapid, row.blitz) for row in rows(published, name)}
        assert found == {
            "Anna": (2500, None, None), "Ben": (2600, 2600, None), "Eva": (None, 2350, None),
            "Carla": (None, None, 2300),
        }  # fmt: skip


def test_files_made_again_are_the_same_bytes() -> None:
    published = archived()
    first = list_files.make(published)
    file_store.remove(published.pk)

    again = list_files.make(published)

    assert again == first


def test_files_that_are_there_are_not_made_again() -> None:
    published = archived()
    list_files.make(published)
    path = path_of(published, NAMES[0])
    before = path.stat().st_mtime_ns

    list_files.make(published)

    assert path.stat().st_mtime_ns == before


def test_job_that_publishes_makes_the_files() -> None:
    rated = system()
    for place, player in enumerate(masters(3)):
        based(rated, player, 2000 + place, k=20, games=30)
    recalculate(stale(rated, date(2024, 12, 1)))
    ordered, asked = publication.request(rated, publication.ListRequest(date(2025, 1, 1)), account=None)

    jobs.run(asked.pk)

    published = PublishedList.objects.get(pk=ordered.pk)
    assert len(published.files) == 6
    assert [row.standard for row in rows(published, "standard_jan25frl.zip")] == [2000, 2001, 2002]


def test_file_is_served_with_validators(client: Client) -> None:
    published = archived()
    noted = list_files.make(published)["standard_nov26frl.zip"]
    path = "/lists/fide-standard/2026-11-01/files/standard_nov26frl.zip"

    response = client.get(f"{path}?revision=1")
    again = client.get(path, HTTP_IF_NONE_MATCH=response["ETag"])

    data = body(response)
    assert (response.status_code, len(data), response["Content-Type"]) == (
        200,
        noted["size"],
        "application/zip",
    )
    assert response["ETag"] == f'"{noted["sha256"]}"'
    assert response["Cache-Control"] == "public, max-age=30"
    assert (again.status_code, again.content) == (304, b"")
    assert zipfile.ZipFile(io.BytesIO(data)).namelist() == ["standard_nov26frl.txt"]


@pytest.mark.parametrize("name", ["other.zip", "..%2F..%2Fpalmares.sqlite3", "standard_nov26frl.part"])
def test_no_other_file_is_served(client: Client, name: str) -> None:
    list_files.make(archived())

    assert client.get(f"/lists/fide-standard/2026-11-01/files/{name}").status_code == 404


@pytest.mark.parametrize("extension", ["csv", "json", "txt"])
def test_file_is_never_made_while_somebody_waits(client: Client, extension: str) -> None:
    archived()

    assert client.get(f"/lists/fide-standard/2026-11-01/download.{extension}").status_code == 404


def test_page_leads_to_the_files(client: Client) -> None:
    cache.clear()  # a test before this one may have kept the page of a list of this key
    published = archived()
    waiting = client.get("/lists/fide-standard/", HTTP_ACCEPT_LANGUAGE="en").content.decode()

    list_files.make(published)
    html = client.get("/lists/fide-standard/", HTTP_ACCEPT_LANGUAGE="en").content.decode()

    assert "Files are not offered for an imported list." in waiting
    assert all(f"/files/{name}?revision=1" in html for name in NAMES)


def test_command_makes_what_is_missing_but_nothing_of_an_imported_list(tmp_path: Path) -> None:
    archived()
    rated = system()
    based(rated, masters(1)[0], 2000, k=20, games=30)
    recalculate(stale(rated, date(2024, 12, 1)))
    published = publication.publish(rated, date(2025, 1, 1), account=None)
    file_store.remove(published.pk)  # as where the data folder was not in the backup

    said = [io.StringIO(), io.StringIO()]
    for out in said:
        call_command("list_files", stdout=out)

    assert [out.getvalue() for out in said] == ["1 lists\n", "0 lists\n"]
    assert [folder.name for folder in (tmp_path / "lists").iterdir()] == [str(published.pk)]


@pytest.mark.parametrize(
    ("extension", "name"),
    [
        ("csv.zip", "standard_nov26_csv.zip"),
        ("json.zip", "standard_nov26_json.zip"),
        ("txt", "standard_nov26frl.zip"),
        ("xml", "standard_nov26frl_xml.zip"),
    ],
)
def test_download_address_leads_to_the_file_made_at_publication(
    client: Client, extension: str, name: str
) -> None:
    published = archived()
    list_files.make(published)

    response = client.get(f"/lists/fide-standard/2026-11-01/download.{extension}")

    assert (response.status_code, response["Location"]) == (
        302,
        f"/lists/fide-standard/2026-11-01/files/{name}?revision=1",
    )
    with closing(client.get(response["Location"])) as file:
        assert file.status_code == 200


@pytest.mark.parametrize(
    ("kind", "content_type"), [("csv", "text/csv; charset=utf-8"), ("json", "application/json")]
)
def test_download_address_gives_what_it_is_named_for(client: Client, kind: str, content_type: str) -> None:
    published = archived()
    list_files.make(published)
    with zipfile.ZipFile(path_of(published, f"standard_nov26_{kind}.zip")) as archive:
        wanted = archive.read(f"standard_nov26.{kind}")
    path = f"/lists/fide-standard/latest/download.{kind}"

    plain, packed = client.get(path), client.get(path, headers={"accept-encoding": "gzip"})
    again = client.get(path, headers={"if-none-match": plain["ETag"]})

    assert (plain.status_code, plain["Content-Type"]) == (200, content_type)
    assert plain["Content-Disposition"] == f'attachment; filename="standard_nov26.{kind}"'
    assert body(plain) == gzip.decompress(body(packed)) == wanted
    assert int(plain["Content-Length"]) == len(wanted)
    assert (packed["Content-Encoding"], packed["Vary"].count("Accept-Encoding")) == ("gzip", 1)
    assert plain["ETag"] != packed["ETag"]
    assert (again.status_code, again.content) == (304, b"")
    with closing(client.head(path)) as head:
        assert head["Content-Length"] == plain["Content-Length"]


def test_download_address_without_files_is_not_found(client: Client) -> None:
    archived()

    assert client.get("/lists/fide-standard/2026-11-01/download.csv").status_code == 404
