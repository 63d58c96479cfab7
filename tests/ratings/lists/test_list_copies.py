"""Downloads on two machines: only what is noted is given, and whoever lacks a file makes the same bytes."""

import hashlib
import os
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

import pytest
import time_machine
from django.test import Client
from pytest_django.fixtures import Settings

from federation.jobs import jobs
from federation.models import Job
from federation.privacy import privacy
from federation.web.outages import Outage
from ratings.lists import file_store, list_files
from ratings.models import PublishedList
from tests.ratings.fide_pages import ANNA, BEN, CARLA, EVERYBODY, archived, enrolled

pytestmark = pytest.mark.django_db
TEXT, ALL = "standard_nov26frl.zip", "players_list_foa_2026-11.zip"


class Machines:
    """Web machines with a data folder each; one works at a time."""

    def __init__(self, settings: Settings, folder: Path) -> None:
        self._settings, self._folder = settings, folder
        self.go("A")

    def go(self, name: str) -> None:
        """Work on a machine from now on."""
        self._settings.DATA_DIR = self._folder / name

    def get(self, name: str) -> tuple[int, bytes]:
        """Ask the machine for a file of the list."""
        answer: Any = Client().get(f"/lists/fide-standard/2026-11-01/files/{name}")
        return answer.status_code, b"".join(answer.streaming_content) if answer.streaming else answer.content


@pytest.fixture
def machines(settings: Settings, tmp_path: Path) -> Machines:
    return Machines(settings, tmp_path)


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Collect the names of files that are made."""
    names: list[str] = []
    write = file_store.write

    def noted(key: int, name: str, *arguments: Any, **options: Any) -> tuple[int, str]:
        names.append(name)
        return write(key, name, *arguments, **options)

    monkeypatch.setattr(file_store, "write", noted)
    return names


@pytest.fixture
def published(machines: Machines) -> PublishedList:
    made = archived()
    list_files.make(made)
    return made


def test_machine_without_files_makes_the_same_bytes_once(
    machines: Machines, published: PublishedList, built: list[str]
) -> None:
    first = {name: machines.get(name) for name in published.files}
    machines.go("B")
    second = {name: machines.get(name) for name in published.files}
    third = {name: machines.get(name) for name in published.files}

    assert {status for status, _ in first.values()} == {200}
    assert first == second == third
    assert {name: hashlib.sha256(body).hexdigest() for name, (_, body) in second.items()} == {
        name: noted["sha256"] for name, noted in published.files.items()
    }
    assert sorted(built) == sorted(published.files)


def test_hidden_name_is_on_no_machine_and_both_give_the_same(
    machines: Machines, published: PublishedList
) -> None:
    machines.go("B")
    before = {name: machines.get(name)[1] for name in published.files}
    anna = enrolled(EVERYBODY)["Anna"]
    machines.go("A")
    privacy.choose(anna, "anonymous", account=None)
    machines.go("B")
    meanwhile = {machines.get(name)[0] for name in before}
    machines.go("A")
    done = jobs.run(Job.objects.get(kind="ratings.remake_files").pk)
    on_a = {name: machines.get(name) for name in before}
    machines.go("B")
    on_b = {name: machines.get(name) for name in before}

    assert done is not None
    assert (done.state, meanwhile) == ("done", {404})
    assert on_a == on_b
    assert all(status == 200 and body != before[name] for name, (status, body) in on_b.items())
    folder = file_store.folder_of(published.pk)
    assert sorted(path.name for path in folder.iterdir()) == sorted(
        file_store.path_of(published.pk, name, hashlib.sha256(body).hexdigest()).name
        for name, (_, body) in on_b.items()
    )


def test_file_with_other_contents_is_made_again(
    machines: Machines, published: PublishedList, built: list[str]
) -> None:
    good = machines.get(TEXT)
    path = file_store.path_of(published.pk, TEXT, published.files[TEXT]["sha256"])
    path.write_bytes(good[1][:-1] + b"!")

    assert (machines.get(TEXT), built) == (good, [TEXT])


def test_file_of_all_rates_is_made_of_the_lists_noted_with_it(
    machines: Machines, published: PublishedList
) -> None:
    good = machines.get(ALL)
    archived((BEN, CARLA), key="fide-rapid")  # published since
    machines.go("B")

    assert machines.get(ALL) == good


def test_file_noted_before_digests_were_is_made_and_noted(
    machines: Machines, published: PublishedList
) -> None:
    PublishedList.objects.update(files={TEXT: {"size": 1}})
    machines.go("B")

    status, body = machines.get(TEXT)

    noted = PublishedList.objects.get().files[TEXT]
    digest = hashlib.sha256(body).hexdigest()
    assert status == 200
    assert noted == {"size": len(body), "sha256": digest, "lists": [published.pk]}


def test_file_named_as_before_is_taken_over(
    machines: Machines, published: PublishedList, built: list[str]
) -> None:
    good = machines.get(TEXT)
    old = {name: {"size": one["size"], "sha256": one["sha256"]} for name, one in published.files.items()}
    PublishedList.objects.update(files=old)
    path = file_store.path_of(published.pk, TEXT, old[TEXT]["sha256"])
    path.rename(path.with_name(TEXT))

    assert (machines.get(TEXT), path.is_file(), path.with_name(TEXT).exists()) == (good, True, False)
    assert built == []


def test_old_file_of_all_rates_whose_lists_nobody_knows_is_noted_anew(
    machines: Machines, published: PublishedList
) -> None:
    old = {name: {"size": one["size"], "sha256": one["sha256"]} for name, one in published.files.items()}
    PublishedList.objects.update(files=old)
    rapid = archived((ANNA,), key="fide-rapid")
    machines.go("B")
    on_b = machines.get(ALL)
    machines.go("A")

    assert machines.get(ALL) == on_b
    assert PublishedList.objects.get(pk=published.pk).files[ALL]["lists"] == [published.pk, rapid.pk]


def test_file_that_comes_out_otherwise_is_not_given_and_tried_once(
    machines: Machines, published: PublishedList, built: list[str]
) -> None:
    noted = {**published.files, TEXT: {**published.files[TEXT], "sha256": "0" * 64}}
    PublishedList.objects.update(files=noted)
    machines.go("B")

    assert [machines.get(TEXT)[0] for _ in range(5)] == [503] * 5
    assert (built, PublishedList.objects.get().files) == ([TEXT], noted)
    list_files.make(PublishedList.objects.select_related("system").get())  # what the command does
    assert machines.get(TEXT)[0] == 200


def test_who_asks_while_a_file_is_made_comes_again(
    machines: Machines, published: PublishedList, built: list[str]
) -> None:
    machines.go("B")
    with file_store.one_at_a_time():
        answer = Client().get(f"/lists/fide-standard/2026-11-01/files/{TEXT}")

    assert (answer.status_code, answer["Retry-After"], answer["Cache-Control"]) == (503, "5", "no-store")
    assert built == []


def test_disk_that_takes_nothing_is_left_alone(
    machines: Machines, published: PublishedList, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[str] = []

    def refuse(_key: int, name: str, *_: Any, **__: Any) -> tuple[int, str]:
        tried.append(name)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(file_store, "write", refuse)
    monkeypatch.setattr(list_files, "_disk", Outage("The folder of list files"))
    machines.go("B")

    assert [machines.get(TEXT)[0] for _ in range(5)] == [503] * 5
    assert tried == [TEXT]


def test_list_changed_while_its_file_is_made_again_gives_nothing_old(
    machines: Machines, published: PublishedList, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = enrolled(EVERYBODY)["Anna"]
    players = list_files.players

    def interrupted(lists: dict[str, PublishedList]) -> Iterator[Any]:
        privacy.choose(anna, "anonymous", account=None)
        yield from players(lists)

    machines.go("B")
    monkeypatch.setattr(list_files, "players", interrupted)

    assert [machines.get(TEXT)[0] for _ in range(2)] == [503, 404]


def test_makers_at_once_do_each_other_no_harm(machines: Machines) -> None:
    gate, made = threading.Barrier(8), []

    def fill(file: IO[bytes]) -> None:
        gate.wait(120)
        file.write(b"the same bytes" * 10_000)

    threads = [
        threading.Thread(target=lambda: made.append(file_store.write(1, TEXT, fill))) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)

    assert len(made) == 8
    assert len(set(made)) == 1
    assert [path.name for path in file_store.folder_of(1).iterdir()] == [
        f"standard_nov26frl.{made[0][1]}.zip"
    ]


def test_part_left_by_a_killed_maker_goes_and_one_being_written_stays(machines: Machines) -> None:
    folder = file_store.folder_of(1)
    folder.mkdir(parents=True)
    for name in (".old.part", ".new.part", "standard_nov26frl.zip"):
        (folder / name).touch()
    os.utime(folder / ".old.part", (0, 0))

    file_store.sweep(1, [])

    assert [path.name for path in folder.iterdir()] == [".new.part"]


def test_file_made_years_later_is_the_same(machines: Machines, published: PublishedList) -> None:
    good = machines.get(TEXT)
    machines.go("B")

    with time_machine.travel(datetime(2031, 2, 3, tzinfo=UTC)):
        assert machines.get(TEXT) == good
