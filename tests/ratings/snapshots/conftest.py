"""A small federation in a data folder of its own, for the tests of the snapshot."""

from pathlib import Path

import numpy as np
import pytest
from django.core.cache import cache
from pytest_django.fixtures import Settings

from ratings.snapshots import data_files
from ratings.statistics import recompute as statistics
from tests.ratings import small_federation, streams
from tests.ratings.small_federation import Small


@pytest.fixture
def small(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Small:
    """Players, lists, tournaments, statistics; CSV alone: Parquet has tests of its own."""
    settings.DATA_DIR = tmp_path / "A"
    settings.API_RATE = 10**6
    monkeypatch.setattr(data_files, "parquet_is_possible", lambda: False)
    monkeypatch.setattr("federation.jobs.jobs.enqueue", lambda job_id: None)
    cache.clear()
    made = small_federation.build(players=10, tournaments=2)
    statistics.refresh(made.lists[0].system)
    return made


@pytest.fixture
def arena(small: Small) -> streams.World:
    """Games of a server, of two players and of more, beside the federation."""
    world = streams.world("ladder")
    world.arrive(*streams.chance_games("ladder", np.random.default_rng(5), 12))
    return world
