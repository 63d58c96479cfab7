"""An engine's version changes with every file of ours that decides its numbers."""

import ast
from pathlib import Path

import pytest

from ratings.cadence.by_period.policy import period_files
from ratings.engines.table import MODULES, PERIOD_MODULES, STREAM_MODULES
from ratings.rulebook.policy import SHARED, SHARED_BY_STREAMS, engine_files, engine_version, version_of

ENGINES = Path(__file__).resolve().parents[3] / "ratings" / "engines"


def imported(name: str) -> set[str]:
    """Follow the imports of a module of ratings.engines; what loads by name at run time is not followed."""
    found: set[str] = set()
    ahead = {name}
    while ahead:
        module = ahead.pop()
        found.add(module)
        for node in ast.walk(ast.parse((ENGINES / f"{module}.py").read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("ratings.engines."):
                ahead |= {str(node.module).rpartition(".")[2]} - found
    return found


@pytest.mark.parametrize("engine", MODULES)
def test_version_of_an_engine_reads_every_engine_file_it_imports(engine: str) -> None:
    read = {file.stem for file in engine_files(MODULES[engine], shared=SHARED)}

    assert imported(engine) - read - {"fide_contract", "stream_contract"} == set()  # table.py names types


@pytest.mark.parametrize("engine", STREAM_MODULES)
def test_version_of_a_stream_engine_reads_every_engine_file_it_imports(engine: str) -> None:
    read = {file.stem for file in engine_files(STREAM_MODULES[engine], shared=SHARED_BY_STREAMS)}

    assert imported(engine) - read == set()


def test_streams_of_one_engine_share_its_version() -> None:
    versions = {key: engine_version(key) for key in ("fics-standard", "fics-bughouse", "ladder", "ffg")}

    assert versions["fics-standard"] == versions["fics-bughouse"]
    assert len(set(versions.values())) == 3


@pytest.mark.parametrize("key", ["fide-standard", "fide-rapid", "fide-blitz"])
def test_version_of_a_period_engine_reads_every_engine_file_it_imports(key: str) -> None:
    read = {file.stem for file in period_files(key)}

    assert [imported(engine) - read for engine in PERIOD_MODULES] == [set()]


def test_version_of_a_period_engine_reads_the_replay_around_it() -> None:
    around = {file.parent.name + "/" + file.stem for file in period_files("fide-standard")}

    assert {name for name in around if not name.startswith("engines/")} == {
        "by_period/assemble",
        "by_period/rated_lists",
        "by_period/replay",
        "by_period/ledger_rows",
        "rulebook/fide_periods",
        "rulebook/fide_robin",
    }


def test_version_moves_with_any_of_its_files(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("one.py", "two.py")]
    for file in files:
        file.write_text("K = 10\n", encoding="utf-8")
    before = version_of(files)

    files[1].write_text("K = 20\n", encoding="utf-8")

    assert (version_of(files) == before, len(before)) == (False, 16)
