"""Migrations of every app taken back to where the journal had no seal, and applied again."""

import pytest
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from federation.models import JournalEntry

BEFORE = [("federation", "0007_journal_chain")]


@pytest.mark.release
@pytest.mark.django_db(transaction=True)
def test_entries_of_the_tables_before_the_seal_are_sealed_and_guarded_on_the_way_back() -> None:
    executor = MigrationExecutor(connection)
    latest = executor.loader.graph.leaf_nodes()
    executor.migrate(BEFORE)
    old = executor.loader.project_state(BEFORE).apps
    old.get_model("federation", "JournalHead").objects.all().delete()
    entries = old.get_model("federation", "JournalEntry").objects
    for number in range(3):
        entries.create(
            at=timezone.now(),
            act="player.enrolled",
            subject="player",
            subject_id=str(number),
            detail={"n": 1.5},
        )

    MigrationExecutor(connection).migrate(latest)

    sealed = JournalEntry.objects.order_by("place")
    assert list(sealed.values_list("place", "subject_id")) == [(1, "0"), (2, "1"), (3, "2")]
    with pytest.raises(DatabaseError, match="append-only"):
        sealed.update(act="player.merged")
