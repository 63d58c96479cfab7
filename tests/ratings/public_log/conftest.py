"""Fixtures of tests of the public log: where its key lies, and a list that was published."""

from pathlib import Path

import pytest
from pytest_django.fixtures import Settings

from ratings.lists.publication import publish
from ratings.models import PublishedList, RatingSystem
from tests.ratings.histories import hold, people, recalculate, round_robin, stale
from tests.ratings.public_log.log_copies import DAY, LISTED


@pytest.fixture(autouse=True)
def key_file(settings: Settings, tmp_path: Path) -> Path:
    settings.PUBLIC_LOG_ORIGIN = "ratings.example.org/log"
    settings.PUBLIC_LOG_KEY = str(tmp_path / "log_key")
    return tmp_path / "log_key"


@pytest.fixture
def published() -> PublishedList:
    ffg = RatingSystem.objects.get(key="ffg")
    hold(DAY, people(4), round_robin(4), number=7)
    recalculate(stale(ffg, DAY))
    return publish(ffg, LISTED, account=None)
