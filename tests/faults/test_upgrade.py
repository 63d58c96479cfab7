"""Offices of earlier versions, brought up to this one: nothing breaks, nothing is lost, no list moves."""

import json
from pathlib import Path

import pytest

from tests.faults.conftest import POSTGRESQL, database, upgraded
from tests.faults.stand import Stand, environment_of
from tests.faults.upgrades import OFFICES

pytestmark = pytest.mark.xdist_group("faults")
ON_POSTGRESQL = [
    pytest.mark.postgresql,
    pytest.mark.skipif(not POSTGRESQL, reason="DATABASE_URL names no PostgreSQL"),
]
NAMED = [pytest.param(office, id=office.name.removesuffix(".json.xz")) for office in OFFICES]


@pytest.mark.long
@pytest.mark.parametrize("kind", ["embedded", pytest.param("postgresql", marks=ON_POSTGRESQL)])
@pytest.mark.parametrize("office", NAMED)
def test_office_of_an_earlier_version_is_upgraded_whole(
    kind: str, office: Path, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    if kind == "embedded":
        said = (upgraded(tmp_path_factory, office) / "done.json").read_text()
    else:
        with database("upgraded", like="template0") as address:
            empty = Stand(tmp_path, environment_of(tmp_path, {"DATABASE_URL": address}))
            said = empty.python("-m", "tests.faults.upgrades", "upgrade", str(office))

    done = json.loads(said)
    assert done["journal"] == []
    assert done["end"] > 200
    assert done["careers"] == 0
    assert done["lists"] == done["lists then"]
    assert len(done["lists"]) == 8
    assert done["players"] == 212


def test_there_is_an_office_to_upgrade() -> None:
    assert OFFICES
    assert all(office.stat().st_size < 300_000 for office in OFFICES)
