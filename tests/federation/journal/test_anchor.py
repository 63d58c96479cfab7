"""Ends of the journal noted elsewhere: whoever makes the chain anew does not have them."""

import logging
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from federation import tasks
from federation.journal import anchor, journal

pytestmark = pytest.mark.django_db
OTHER = "2026-11-25T13:00:00+00:00 1:" + "a" * 64 + "\n"


@pytest.fixture
def file(tmp_path: Path, settings: Any) -> Path:
    settings.JOURNAL_ANCHOR = str(tmp_path / "ends")
    return tmp_path / "ends"


def act() -> None:
    journal.write("test.done", "test", account=None)


def verify() -> tuple[bool, str]:
    said = StringIO()
    try:
        call_command("verify_journal", stdout=said)
    except SystemExit as end:
        return end.code == 0, said.getvalue()
    return True, said.getvalue()


def test_clock_notes_the_end_once_it_has_moved(file: Path) -> None:
    act()
    tasks.anchor_journal()
    tasks.anchor_journal()
    first = file.read_text().splitlines()
    act()
    tasks.anchor_journal()

    end = journal.head()
    lines = file.read_text().splitlines()
    assert (len(first), len(lines)) == (1, 2)
    assert lines[-1].endswith(f" {end.place}:{end.digest}")
    assert verify()[0]
    assert "2 ends noted by the clock, 0 of them not in the chain" in verify()[1]


def test_chain_made_anew_does_not_have_what_was_noted(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    act()
    file.write_text(OTHER)

    assert not anchor.note()
    assert [record.levelno for record in caplog.records] == [logging.ERROR]
    assert file.read_text() == OTHER
    holds, said = verify()
    assert not holds
    assert f"line 1 of {file}: the chain does not have place 1 as noted" in said
    assert "BROKEN" in said


def test_line_that_is_none_is_told(file: Path) -> None:
    act()
    anchor.note()
    file.write_bytes(b"\xff nothing\n" + file.read_bytes())

    holds, said = verify()

    assert not holds
    assert f"line 1 of {file}: no end of a chain" in said


def test_file_that_is_away_is_told(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    file.mkdir()
    act()

    assert not anchor.note()
    assert "The end of the journal could not be noted" in caplog.text
    holds, said = verify()
    assert not holds
    assert "the ends noted by the clock cannot be read" in said


def test_without_a_file_nothing_is_noted_or_compared(settings: Any) -> None:
    settings.JOURNAL_ANCHOR = ""
    act()

    assert not anchor.note()
    assert "noted by the clock" not in verify()[1]
