"""Downloads on two machines that share an S3-compatible storage: fetched, or made again when it fails."""

import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import boto3
import pytest
from django.core.files.storage import storages
from moto.server import ThreadedMotoServer
from pytest_django.fixtures import Settings

from federation.jobs import jobs
from federation.models import Job
from federation.privacy import privacy
from federation.web import storage_address
from ratings.lists import file_store, list_files
from ratings.models import PublishedList
from tests.ratings.fide_pages import EVERYBODY, archived, enrolled
from tests.ratings.lists.test_list_copies import TEXT, Machines, built, machines

__all__ = ["built", "machines"]
pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """Start a server that speaks S3, with a bucket."""
    started = ThreadedMotoServer("127.0.0.1", port=0, verbose=False)
    started.start()
    host, port = started.get_host_and_port()
    keys = {"aws_access_key_id": "key", "aws_secret_access_key": "se/cret", "region_name": "us-east-1"}
    boto3.client("s3", endpoint_url=f"http://{host}:{port}", **keys).create_bucket(Bucket="office")
    yield f"{host}:{port}"
    started.stop()


def share(settings: Settings, place: str) -> Any:
    """Have all machines share a storage; returns it."""
    options = storage_address.described(f"s3+http://key:se%2Fcret@{place}/office/lists")
    named = {"BACKEND": "ratings.lists.file_store.Shared", "OPTIONS": options}
    settings.STORAGES = {**settings.STORAGES, "list_files": named}
    return storages["list_files"]


@pytest.fixture
def shared(settings: Settings, server: str, machines: Machines) -> Iterator[Any]:
    found = share(settings, server)
    yield found.remote
    found.remote.bucket.objects.all().delete()


@pytest.fixture
def published(request: pytest.FixtureRequest, machines: Machines) -> PublishedList:
    if "shared" in request.fixturenames:
        request.getfixturevalue("shared")
    made = archived()
    list_files.make(made)
    return made


def names(published: PublishedList) -> set[str]:
    """Name the files noted as a storage has them."""
    return {
        file_store.path_of(published.pk, name, note["sha256"]).name for name, note in published.files.items()
    }


def test_machine_fetches_what_another_has_made(
    shared: Any, machines: Machines, published: PublishedList, built: list[str]
) -> None:
    first = {name: machines.get(name) for name in published.files}
    machines.go("B")
    second = {name: machines.get(name) for name in published.files}

    assert {status for status, _ in first.values()} == {200}
    assert (first, built) == (second, [])
    assert set(shared.listdir(str(published.pk))[1]) == names(published)


def test_file_nobody_shares_is_made_again_and_shared(
    shared: Any, machines: Machines, published: PublishedList, built: list[str]
) -> None:
    good = machines.get(TEXT)
    shared.bucket.objects.all().delete()
    for machine in ("B", "C"):
        machines.go(machine)
        assert machines.get(TEXT) == good

    assert built == [TEXT]


def test_shared_file_with_other_contents_is_made_again(
    shared: Any, machines: Machines, published: PublishedList, built: list[str]
) -> None:
    good = machines.get(TEXT)
    for one in shared.bucket.objects.all():
        one.put(Body=b"somebody else's")
    machines.go("B")

    assert (machines.get(TEXT), built) == (good, [TEXT])
    machines.go("C")
    assert (machines.get(TEXT), built) == (good, [TEXT])


def test_version_that_makes_other_bytes_gives_what_another_has_shared(
    shared: Any, machines: Machines, published: PublishedList, built: list[str]
) -> None:
    good = machines.get(TEXT)
    machines.go("B")
    file_store.folder_of(published.pk).mkdir(parents=True)
    file_store.give_up(published.pk, published.files[TEXT]["sha256"])

    assert (machines.get(TEXT), built) == (good, [])


def test_hidden_name_leaves_the_storage(shared: Any, machines: Machines, published: PublishedList) -> None:
    before = names(published)
    privacy.choose(enrolled(EVERYBODY)["Anna"], "anonymous", account=None)
    jobs.run(Job.objects.get(kind="ratings.remake_files").pk)

    published.refresh_from_db()
    after = set(shared.listdir(str(published.pk))[1])
    assert after == names(published)
    assert not before & after


def test_list_nobody_was_shown_leaves_the_storage(
    shared: Any, machines: Machines, published: PublishedList
) -> None:
    file_store.remove(published.pk)

    assert shared.listdir(str(published.pk))[1] == []


def test_storage_that_is_down_is_left_alone_and_files_are_made_again(
    machines: Machines, published: PublishedList, settings: Settings, built: list[str]
) -> None:
    good = {name: machines.get(name) for name in published.files}
    machines.go("B")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and does not listen
        found = share(settings, f"127.0.0.1:{taken.getsockname()[1]}")
        again = {name: machines.get(name) for name in published.files}

    assert (again, sorted(built)) == (good, sorted(good))
    assert found._outage.is_on


def test_storage_that_says_nothing_keeps_nobody_waiting(
    machines: Machines, published: PublishedList, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_store, "SILENT_SECONDS", 0.2)
    good = {name: machines.get(name) for name in published.files}
    machines.go("B")
    with socket.create_server(("127.0.0.1", 0)) as silent:
        share(settings, f"127.0.0.1:{silent.getsockname()[1]}")
        again = {name: machines.get(name) for name in published.files}
        silent.setblocking(False)
        asked = 0
        with suppress(BlockingIOError):
            while True:
                silent.accept()[0].close()
                asked += 1

    assert again == good
    assert len(good) > 1
    assert asked == 2  # for one file, twice; then it is left alone


def test_storage_that_is_slow_is_given_up_in_the_middle(
    shared: Any,
    machines: Machines,
    published: PublishedList,
    built: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    good = machines.get(TEXT)
    monkeypatch.setattr(file_store, "WHOLE_SECONDS", -1.0)
    machines.go("B")

    assert (machines.get(TEXT), built) == (good, [TEXT])
    assert not list(Path(file_store.folder_of(published.pk)).glob("*.part"))
