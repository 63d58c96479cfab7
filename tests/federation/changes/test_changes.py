"""Changes since a cursor: every one once, in the order of the journal, with the names shown now."""

import threading
from datetime import UTC, timedelta
from typing import Any

import pytest
from django.db import connection, connections, transaction
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from federation.changes import reading
from federation.journal import journal
from federation.models import JournalEntry, Player
from federation.privacy import personal_data, privacy
from federation.register import register
from federation.register.register import Newcomer

pytestmark = pytest.mark.django_db


def enrol(name: str) -> Player:
    return register.enrol(Newcomer(name, "Anna", "FR"), account=None)


def ask(client: Client, since: str = "", status: int = 200, **more: Any) -> dict[str, Any]:
    answer = client.get("/api/v1/changes", {"since": since, **more}, headers={"Accept-Language": "en"})
    assert answer.status_code == status, answer.content
    found: dict[str, Any] = answer.json()
    return found


def test_who_begins_gets_the_cursor_of_now_and_then_what_happens(client: Client) -> None:
    enrol("HOLM")
    journal.seal()
    begun = ask(client)
    added = enrol("BERG")
    journal.seal()

    found = ask(client, begun["cursor"])

    (item,) = found["items"]
    line = JournalEntry.objects.latest("pk")
    assert begun["items"] == []
    assert (item["id"], item["type"]) == (f"evt_{line.place}", "player.added")
    assert item["data"]["player"]["number"] == added.pk
    assert item["data"]["player"]["name"] == "BERG Anna"
    assert ask(client, found["cursor"]) == {"items": [], "cursor": found["cursor"], "more": False}


def test_pages_hold_every_change_once_whatever_their_length(client: Client) -> None:
    begun = ask(client)["cursor"]
    numbers = [enrol(f"HOLM{'abcdefg'[n]}").pk for n in range(7)]
    journal.write("account.logged-in", "account", account=None)
    journal.seal()

    for limit in (1, 2, 3, 7, 100):
        cursor, more, seen = begun, True, []
        while more:
            page = ask(client, cursor, limit=limit)
            seen += [one["data"]["player"]["number"] for one in page["items"]]
            cursor, more = page["cursor"], page["more"]
        assert seen == numbers


def test_what_is_nobody_s_business_is_left_out(client: Client) -> None:
    begun = ask(client)["cursor"]
    for act in ("account.added", "token.issued", "upload.received", "run.requested", "webhook.added"):
        journal.write(act, "account", account=None, email="x@example.org")
    journal.seal()

    found = ask(client, begun)

    assert found["items"] == []
    assert found["cursor"] != begun


def test_merge_says_which_number_to_drop_and_its_undoing_says_it_is_back(client: Client) -> None:
    kept, gone = enrol("HOLM"), enrol("HOLMGREN")
    journal.seal()
    begun = ask(client)["cursor"]
    journal.write("player.merged", kept, account=None, other=gone.pk)
    journal.write("player.unmerged", kept, account=None, other=gone.pk)
    journal.seal()

    merged, unmerged = ask(client, begun)["items"]

    assert (merged["type"], unmerged["type"]) == ("player.merged", "player.unmerged")
    for one in (merged, unmerged):
        assert (one["data"]["kept"]["number"], one["data"]["gone"]["number"]) == (kept.pk, gone.pk)


def test_hidden_player_is_told_without_the_name_also_in_older_changes(client: Client) -> None:
    begun = ask(client)["cursor"]
    player = enrol("HOLM")
    privacy.choose(player, Player.Privacy.INITIALS, account=None)
    journal.seal()

    added, hidden = ask(client, begun)["items"]

    (shown,) = hidden["data"]["players"]
    assert hidden["type"] == "player.privacy"
    assert (shown["number"], shown["name"], shown["shown"]) == (player.pk, "H. A.", "initials")
    assert added["data"]["player"]["name"] == "H. A."


def test_erased_player_is_told_by_number(client: Client) -> None:
    player = enrol("HOLM")
    journal.seal()
    begun = ask(client)["cursor"]
    personal_data.erase(player, "At their own request", account=None)
    journal.seal()

    items = ask(client, begun)["items"]

    assert {one["type"] for one in items} == {"player.privacy"}
    assert "HOLM" not in str(items)
    assert "request" not in str(items)
    assert items[-1]["data"]["players"][0]["name"] == f"NN {player.pk}"


def test_types_asked_for_alone_are_given(client: Client) -> None:
    begun = ask(client)["cursor"]
    privacy.choose(enrol("HOLM"), Player.Privacy.INITIALS, account=None)
    journal.seal()

    assert [one["type"] for one in ask(client, begun, type="player.privacy")["items"]] == ["player.privacy"]


def test_time_stands_for_the_place_before_it(client: Client) -> None:
    enrol("HOLM")
    journal.seal()
    day, day_of_utc = timezone.localdate(), timezone.now().astimezone(UTC).date()

    assert len(ask(client, day.isoformat())["items"]) == 1
    assert len(ask(client, f"{day_of_utc.isoformat()}T00:00:00Z")["items"]) == 1
    assert ask(client, (day + timedelta(days=2)).isoformat())["items"] == []


@pytest.mark.parametrize("day", ["0001-01-01", "1970-01-01T00:00:00+14:00"])
def test_day_long_ago_stands_for_the_beginning(client: Client, day: str) -> None:
    enrol("HOLM")
    journal.seal()

    assert len(ask(client, day)["items"]) == 1


@pytest.mark.parametrize("since", ["x", "0", "1-0", "2026-11-01T", "2026-11-01Tx", "٣-000000000000"])
def test_what_is_neither_cursor_nor_time_is_refused(client: Client, since: str) -> None:
    assert ask(client, since, status=422)["code"] == "invalid"


@pytest.mark.parametrize(
    "since", ["1-000000000000", "99999999-0123456789ab", "2026-13-01", "2026-11-01T99:99"]
)
def test_cursor_of_another_state_is_gone(client: Client, since: str) -> None:
    enrol("HOLM")
    journal.seal()

    assert ask(client, since, status=410)["code"] == "unknown-cursor"


def test_queries_do_not_grow_with_the_changes(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    begun = ask(client)["cursor"]
    for n in range(6):
        enrol(f"HOLM{'abcdef'[n]}")
    journal.seal()
    place = reading.place_of(begun)

    with django_assert_num_queries(4):
        assert len(reading.read(place, limit=100).changes) == 6


@pytest.mark.postgresql
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite writes one at a time")
@pytest.mark.django_db(transaction=True, serialized_rollback=True)
def test_transaction_that_commits_late_is_neither_lost_nor_told_twice() -> None:
    player = enrol("HOLM")
    journal.seal()
    begun = journal.head().place
    go_on, over, written = threading.Event(), threading.Event(), threading.Event()

    def write_long() -> None:
        with transaction.atomic():
            journal.write("player.renamed", player, account=None, number=1)
            written.set()
            go_on.wait(120)
        connections.close_all()
        over.set()

    threading.Thread(target=write_long).start()
    assert written.wait(120)
    journal.write("player.renamed", player, account=None, number=2)
    journal.seal()
    first = reading.read(begun, limit=100)
    go_on.set()
    assert over.wait(120)
    journal.seal()
    second = reading.read(reading.place_of(first.cursor), limit=100)

    lines = {one.place: one.detail["number"] for one in JournalEntry.objects.filter(place__gt=begun)}
    assert [lines[one.place] for one in first.changes] == [2]
    assert [lines[one.place] for one in second.changes] == [1]
    keys = JournalEntry.objects.filter(place__gt=begun).order_by("place").values_list("pk", flat=True)
    assert list(keys) != sorted(keys)  # numbers were taken in the other order


@pytest.mark.postgresql
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite writes one at a time")
@pytest.mark.django_db(transaction=True, serialized_rollback=True)
def test_reader_beside_many_writers_and_sealers_sees_every_change_once() -> None:
    player = enrol("HOLM")
    journal.seal()
    begun, writers, each = journal.head().place, 4, 25

    def write() -> None:
        for _ in range(each):
            with transaction.atomic():
                journal.write("player.renamed", player, account=None)
            journal.seal()
        connections.close_all()

    threads = [threading.Thread(target=write) for _ in range(writers)]
    for one in threads:
        one.start()
    seen, place = [], begun
    while any(one.is_alive() for one in threads) or place < journal.head().place:
        page = reading.read(place, limit=7)
        seen += [one.place for one in page.changes]
        place = reading.place_of(page.cursor)
    for one in threads:
        one.join()
    journal.seal()
    seen += [one.place for one in reading.read(place, limit=100).changes]

    assert seen == list(range(begun + 1, begun + 1 + writers * each))
