"""When files are made: once a day, not where nothing has changed, by a process of its own; the command."""

import gzip
import hashlib
import io
import json
import sys
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.core.management import call_command
from django.core.management.base import CommandError
from django.utils import timezone

from federation.jobs import jobs
from federation.models import Job
from ratings.lists import file_store
from ratings.models import PublishedList
from ratings.snapshots import data_files, public_snapshot
from ratings.snapshots.noted import current, withdraw
from tests.ratings.small_federation import Small
from tests.ratings.snapshots.reading import make, parsed
from tests.ratings.streams import NOON, Told, World

pytestmark = pytest.mark.django_db
NOW = timezone.now()


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Collect the names of the files that are written."""
    names: list[str] = []
    write = data_files.write_csv

    def noted(path: Path, *arguments: Any) -> int:
        names.append(path.name)
        return write(path, *arguments)

    monkeypatch.setattr(data_files, "write_csv", noted)
    return names


def later(hours: float) -> Any:
    return time_machine.travel(NOW + timedelta(hours=hours), tick=False)


def test_parts_whose_facts_have_not_changed_are_as_of_today_and_not_written(
    arena: World, written: list[str]
) -> None:
    with later(0):
        make()
    first = current().files
    written.clear()

    with later(1.0):
        public_snapshot.refresh(lambda _percent, _part: None)
    assert written == []  # nothing is due

    with later(21):
        make()
        made = public_snapshot.oldest(current().files)
    assert "players.csv.gz" in written
    assert not [name for name in written if name.startswith(("entries-", "online_"))]
    assert made == NOW + timedelta(hours=21)
    for name in ("entries-ffg-2026", "online_games-ladder-2023", "online_seats-ladder-2023"):
        assert current().files[name]["formats"] == first[name]["formats"]


def test_part_with_new_facts_is_written_again(arena: World, small: Small, written: list[str]) -> None:
    with later(0):
        make()
    written.clear()
    arena.arrive(Told(NOON, (0, 1), code="new"))
    PublishedList.objects.create(system=small.lists[0].system, date=date(2026, 11, 20), ready=True)

    with later(21):
        make()

    assert {"entries-ffg-2026.csv.gz", "online_games-ladder-2023.csv.gz"} <= set(written)
    assert "entries-egf-2026.csv.gz" not in written


def test_game_taken_out_is_in_no_file_made_after_it(arena: World) -> None:
    with later(0):
        make()
    arena.withdraw(arena.games[0])

    with later(21):
        make()
    path = file_store.folder_of(public_snapshot.FOLDER)
    games = b"".join(
        gzip.decompress(one.read_bytes()) for one in path.iterdir() if one.name.startswith("online_games")
    )
    assert arena.games[0].code.encode() not in games
    assert arena.games[1].code.encode() in games


def test_clock_asks_for_a_snapshot_before_a_day_is_over_and_only_once(small: Small) -> None:
    with later(0):
        assert public_snapshot.request_due() is not None
        assert public_snapshot.request_due() == Job.objects.get(kind=public_snapshot.WORK)
        Job.objects.all().delete()
        make()
        assert public_snapshot.request_due() is None
    with later(19):
        assert public_snapshot.request_due() is None
    with later(20):
        assert public_snapshot.request_due() is not None
        Job.objects.update(state=Job.State.RUNNING)
        assert public_snapshot.request_due() is None
        Job.objects.update(state=Job.State.FAILED)
        assert public_snapshot.request_due() is None
    with later(21.5):
        assert public_snapshot.request_due() is not None


def test_clock_asks_again_for_what_was_withdrawn_and_not_made(small: Small) -> None:
    make()
    withdraw(["players"])

    assert public_snapshot.request_due() is not None


# --- the process of the job


def program(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Have the job run a program of the test's."""
    monkeypatch.setattr(public_snapshot, "own_command", lambda *_: [sys.executable, "-c", text])


def test_job_hands_on_how_far_its_process_is(small: Small, monkeypatch: pytest.MonkeyPatch) -> None:
    program(monkeypatch, "print('7 players'); print('50 games')")
    told: list[tuple[float, str]] = []

    public_snapshot.make_in_child(lambda percent, part: told.append((percent, part)))

    assert told == [(7.0, "players"), (50.0, "games")]


def test_job_whose_process_fails_says_what_it_said(small: Small, monkeypatch: pytest.MonkeyPatch) -> None:
    program(monkeypatch, "print('7 players'); raise SystemExit('no space left')")
    job = public_snapshot.request()

    done = jobs.run(job.pk)

    assert done is not None
    assert (done.state, done.error) == ("failed", "no space left")


def test_process_ends_with_a_job_that_was_taken_over(small: Small, monkeypatch: pytest.MonkeyPatch) -> None:
    program(monkeypatch, "import time\nwhile True: print('1 players', flush=True); time.sleep(0.01)")

    def lost(_percent: float, _part: str) -> None:
        raise jobs.JobLost("taken over")

    with pytest.raises(jobs.JobLost):  # and comes back: the process was ended
        public_snapshot.make_in_child(lost)


def test_process_of_the_job_is_the_command(small: Small) -> None:
    told = io.StringIO()
    call_command("snapshot", progress=True, stdout=told, stderr=io.StringIO())

    lines = [line.split(" ") for line in told.getvalue().splitlines()]
    assert [part for _percent, part in lines] == list(current().files)
    assert all(percent.isdecimal() for percent, _part in lines)


# --- the command


def test_command_writes_a_folder_that_describes_itself(small: Small, tmp_path: Path) -> None:
    said, told = io.StringIO(), io.StringIO()

    call_command("snapshot", to=str(tmp_path / "out"), stdout=said, stderr=told)

    package = json.loads((tmp_path / "out" / "datapackage.json").read_text())
    assert {one["path"] for one in package["resources"]} | {"datapackage.json", "SHA256SUMS"} == {
        path.name for path in (tmp_path / "out").iterdir()
    }
    for one in package["resources"]:
        data = (tmp_path / "out" / one["path"]).read_bytes()
        assert one["hash"] == f"sha256:{hashlib.sha256(data).hexdigest()}"
        assert len(parsed(data)) == one["palmares"]["rows"]
    assert "DuckDB is not installed (requirements/snapshots.txt)" in told.getvalue()
    assert f"{len(package['resources'])} parts" in said.getvalue()
    assert current().files == {}  # what the site gives is another thing


def test_command_says_what_it_cannot_write(small: Small, tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(CommandError, match="file"):
        call_command("snapshot", to=str(tmp_path / "file"), stderr=io.StringIO())


def test_nothing_is_left_of_what_was_being_made(
    small: Small, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(data_files, "write_csv", full)

    with pytest.raises(OSError, match="No space"):
        make()
    assert not list(Path(settings.DATA_DIR).glob("snapshot-*"))
    assert current().files == {}


# --- Parquet


def test_parquet_has_the_rows_of_the_csv_and_the_same_bytes_each_time(
    arena: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    duckdb = pytest.importorskip("duckdb")
    monkeypatch.setattr(data_files, "parquet_is_possible", lambda: True)

    for name in ("one", "two"):
        call_command("snapshot", to=str(tmp_path / name), stdout=io.StringIO(), stderr=io.StringIO())

    package = json.loads((tmp_path / "one" / "datapackage.json").read_text())
    found = {one["path"]: one for one in package["resources"]}
    assert {path.removesuffix(".parquet") for path in found if path.endswith(".parquet")} == {
        path.removesuffix(".csv.gz") for path in found if path.endswith(".csv.gz")
    }
    for path in (path for path in found if path.endswith(".parquet")):
        first, second = ((tmp_path / name / path).read_bytes() for name in ("one", "two"))
        assert first == second, path
        rows = parsed((tmp_path / "one" / path.replace(".parquet", ".csv.gz")).read_bytes())
        read = duckdb.sql(f"SELECT * FROM '{tmp_path / 'one' / path}'")
        assert read.fetchall() == [
            tuple(typed(value, kind) for value, kind in zip(row.values(), read.types, strict=True))
            for row in rows
        ]


def typed(value: str, kind: object) -> object:
    """Read a cell of a CSV as a column of Parquet has it."""
    from datetime import datetime

    readers: dict[str, Any] = {
        "VARCHAR": str, "BIGINT": int, "DOUBLE": float, "BOOLEAN": lambda one: one == "1",
        "DATE": date.fromisoformat, "TIMESTAMP": lambda one: datetime.fromisoformat(one[:-1]),
    }  # fmt: skip
    return readers[str(kind)](value) if value or str(kind) == "VARCHAR" else None


def test_duckdb_reads_nothing_but_its_folder_and_loads_nothing(tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    (tmp_path / "secret.csv").write_text("a\n1\n")
    (tmp_path / "own").mkdir()

    with duckdb.connect(":memory:") as connection:
        for statement in data_files._bounds(tmp_path / "own"):
            connection.execute(statement)
        for statement in (
            f"SELECT * FROM read_csv('{tmp_path / 'secret.csv'}')",
            "SELECT * FROM read_csv('http://127.0.0.1:9/x.csv')",
            "INSTALL httpfs",
            "SET memory_limit = '8GB'",
        ):
            with pytest.raises(duckdb.Error):
                connection.execute(statement)
