"""Two people at once, as real processes on PostgreSQL: exactly one of them wins."""

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from django.db import connection

from federation.models import Account, JournalEntry, Player
from tests.tournaments import reports
from tests.tournaments.conftest import account
from tournaments import entries, intake, submission
from tournaments.models import Tournament, Upload

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.django_db(transaction=True, serialized_rollback=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite writes one at a time"),
]

# Each process says it is ready, waits for the word, acts, and says how it went.
PROLOGUE = """
import os, sys
import django
from django.conf import settings
settings.DATABASES["default"]["NAME"] = os.environ["RACE_DATABASE"]
django.setup()
from federation.models import Account
from tournaments import intake, submission
from tournaments.models import Tournament, Upload
account = Account.objects.get(email=sys.argv[1])
print("ready", flush=True)
sys.stdin.readline()
"""
APPROVE = """
try:
    submission.approve(Tournament.objects.get(number=int(sys.argv[2])), account=account)
    print("approved")
except submission.AlreadyDecided as told:
    print("told", told.stage.value, told.account.email if told.account else None)
"""
DRAFT = """
upload = Upload.objects.get(account=account)
tournament = intake.draft(upload, account=account)
print(tournament.number, tournament.revision)
"""


def race(script: str, *arguments: tuple[str, ...]) -> list[str]:
    """Start a process for each tuple of arguments, let them go at once, and give what they print."""
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "federation.settings",
        "RACE_DATABASE": str(connection.settings_dict["NAME"]),
        "LOG_LEVEL": "WARNING",
    }
    started = [
        subprocess.Popen(
            [sys.executable, "-c", textwrap.dedent(PROLOGUE + script), *words],
            cwd=Path(__file__).resolve().parents[2],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for words in arguments
    ]
    for process in started:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in started:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    said = [process.communicate(timeout=60)[0].strip() for process in started]
    assert [process.returncode for process in started] == [0] * len(started)
    return said


@pytest.fixture
def people() -> tuple[Account, Account, Account]:
    return (
        account("orla@example.org", "organiser"),
        account("odile@example.org", "officer"),
        account("omar@example.org", "officer"),
    )


def submitted(organiser: Account, name: str = "Open du Moulin") -> Tournament:
    upload = intake.receive(reports.tou(name), filename="moulin.tou", account=organiser)
    tournament = intake.draft(upload, account=organiser)
    new: dict[int, entries.Decision] = {row.pk: entries.ENROL for row in tournament.entries.all()}
    entries.decide(tournament, new, account=organiser)
    submission.submit(tournament, account=organiser)
    return tournament


def test_of_two_officers_approving_at_once_one_wins(people: tuple[Account, Account, Account]) -> None:
    tournament = submitted(people[0])

    said = race(APPROVE, ("odile@example.org", "1"), ("omar@example.org", "1"))

    tournament.refresh_from_db()
    assert tournament.decided_by is not None
    winner = tournament.decided_by.email
    assert sorted(said) == ["approved", f"told approved {winner}"]
    assert said.index("approved") == ["odile@example.org", "omar@example.org"].index(winner)
    assert JournalEntry.objects.filter(act="tournament.approved").count() == 1
    assert Player.objects.count() == 4


def test_newcomer_of_two_tournaments_approved_at_once_is_one_player(
    people: tuple[Account, Account, Account],
) -> None:
    both = [submitted(people[0], name) for name in ("One", "Two")]

    said = race(APPROVE, ("odile@example.org", "1"), ("omar@example.org", "2"))

    assert said == ["approved", "approved"]
    assert Player.objects.count() == 4
    players = [set(one.entries.values_list("player", flat=True)) for one in both]
    assert players[0] == players[1]


def test_same_file_drafted_at_once_is_one_tournament(people: tuple[Account, Account, Account]) -> None:
    for person in people[:2]:
        intake.receive(reports.tou(), filename="moulin.tou", account=person)

    said = race(DRAFT, ("orla@example.org",), ("odile@example.org",))

    assert said == ["1 1", "1 1"]
    assert Tournament.objects.count() == 1


def test_two_files_drafted_at_once_get_two_numbers(people: tuple[Account, Account, Account]) -> None:
    for person, name in zip(people, ("One", "Two", "Three"), strict=True):
        intake.receive(reports.tou(name), filename="a.tou", account=person)

    said = race(DRAFT, *((person.email,) for person in people))

    assert sorted(said) == ["1 1", "2 1", "3 1"]
    assert Upload.objects.count() == 3
