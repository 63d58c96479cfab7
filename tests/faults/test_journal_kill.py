"""The chain of the journal when whoever writes or seals is killed: nothing is half there, nobody waits."""

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from django.db import connection

from federation.journal import journal
from federation.models import JournalEntry

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.django_db(transaction=True, serialized_rollback=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="the test's SQLite is in memory"),
]
PROLOGUE = """
import os, sys
import django
from django.conf import settings
settings.DATABASES["default"]["NAME"] = os.environ["RACE_DATABASE"]
django.setup()
from django.db import transaction
from federation.journal import journal
def here():
    print("here", flush=True)
    sys.stdin.readline()
"""
WRITING = """
with transaction.atomic():
    journal.write("player.renamed", "player", account=None, half=True)
    here()
"""
SEALING = """
with transaction.atomic():
    journal._seal_some()
    here()
"""


def killed(script: str) -> None:
    """Let a process get to the point where it says it is there, and kill it."""
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(PROLOGUE + script)],
        cwd=Path(__file__).resolve().parents[2],
        env={
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "federation.settings",
            "RACE_DATABASE": str(connection.settings_dict["NAME"]),
            "LOG_LEVEL": "WARNING",
        },
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "here\n"
        process.kill()


def test_killed_writer_leaves_no_line_and_the_chain_goes_on() -> None:
    journal.write("player.enrolled", "player", account=None)
    killed(WRITING)

    assert journal.seal() == 1
    journal.write("player.enrolled", "player", account=None)
    assert journal.seal() == 1
    assert list(journal.verify()) == []
    assert JournalEntry.objects.filter(act="player.renamed").count() == 0


def test_killed_sealer_leaves_the_lines_to_the_next() -> None:
    for _ in range(3):
        journal.write("player.enrolled", "player", account=None)
    killed(SEALING)

    assert journal.head().place == 0
    assert journal.seal() == 3
    assert list(journal.verify()) == []
