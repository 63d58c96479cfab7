"""The data folder: what one program of it does at a time."""

from collections.abc import Iterator
from contextlib import ExitStack
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation
from pytest_django.fixtures import Settings

from federation import data_folder
from federation.management.commands import serve


class Words(StringIO):
    """What a program says; with its first word the other one ends."""

    def __init__(self, other: ExitStack) -> None:
        super().__init__()
        self._other = other

    def write(self, text: str) -> int:
        self._other.close()
        return super().write(text)


@pytest.fixture
def other(settings: Settings, tmp_path: Path) -> Iterator[ExitStack]:
    """A program that starts with the same data folder."""
    settings.DATA_DIR = tmp_path
    with ExitStack() as stack:
        yield stack


@pytest.mark.django_db
def test_second_migration_says_that_it_waits_and_goes_on_when_the_first_ends(
    other: ExitStack, tmp_path: Path
) -> None:
    other.enter_context(data_folder.one_at_a_time(tmp_path, "migrate", waits=pytest.fail))
    words = Words(other)

    call_command("migrate", verbosity=0, stderr=words)

    assert words.getvalue() == "Another program is migrating; waiting for it to end.\n"


def test_second_start_looks_for_its_port_when_the_first_one_answers(
    other: ExitStack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other.enter_context(data_folder.one_at_a_time(tmp_path, "serve", waits=pytest.fail))
    words = Words(other)
    monkeypatch.setattr(serve, "taken", lambda port: "waiting" in words.getvalue())

    with translation.override("en"), pytest.raises(CommandError, match="Port 8000 is in use"):
        call_command("serve", stdout=words, skip_checks=True)
