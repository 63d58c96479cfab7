"""An office moved into another database: everything is there, to the last bit, or nothing is."""

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from tests.faults.conftest import POSTGRESQL, ROOT, Stand, _environment, database

pytestmark = pytest.mark.xdist_group("faults")
ON_POSTGRESQL = [
    pytest.mark.postgresql,
    pytest.mark.skipif(not POSTGRESQL, reason="DATABASE_URL names no PostgreSQL"),
]
INVENTED = ("--players=100", "--seasons=1", "--today=2024-11-20")


@pytest.fixture(scope="module")
def invented(tmp_path_factory: pytest.TempPathFactory, tables: Path) -> Path:
    """Make a small office with lists, streams and work on the desks, once; return its SQLite file."""
    folder = tmp_path_factory.mktemp("invented")
    (folder / "var").mkdir()
    shutil.copy(tables, folder / "var")
    done = subprocess.run(
        [sys.executable, "manage.py", "demo_federation", *INVENTED],
        cwd=ROOT, env=_environment(folder, {}), check=True, capture_output=True, timeout=600,
    )  # fmt: skip
    assert b"players" in done.stdout
    return folder / "var" / "palmares.sqlite3"


@pytest.fixture
def office(tmp_path: Path, invented: Path) -> Iterator[Stand]:
    """Yield the office in a folder of its own, on SQLite."""
    (tmp_path / "var").mkdir()
    with closing(sqlite3.connect(invented)) as source, closing(sqlite3.connect(file_of(tmp_path))) as copy:
        source.backup(copy)
    made = Stand(tmp_path, _environment(tmp_path, {}))
    yield made
    made.close()


@pytest.fixture
def other(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[..., Stand]]:
    """Yield installations on databases without an office, of a kind; with tables already, or without."""
    with ExitStack() as ending:

        def make(kind: str, *, tables: bool = True) -> Stand:
            if kind == "postgresql":
                like = request.getfixturevalue("tables_on_postgresql") if tables else "template0"
                address = ending.enter_context(database("moved", like=like))
            else:
                address = f"sqlite:///{tmp_path / 'other.sqlite3'}"
                if tables:
                    shutil.copy(request.getfixturevalue("tables"), tmp_path / "other.sqlite3")
            made = Stand(tmp_path, _environment(tmp_path, {"DATABASE_URL": address}))
            ending.callback(made.close)
            return made

        yield make


def file_of(folder: Path) -> Path:
    """Return where an installation has its SQLite file."""
    return folder / "var" / "palmares.sqlite3"


def move(office: Stand, target: Stand) -> tuple[int, str, str]:
    """Move an office; return the exit status and what was said, in words and of trouble."""
    done = subprocess.run(
        [sys.executable, "manage.py", "move_to", target.environment["DATABASE_URL"]],
        cwd=ROOT, env=office.environment, check=False, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


def change(office: Stand, *statements: str) -> None:
    """Do something to the SQLite file of an office behind its back."""
    with closing(sqlite3.connect(file_of(office.folder))) as file, file:
        for statement in statements:
            file.execute(statement)


def dump(file: Path) -> list[str]:
    """Return every statement that makes an SQLite file anew."""
    with closing(sqlite3.connect(file)) as held:
        return list(held.iterdump())


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgresql", marks=ON_POSTGRESQL)])
def test_moved_office_is_the_same_to_the_last_bit(
    kind: str, office: Stand, other: Callable[..., Stand]
) -> None:
    before, target = office.do("moved", "facts"), other(kind, tables=False)
    assert (before["journal"], before["careers"], before["lists"]["fide-standard"]) == ([], [], [])
    assert before["finer"] > 100  # times no millisecond can say: what a cut would lose
    assert min(count for count, _digest in before["rows"].values()) > 0

    status, said, trouble = move(office, target)

    assert (status, trouble) == (0, "")
    assert f"the journal is whole, its end {before['end']}" in said
    assert target.do("moved", "facts") == before
    noted = subprocess.run(
        [sys.executable, "manage.py", "verify_journal", "--noted", before["end"]],
        cwd=ROOT, env=target.environment, check=False, capture_output=True, timeout=60,
    )  # fmt: skip
    assert noted.returncode == 0
    assert target.do("moved", "change_journal").count("append-only") == 2


@pytest.mark.parametrize("kind", [pytest.param("postgresql", marks=ON_POSTGRESQL)])
def test_office_moves_there_and_back(kind: str, office: Stand, other: Callable[..., Stand]) -> None:
    before, there, back = office.do("moved", "facts"), other(kind), other("sqlite")

    assert move(office, there)[0] == 0
    assert move(there, back)[0] == 0

    assert back.do("moved", "facts") == before


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgresql", marks=ON_POSTGRESQL)])
def test_number_of_a_player_who_is_gone_is_not_given_again(
    kind: str, office: Stand, other: Callable[..., Stand]
) -> None:
    last, target = office.do("moved", "enrol"), other(kind)
    change(office, f"DELETE FROM federation_player WHERE id = {last}")

    assert move(office, target)[0] == 0

    assert target.do("moved", "enrol") == last + 1


def test_database_in_use_is_not_written_to(office: Stand, other: Callable[..., Stand]) -> None:
    target, file = other("sqlite"), office.folder / "other.sqlite3"
    shutil.copy(file_of(office.folder), file)
    held = dump(file)
    office.do("moved", "enrol")

    status, _said, trouble = move(office, target)

    assert status == 1
    assert "Nothing was moved. the new database is in use" in trouble
    assert dump(file) == held


def test_office_of_another_version_is_not_moved(office: Stand, other: Callable[..., Stand]) -> None:
    change(office, "DELETE FROM django_migrations WHERE app = 'ratings' AND name = '0022_choices'")

    status, _said, trouble = move(office, other("sqlite"))

    assert (status, "migrate first" in trouble, "ratings.0022_choices" in trouble) == (1, True, True)


@pytest.mark.parametrize("kind", [pytest.param("postgresql", marks=ON_POSTGRESQL)])
def test_row_the_new_database_refuses_leaves_it_empty(
    kind: str, office: Stand, other: Callable[..., Stand]
) -> None:
    target = other(kind)
    change(
        office,
        "UPDATE federation_club SET name = 'a' || char(0) WHERE id = (SELECT max(id) FROM federation_club)",
    )

    status, _said, trouble = move(office, target)

    assert status == 1
    assert "Nothing was moved. federation_club: " in trouble
    assert "Traceback" not in trouble
    change(office, "UPDATE federation_club SET name = 'a' WHERE name = 'a' || char(0)")
    assert move(office, target)[0] == 0


def test_address_that_is_none_is_said(office: Stand) -> None:
    for address in ("mysql://somewhere/palmares", "postgres://127.0.0.1:1/palmares"):
        done = subprocess.run(
            [sys.executable, "manage.py", "move_to", address],
            cwd=ROOT, env=office.environment, check=False, capture_output=True, text=True, timeout=60,
        )  # fmt: skip
        assert done.returncode == 1
        assert done.stderr.startswith("CommandError: Nothing was moved.")
