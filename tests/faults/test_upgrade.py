"""Offices of earlier versions, brought up to this one: nothing breaks, nothing is lost, no list moves."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.faults.conftest import POSTGRESQL, Stand, _environment, database

pytestmark = pytest.mark.xdist_group("faults")
OFFICES = sorted((Path(__file__).parent / "upgrades").glob("*.json.xz"))
ON_POSTGRESQL = [
    pytest.mark.postgresql,
    pytest.mark.skipif(not POSTGRESQL, reason="DATABASE_URL names no PostgreSQL"),
]


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=ON_POSTGRESQL)])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Stand]:
    """Yield an installation whose database has no tables yet."""
    with ExitStack() as ending:
        address = f"sqlite:///{tmp_path / 'office.sqlite3'}"
        if request.param == "postgresql":
            address = ending.enter_context(database("upgraded", like="template0"))
        yield Stand(tmp_path, _environment(tmp_path, {"DATABASE_URL": address}))


@pytest.mark.parametrize("office", OFFICES, ids=lambda file: file.name.removesuffix(".json.xz"))
def test_office_of_an_earlier_version_is_upgraded_whole(empty: Stand, office: Path) -> None:
    done = json.loads(empty.python("-m", "tests.faults.upgrades", "upgrade", str(office)))

    assert done["journal"] == []
    assert done["end"] > 200
    assert done["careers"] == 0
    assert done["lists"] == done["lists then"]
    assert len(done["lists"]) == 8
    assert done["players"] == 212


def test_there_is_an_office_to_upgrade() -> None:
    assert OFFICES
    assert all(office.stat().st_size < 300_000 for office in OFFICES)
