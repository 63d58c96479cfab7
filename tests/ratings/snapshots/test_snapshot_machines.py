"""The files on two machines that share an S3-compatible storage, and where a machine lacks one."""

import threading

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from ratings.snapshots import public_snapshot
from ratings.snapshots.noted import current
from tests.ratings.lists.test_shared_files import server, share
from tests.ratings.small_federation import Small
from tests.ratings.snapshots.reading import FILES, body, make, status

__all__ = ["server"]
pytestmark = pytest.mark.django_db


def fetched() -> None:
    """Wait for what is fetched beside requests."""
    for thread in threading.enumerate():
        if thread.name == "snapshot":
            thread.join(120)


def test_machine_fetches_what_another_has_made_beside_the_request(
    small: Small, client: Client, settings: Settings, server: str
) -> None:
    remote = share(settings, server).remote
    make()
    first = {one.name: body(client, f"{FILES}{one.name}") for one in public_snapshot.files(current())}

    settings.DATA_DIR = settings.DATA_DIR.parent / "B"
    asked = {}
    for name in first:
        asked[name] = status(client, name)
        fetched()
    second = {name: body(client, f"{FILES}{name}") for name in first}

    assert set(asked.values()) == {503}
    assert second == first
    assert len(remote.listdir(public_snapshot.FOLDER)[1]) == len(first)
    remote.bucket.objects.all().delete()


def test_shared_file_with_other_contents_is_not_given(
    small: Small, client: Client, settings: Settings, server: str
) -> None:
    remote = share(settings, server).remote
    make()
    for one in remote.bucket.objects.all():
        one.put(Body=b"somebody else's")

    settings.DATA_DIR = settings.DATA_DIR.parent / "B"
    for _ in range(2):
        assert status(client, "players.csv.gz") == 503
        fetched()
    remote.bucket.objects.all().delete()


def test_machine_without_the_files_says_when_to_come_again(
    small: Small, client: Client, settings: Settings
) -> None:
    make()
    settings.DATA_DIR = settings.DATA_DIR.parent / "B"

    answer = client.get(f"{FILES}players.csv.gz", headers={"accept-language": "en"})

    assert (answer.status_code, answer["Retry-After"]) == (503, "30")
    assert b"not on this machine yet" in answer.content
