"""Whom entries suggest: exactly those who go are taken away, and no other entry is read."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models.signals import post_init
from django.test.utils import CaptureQueriesContext

from tests.tournaments import reports
from tests.tournaments.conftest import account
from tournaments.intake import intake
from tournaments.models import Entry
from tournaments.people import suggestions

pytestmark = pytest.mark.django_db


def suggestion(player: int | None, score: int = 60, reasons: tuple[Any, ...] = ()) -> dict[str, Any]:
    return {"player": player, "score": score, "reasons": list(reasons)}


@pytest.fixture
def entries() -> list[Entry]:
    organiser = account("orla@example.org", "organiser")
    draft = intake.draft(
        intake.receive(reports.tou(), filename="moulin.tou", account=organiser), account=organiser
    )
    return list(draft.entries.order_by("pk")[:4])


def suggest(entry: Entry, *said: dict[str, Any]) -> None:
    Entry.objects.filter(pk=entry.pk).update(suggestions=list(said))


def suggested(entry: Entry) -> list[int | None]:
    return [one["player"] for one in Entry.objects.get(pk=entry.pk).suggestions]


@contextmanager
def rows_read() -> Iterator[list[int]]:
    read: list[int] = []

    def note(instance: Entry, **_more: Any) -> None:
        read.append(instance.pk)

    post_init.connect(note, sender=Entry)
    try:
        yield read
    finally:
        post_init.disconnect(note, sender=Entry)


def test_player_is_taken_away_and_those_with_longer_numbers_stay(entries: list[Entry]) -> None:
    suggest(entries[0], suggestion(12), suggestion(123), suggestion(None))
    suggest(entries[1], suggestion(112, score=12))
    suggest(entries[2], suggestion(7, reasons=({"code": "of", "player": 12},)))

    suggestions.take_away([12], among=Entry.objects.all())

    assert [suggested(entry) for entry in entries[:3]] == [[123, None], [112], [7]]


def test_entries_that_suggest_others_are_not_read(entries: list[Entry]) -> None:
    for entry, player in zip(entries, (12, 13, 123, 120), strict=True):
        suggest(entry, suggestion(player))

    with rows_read() as read:
        suggestions.take_away([12, 13], among=Entry.objects.all())

    assert sorted(read) == [entries[0].pk, entries[1].pk]


def test_player_replaced_is_suggested_once_and_put_back(entries: list[Entry]) -> None:
    said = [suggestion(12, score=90), suggestion(5), suggestion(None)]
    suggest(entries[0], *said)
    suggest(entries[1], suggestion(5))

    before = suggestions.replace(12, 5, among=Entry.objects.all())
    replaced = suggested(entries[0])
    suggestions.restore(before, among=Entry.objects.all())

    assert replaced == [5, None]
    assert before == [[entries[0].pk, said]]
    assert Entry.objects.get(pk=entries[0].pk).suggestions == said


@pytest.mark.postgresql
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite writes one at a time")
def test_entries_are_locked_while_they_are_rewritten(entries: list[Entry]) -> None:
    suggest(entries[0], suggestion(12))

    with CaptureQueriesContext(connection) as asked, transaction.atomic():
        suggestions.take_away([12], among=Entry.objects.all())

    (read,) = [one["sql"] for one in asked if one["sql"].startswith("SELECT")]
    assert "FOR NO KEY UPDATE" in read
