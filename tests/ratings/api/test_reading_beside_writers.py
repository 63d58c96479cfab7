"""Who reads the interface for programs needs no right to write: SQLite has one writer at a time."""

from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from pytest_django.fixtures import Settings

from federation.accounts import tokens
from federation.database import time_limits
from federation.models import Account, Token
from tests.ratings.api import examples

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL locks rows"),
]


@pytest.fixture(autouse=True)
def _counted_in_memory(settings: Settings, tmp_path: Path) -> None:
    """Count as an office does."""
    settings.DATA_DIR = tmp_path


def test_every_call_that_reads_is_answered_where_nothing_can_be_written() -> None:
    numbers = examples.world()
    account = Account.objects.create_user("prog@example.org", "a long enough secret")
    _token, secret = tokens.issue(account, name="reader", scopes=[tokens.GAMES_WRITE])
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = ON")
        try:
            for path in examples.ASKED:
                for headers in ({}, {"authorization": f"Bearer {secret}"}):
                    examples.ask(Client(headers=headers), path, numbers)
        finally:
            cursor.execute("PRAGMA query_only = OFF")

    assert Token.objects.get().last_used is None
    tokens.find(secret)
    assert Token.objects.get().last_used is not None


def test_use_of_a_token_is_noted_without_waiting_for_a_writer() -> None:
    def patience() -> int:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA busy_timeout")
            return int(cursor.fetchone()[0])

    with time_limits.not_waiting():
        assert patience() == 0
    assert patience() == 20_000
