"""An office moved into another database: everything is there, to the last bit, or nothing is."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.faults.conftest import POSTGRESQL, database
from tests.faults.stand import Stand, environment_of

pytestmark = pytest.mark.xdist_group("faults")
ON_POSTGRESQL = [
    pytest.mark.postgresql,
    pytest.mark.skipif(not POSTGRESQL, reason="DATABASE_URL names no PostgreSQL"),
]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stand]:
    """Make an installation on SQLite, which loads the site once for all tests."""
    folder = tmp_path_factory.mktemp("moving")
    (folder / "var").mkdir()
    made = Stand(folder, environment_of(folder, {}))
    yield made
    made.close()


@pytest.fixture
def office(place: Stand, small_office: Path) -> Iterator[Stand]:
    """Yield the office as it was before any test."""
    for former in file_of(place.folder).parent.glob("palmares.sqlite3*"):
        former.unlink()
    shutil.copy(small_office, file_of(place.folder))
    yield place
    place.clear()


@pytest.fixture
def other(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[..., str]]:
    """Yield addresses of databases without an office, of a kind; with tables already, or without."""
    with ExitStack() as ending:

        def make(kind: str, *, tables: bool = True) -> str:
            if kind == "postgresql":
                like = request.getfixturevalue("tables_on_postgresql") if tables else "template0"
                return ending.enter_context(database("moved", like=like))
            if tables:
                shutil.copy(request.getfixturevalue("tables"), tmp_path / "other.sqlite3")
            return f"sqlite:///{tmp_path / 'other.sqlite3'}"

        yield make


def file_of(folder: Path) -> Path:
    """Return where an installation has its SQLite file."""
    return folder / "var" / "palmares.sqlite3"


def move(office: Stand, target: str) -> tuple[int, str, str]:
    """Move an office; return the exit status and what was said, in words and of trouble."""
    return office.finish("manage", "move_to", target)


def change(office: Stand, *statements: str) -> None:
    """Do something to the SQLite file of an office behind its back."""
    with closing(sqlite3.connect(file_of(office.folder))) as file, file:
        for statement in statements:
            file.execute(statement)


def dump(file: Path) -> list[str]:
    """Return every statement that makes an SQLite file anew."""
    with closing(sqlite3.connect(file)) as held:
        return list(held.iterdump())


def assert_moved(office: Stand, target: str) -> dict[str, Any]:
    """Move an office and check that all of it is there; returns what it says of itself."""
    last = office.do("moved", "enrol")
    change(office, f"DELETE FROM federation_player WHERE id = {last}")
    before: dict[str, Any] = office.do("moved", "facts")
    assert (before["journal"], before["careers"], before["lists"]["fide-standard"]) == ([], [], [])
    assert before["finer"] > 100  # times no millisecond can say: what a cut would lose
    assert min(count for count, _digest in before["rows"].values()) > 0

    status, said, trouble = move(office, target)

    assert (status, trouble) == (0, "")
    assert f"the journal is whole, its end {before['end']}" in said
    assert office.do_in(target, "moved", "facts") == before
    assert office.do_in(target, "moved", "verify_noted", before["end"]) == 0
    assert office.do_in(target, "moved", "change_journal").count("append-only") == 2
    return {**before, "last": last}


def assert_number_is_new(office: Stand, target: str, last: int) -> None:
    """Check that the number of a player who is gone is not given again."""
    assert office.do_in(target, "moved", "enrol") == last + 1


@pytest.mark.release  # a check moves one there and back
def test_office_moved_on_the_embedded_database_is_the_same_to_the_last_bit(
    office: Stand, other: Callable[..., str]
) -> None:
    target = other("sqlite")

    last = assert_moved(office, target)["last"]

    assert_number_is_new(office, target, last)


@pytest.mark.release
@pytest.mark.parametrize("kind", ["embedded", pytest.param("postgresql", marks=ON_POSTGRESQL)])
def test_office_moved_into_a_database_without_tables_is_the_same_to_the_last_bit(
    kind: str, office: Stand, other: Callable[..., str]
) -> None:
    assert_moved(office, other(kind, tables=False))


@pytest.mark.long
@pytest.mark.parametrize("kind", [pytest.param("postgresql", marks=ON_POSTGRESQL)])
def test_office_moved_there_and_back_is_the_same_to_the_last_bit(
    kind: str, office: Stand, other: Callable[..., str], tmp_path: Path
) -> None:
    there, back = other(kind), other("sqlite")

    before = assert_moved(office, there)
    last = before.pop("last")
    moved = Stand(tmp_path, {**office.environment, "DATABASE_URL": there})
    try:
        assert move(moved, back)[0] == 0
    finally:
        moved.close()

    assert office.do_in(back, "moved", "facts") == before
    assert_number_is_new(office, there, last)


def test_database_in_use_is_not_written_to(office: Stand, other: Callable[..., str], tmp_path: Path) -> None:
    target, file = other("sqlite"), tmp_path / "other.sqlite3"
    shutil.copy(file_of(office.folder), file)
    held = dump(file)
    office.do("moved", "enrol")

    status, _said, trouble = move(office, target)

    assert status == 1
    assert "Nothing was moved. the new database is in use" in trouble
    assert dump(file) == held


def test_office_of_another_version_is_not_moved(office: Stand, other: Callable[..., str]) -> None:
    change(office, "DELETE FROM django_migrations WHERE app = 'ratings' AND name = '0022_choices'")

    status, _said, trouble = move(office, other("sqlite"))

    assert (status, "migrate first" in trouble, "ratings.0022_choices" in trouble) == (1, True, True)


@pytest.mark.long
@pytest.mark.parametrize("kind", [pytest.param("postgresql", marks=ON_POSTGRESQL)])
def test_row_the_new_database_refuses_leaves_it_empty(
    kind: str, office: Stand, other: Callable[..., str]
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
    with psycopg.connect(target) as moved:
        counts = moved.execute(
            "SELECT (SELECT count(*) FROM federation_player), (SELECT count(*) FROM federation_club),"
            " (SELECT count(*) FROM federation_journalentry)"
        )
        assert counts.fetchone() == (0, 0, 0)


@pytest.mark.parametrize("address", ["mysql://somewhere/palmares", "postgres://127.0.0.1:1/palmares"])
def test_address_that_is_none_is_said(office: Stand, address: str) -> None:
    status, _said, trouble = move(office, address)

    assert status == 1
    assert trouble.startswith("CommandError: Nothing was moved.")
