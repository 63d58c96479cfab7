"""The key that is made at the first start."""

import os
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
