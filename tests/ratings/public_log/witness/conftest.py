"""Fixtures of tests of witnesses: our installation, another one, and its log watched here."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils import translation
from pytest_django.fixtures import Settings

from federation.journal import journal
from ratings.models import LogHead, WatchedLog
from ratings.public_log import writing
from ratings.public_log.witness import entering
from tests.ratings.public_log.witness.other_installation import (
    ORIGIN,
    OtherInstallation,
    installation,
    new_signer,
)


@pytest.fixture(autouse=True)
def folder(settings: Settings, tmp_path: Path) -> Iterator[Path]:
    settings.PUBLIC_LOG_ORIGIN = ORIGIN
    settings.PUBLIC_LOG_KEY = str(tmp_path / "log_key")
    settings.WITNESS_NAME = "ratings.example.org/witness"
    settings.WITNESS_KEY = str(tmp_path / "witness_key")
    settings.WEBHOOK_PRIVATE = True
    with translation.override("en"):
        yield tmp_path


@pytest.fixture
def other() -> Iterator[OtherInstallation]:
    with installation() as made:
        yield made


@pytest.fixture
def watched(other: OtherInstallation) -> WatchedLog:
    return entering.watch(other.address, str(other.log.key), account=None)


@pytest.fixture
def head() -> LogHead:
    """Our own log, with two entries."""
    journal.seal()
    writing.extend()
    writing.change_key(new_signer(), None)
    return LogHead.objects.get()
