"""The step of `manage.py bench` that measures files and pictures, on fewer games."""

import pytest

from tests.bench import measuring_files
from tests.bench.figures import Size
from tests.bench.steps import EVERY


def test_step_measures_every_format_a_picture_and_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measuring_files, "PLAYERS", 20)
    monkeypatch.setattr(measuring_files, "DUELS", 300)

    figures = EVERY["files"](Size())

    assert [one.name.split(" ")[0] for one in figures] == [*measuring_files.FORMATS, "picture", "300"]
    assert all(one.most and one.unit for one in figures)
