"""Migrations of every app taken back to where the journal had no seal, and applied again."""

import pytest
from django.core.management import call_command
from django.db import DatabaseError
from django.utils import timezone

from federation.models import JournalEntry
from tests import databases

BEFORE = [("federation", "0007_journal_chain")]


@pytest.mark.release
@pytest.mark.django_db(transaction=True)
def test_entries_of_the_tables_before_the_seal_are_sealed_and_guarded_on_the_way_back() -> None:
    executor = databases.by_single_steps()
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

    databases.by_single_steps().migrate(databases.replaced(executor))
    call_command("migrate", verbosity=0)

    sealed = JournalEntry.objects.order_by("place")
    assert list(sealed.values_list("place", "subject_id")) == [(1, "0"), (2, "1"), (3, "2")]
    with pytest.raises(DatabaseError, match="append-only"):
        sealed.update(act="player.merged")
