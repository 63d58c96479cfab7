"""The log follows the journal; pages give it out."""

import json
from base64 import b64decode
from hashlib import sha256
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django.fixtures import Settings

from federation.journal import journal
from federation.models import JournalEntry, Player
from federation.privacy import privacy
from ratings.list_proof import archive, package
from ratings.list_proof import command as list_command
from ratings.lists.publication import ListRequest, order, prepare_and_release
from ratings.merkle_log import merkle, notes
from ratings.merkle_log.command import NO_KEY
from ratings.merkle_log.merkle import leaf_hash
from ratings.models import (
    ListBundle,
    ListEntry,
    LogEntry,
    LogHead,
    LogTile,
    ManualEvent,
    PublishedList,
    RatingSystem,
)
from ratings.public_log import keys, list_rows, reading
from ratings.public_log.bundles import list_bundles
from ratings.runs.manual_events import Decision, enter, withdraw
from ratings.tasks.lists import extend_public_log
from tests.ratings.histories import people
from tests.ratings.public_log.log_copies import DAY, LISTED, copied, extend, said

pytestmark = pytest.mark.django_db


def test_log_opens_with_its_key_and_tells_what_was_published(published: PublishedList) -> None:
    head = extend()
    opened, told = said()
    line = JournalEntry.objects.get(act="list.published")

    assert (opened["act"], opened["origin"], opened["key"]) == (
        "log.opened",
        "ratings.example.org/log",
        head.key,
    )
    assert told == {
        "act": "list.published",
        "at": line.at.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "journal": {"place": line.place, "sha256": line.digest},
        "system": "ffg",
        "date": "2023-03-31",
        "revision": 1,
        "rows": 4,
        "sha256": sha256("".join(list_rows.lines(published)).encode()).hexdigest(),
        "tree": list_rows.digest(published).tree,
    }
    assert (head.size, head.journal_place) == (2, journal.head().place)


def test_rows_of_a_list_are_written_in_one_form(published: PublishedList) -> None:
    first = ListEntry.objects.get(list=published, position=1)
    head, row, *_ = list_rows.lines(published)

    assert head == (
        "number,position,rank,active_position,active_rank,rating,exact,deviation,games,k,title,active,provisional\n"
    )
    assert row == f"{first.player_id},1,1,,,{first.rating},{first.exact!r},,3,,,0,0\n"


def test_manual_adjustment_is_told_without_names_and_accounts_and_so_is_its_withdrawal() -> None:
    ffg, player = RatingSystem.objects.get(key="ffg"), people(1)[0]
    decision = Decision(
        kind=ManualEvent.Kind.RESET, date=DAY, player=player, value=-300.0, label="by Abelard's wish"
    )
    event = enter(ffg, decision, account=None)
    withdraw(event, account=None)
    extend()
    _, entered, withdrawn = said()

    assert (entered["act"], withdrawn["act"]) == ("manual-event.entered", "manual-event.withdrawn")
    figures = {
        "number": event.pk,
        "system": "ffg",
        "kind": "reset",
        "date": "2023-03-04",
        "player": player.pk,
    }
    assert figures.items() <= entered.items()
    assert entered["value"] == -300.0
    assert "Abelard" not in json.dumps(said())
    assert player.surname not in json.dumps(said())


def test_log_extended_again_stays_as_it_was(published: PublishedList) -> None:
    before = extend()
    extend_public_log()
    after = LogHead.objects.get()

    assert (after.size, after.checkpoint, after.signed) == (before.size, before.checkpoint, before.signed)


def test_hidden_player_leaves_the_digest_of_the_rows_as_it_was(published: PublishedList) -> None:
    extend()
    told = said()[1]["sha256"]
    player = Player.objects.get(
        pk=ListEntry.objects.filter(list=published).values_list("player", flat=True)[0]
    )
    privacy.choose(player, Player.Privacy.INITIALS, account=None)

    assert (list_rows.digest(published).sha256, list_rows.digest(published).rows) == (told, 4)


def test_machine_without_the_key_extends_and_does_not_sign(published: PublishedList, key_file: Path) -> None:
    extend()
    key_file.rename(key_file.with_name("elsewhere"))
    enter(
        RatingSystem.objects.get(key="ffg"),
        Decision(ManualEvent.Kind.RESET, DAY, "reset", Player.objects.all()[0], -300.0),
        account=None,
    )
    head = extend()

    assert head.size == 3
    assert head.checkpoint.split("\n")[1] == "2"
    assert not key_file.exists()


def test_file_that_holds_no_key_stops_the_log_with_a_sentence(key_file: Path) -> None:
    key_file.write_text("not a key\n")

    with pytest.raises(CommandError, match="holds no key of the log"):
        call_command("public_log")
    assert not LogEntry.objects.exists()


def test_key_is_readable_for_nobody_else(key_file: Path) -> None:
    extend()

    assert key_file.stat().st_mode & 0o777 == 0o600
    assert len(b64decode(key_file.read_text())) == 32


def test_new_key_is_told_in_the_log_and_the_change_is_signed_by_both(
    tmp_path: Path, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    first = notes.parse_key(extend().key)
    reserve = str(keys.make("ratings.example.org/log", tmp_path / "cold").key)
    call_command("public_log", new_key=tmp_path / "new", next_key=reserve)
    head = LogHead.objects.get()
    second = notes.parse_key(head.key)

    assert second != first
    assert notes.open_note(head.checkpoint, [first, second])[1] == [second, first]
    assert (said()[-1]["act"], said()[-1]["key"], said()[-1]["next"]) == ("log.key", head.key, reserve)
    settings.PUBLIC_LOG_KEY = str(tmp_path / "new")
    people(1)
    assert extend().key == head.key


@pytest.mark.parametrize("steps", [[1, 255, 1], [256, 1], [300, 300], [1] * 3, [700]])
def test_tiles_written_in_steps_are_those_of_one_tree(steps: list[int]) -> None:
    leaves = [leaf_hash(b"%d" % number) for number in range(sum(steps))]
    done = 0
    for step in steps:
        reading.extend(done, leaves[done : done + step])
        done += step
    in_steps = {(tile.level, tile.number): bytes(tile.hashes) for tile in LogTile.objects.all()}
    LogTile.objects.all().delete()
    reading.extend(0, leaves)

    assert in_steps == {(tile.level, tile.number): bytes(tile.hashes) for tile in LogTile.objects.all()}
    assert len(in_steps[0, 0]) == 32 * min(done, 256)
    assert reading.root(done) == merkle.root(done, reading.subtree(done))
    for old in (1, done // 2 or 1, done):
        proof = merkle.consistency_proof(old, done, reading.subtree(done))
        assert merkle.extends(old, done, reading.root(old), reading.root(done), proof)


def test_addresses_give_what_the_log_has_and_nothing_before_it_is_there(
    published: PublishedList, client: Client
) -> None:
    assert client.get("/log/checkpoint").status_code == 404
    extend()
    checkpoint, tile = client.get("/log/checkpoint"), client.get("/log/tile/0/000.p/2")

    assert checkpoint["Content-Type"] == "text/plain; charset=utf-8"
    assert checkpoint["Access-Control-Allow-Origin"] == "*"
    assert (tile["Content-Type"], len(tile.content)) == ("application/octet-stream", 64)
    assert "immutable" in tile["Cache-Control"]
    assert client.get("/log/tile/0/000.p/1").content == tile.content[:32]
    for path in (
        "0/000",
        "0/000.p/3",
        "0/001.p/1",
        "1/000.p/1",
        "entries/000",
        "entries/000.p/3",
        "0/x",
        "9/000",
    ):
        assert client.get(f"/log/tile/{path}").status_code == 404, path


def test_pages_show_the_entries_and_how_a_list_is_proved(published: PublishedList) -> None:
    client = Client(headers={"accept-language": "en"})
    waiting = client.get("/lists/ffg/2023-03-31/proof/").content.decode()
    assert "not in the public log yet" in waiting
    head = extend()
    page = client.get("/log/").content.decode()
    proof = client.get("/lists/ffg/2023-03-31/proof/").content.decode()
    digest = said()[1]["sha256"]

    assert page.count(digest) == proof.count(digest) == 1
    assert "Log opened" in page
    assert f'/log <span class="nowrap">--key</span> &quot;{head.key}&quot;' in page
    assert "ffg_2023-03-31_r1_rows.csv ffg 2023-03-31" in proof
    assert 'href="/lists/ffg/2023-03-31/proof/"' in client.get("/lists/ffg/2023-03-31/").content.decode()


def test_page_of_entries_reads_fifty_at_a_time(published: PublishedList, client: Client) -> None:
    extend()
    LogEntry.objects.bulk_create(
        LogEntry(place=place, data='{"act":"log.key","at":"2026-01-01T00:00:00Z"}') for place in range(2, 120)
    )
    client.get("/log/")  # what every page reads once
    with CaptureQueriesContext(
        connection,
    ) as asked:
        client.get("/log/?page=2")

    assert len([one for one in asked if "logentry" in one["sql"]]) == 2  # how many, and fifty of them
    assert [entry.place for entry in reading.page("3")] == list(range(19, -1, -1))
    assert reading.page("no number").number == 1


def test_bundle_made_with_a_list_is_told_and_another_bundle_of_it_found_out(
    published: PublishedList, client: Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Player.objects.update(given_name="Other")
    shown = prepare_and_release(order(published.system, ListRequest(LISTED, "Names"), account=None).pk)
    extend()
    kept = ListBundle.objects.get(list=shown)
    assert said()[-1]["bundle"] == kept.sha256
    assert "bundle" not in said()[1]  # published without one
    log, file = copied(client, tmp_path / "log"), tmp_path / "bundle.zip"
    data = b"".join(list_bundles.pieces(kept))
    file.write_bytes(data)
    checked = [str(file), "--log", str(log), "--key", LogHead.objects.get().key]

    assert list_command.main(checked) == 0
    told = capsys.readouterr().out
    assert "The log has the digest of this bundle, facts and all." in told
    assert NO_KEY not in told
    assert list_command.main(checked[:-2]) == 0
    assert NO_KEY in capsys.readouterr().out
    # A fact that decides nothing: the tournament lasted a day longer. Only the log knows.
    files = archive.unpack(data)
    files["events.csv"] = files["events.csv"].replace(b"7,2023-03-04,2023-03-04", b"7,2023-03-04,2023-03-05")
    head = package.read(archive.unpack(data))
    facts = {name: file for name, file in files.items() if name != package.NAME}
    file.write_bytes(archive.pack([(package.NAME, package.describe(head, facts)), *facts.items()]))
    assert list_command.main(checked) == 1
    assert "DIFFERS: the log has another bundle of this list." in capsys.readouterr().out
