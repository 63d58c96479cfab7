"""The key that is made at the first start, and settings of an earlier name."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from federation import data_folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Use an empty data folder."""
    return tmp_path


def test_key_is_made_once_and_nobody_else_reads_it(folder: Path) -> None:
    first, second = data_folder.secret_key(folder), data_folder.secret_key(folder)

    assert first == second == (folder / "secret_key").read_text()
    assert len(first) > 50
    assert (folder / "secret_key").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in folder.iterdir()] == ["secret_key"]


def test_of_programs_that_start_at_once_the_first_decides_the_key(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = os.link

    def after_another(made: Path, kept: Path) -> None:
        kept.write_text("the other's")
        link(made, kept)

    monkeypatch.setattr(os, "link", after_another)

    assert data_folder.secret_key(folder) == "the other's"
    assert [path.name for path in folder.iterdir()] == ["secret_key"]


@pytest.mark.parametrize(
    ("environment", "is_enabled"),
    [
        ({}, "True"),
        ({"PAGE_CACHE_ENABLED": "False"}, "False"),
        ({"PAGES_KEPT": "False"}, "False"),
        ({"PAGES_KEPT": "False", "PAGE_CACHE_ENABLED": "True"}, "True"),
    ],
)
def test_page_cache_is_set_by_its_name_or_by_that_of_version_1(
    folder: Path, environment: dict[str, str], is_enabled: str
) -> None:
    without = {key: value for key, value in os.environ.items() if not key.startswith("PAGE")}

    said = subprocess.run(
        [sys.executable, "-c", "from federation import settings; print(settings.PAGE_CACHE_ENABLED)"],
        env=without | {"PALMARES_DATA": str(folder)} | environment,
        cwd=Path(__file__).parents[3],
        check=True,
        capture_output=True,
        text=True,
    ).stdout

    assert said.strip() == is_enabled
