"""Installations watch each other: cosigned while all is well, an alarm when the past is changed."""

import time
from base64 import b64decode
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone, translation
from pytest_django.fixtures import Settings

from federation.journal import journal
from federation.models import Account, Job, JournalEntry
from ratings.merkle_log import command, cosignatures, notes
from ratings.merkle_log.merkle import leaf_hash
from ratings.merkle_log.notes import Checkpoint
from ratings.models import LogAlarm, LogEntry, LogHead, LogTile, LogWitness, WatchedLog
from ratings.public_log import keys, tree, writing
from ratings.public_log.witness import alarms, collecting, entering, looking, reading, remote
from ratings.tasks import look_at_logs, watch_logs
from tests.ratings.merkle_log.another_log import AnotherLog
from tests.ratings.public_log.other_installation import OtherInstallation, installation
from tests.ratings.public_log.test_public_log import copied

pytestmark = pytest.mark.django_db
ORIGIN = "ratings.example.org/log"


@pytest.fixture(autouse=True)
def folder(settings: Settings, tmp_path: Path) -> Iterator[Path]:
    settings.PUBLIC_LOG_ORIGIN = ORIGIN
    settings.PUBLIC_LOG_KEY = str(tmp_path / "log_key")
    settings.WITNESS_NAME = "ratings.example.org/witness"
    settings.WITNESS_KEY = str(tmp_path / "witness_key")
    settings.WEBHOOK_PRIVATE = True
    with translation.override("en"):
        yield tmp_path


@pytest.fixture
def other() -> Iterator[OtherInstallation]:
    with installation() as made:
        yield made


@pytest.fixture
def watched(other: OtherInstallation) -> WatchedLog:
    return entering.watch(other.address, str(other.log.key), account=None)


@pytest.fixture
def head() -> LogHead:
    """Our own log, with two entries."""
    journal.seal()
    writing.extend()
    writing.change_key(_new_signer(), None)
    return LogHead.objects.get()


def _new_signer() -> keys.Signer:
    found = keys.load(ORIGIN, keys.path())
    assert found is not None
    return found


def look(watched: WatchedLog) -> WatchedLog:
    looking.run()
    watched.refresh_from_db()
    return watched


# --- we watch another log


def test_log_is_watched_cosigned_and_given_out(
    watched: WatchedLog, other: OtherInstallation, client: Client
) -> None:
    digest = collecting.digest_of(other.log.key.name)
    assert client.get(f"/log/witness/{digest}").status_code == 404
    look(watched)
    answer = client.get(f"/log/witness/{digest}")
    note = answer.content.decode()
    key = cosignatures.parse_key(LogHead.objects.get().witness_key)
    held = cosignatures.of_note(note, [key])

    assert (watched.size, watched.problem) == (5, "")
    assert key.name == "ratings.example.org/witness"
    assert abs(held[0].at - time.time()) < 60
    assert note == other.log.note + held[0].line
    assert notes.open_note(note, [other.log.key])[1] == [other.log.key]
    assert answer["Access-Control-Allow-Origin"] == "*"

    other.log.add(300)
    look(watched)
    assert watched.size == 305
    assert client.get(f"/log/witness/{digest}").content.decode().startswith(other.log.note)
    assert not LogAlarm.objects.exists()


def test_log_that_stands_still_is_cosigned_again_after_a_day(watched: WatchedLog) -> None:
    first = look(watched).cosigned
    assert look(watched).cosigned == first
    WatchedLog.objects.update(cosigned=timezone.now() - timedelta(hours=25))

    again = look(watched).cosigned
    assert first is not None
    assert again is not None
    assert again >= first


def rewrite(log: AnotherLog, size: int) -> None:
    """Write a log anew, with another first entry."""
    log.leaves.clear()
    log.add(1, mark=b"forged").add(size - 1)


@pytest.mark.parametrize(("size", "kind"), [(5, "rewritten"), (9, "rewritten"), (3, "shrunk")])
def test_changed_log_raises_an_alarm_that_everybody_sees(
    watched: WatchedLog, other: OtherInstallation, client: Client, *, size: int, kind: str
) -> None:
    Account.objects.create_superuser("ada@example.org", "a long enough secret")
    look(watched)
    before, digest = other.log.note, collecting.digest_of(other.log.key.name)
    rewrite(other.log, size)
    look(watched)
    look(watched)
    alarm = LogAlarm.objects.get()

    assert (alarm.origin, alarm.kind, watched.problem) == (other.log.key.name, kind, kind)
    assert (alarm.before, alarm.after) == (before, other.log.note)
    assert watched.checkpoint == before  # nothing changed is kept or cosigned
    assert client.get(f"/log/witness/{digest}").content.decode().startswith(before)
    assert JournalEntry.objects.filter(act="log.alarm").count() == 1
    assert [one.to for one in mail.outbox] == [["ada@example.org"]]
    assert other.log.key.name in mail.outbox[0].subject
    shown = client.get(f"/log/evidence/{alarm.pk}.txt").content.decode()
    assert before in shown
    assert other.log.note in shown
    page = Client(headers={"accept-language": "en"}).get("/log/").content.decode()
    assert f"/log/evidence/{alarm.pk}.txt" in page
    assert f"the log {other.log.key.name} was {'rewritten' if kind == 'rewritten' else 'cut short'}" in page


def test_settled_alarm_stays_and_the_same_evidence_raises_no_other(
    watched: WatchedLog, other: OtherInstallation
) -> None:
    look(watched)
    rewrite(other.log, 5)
    look(watched)
    alarm, officer = LogAlarm.objects.get(), Account.objects.create_user("omar@example.org")
    assert alarms.settle(alarm, account=officer)
    assert not alarms.settle(alarm, account=officer)
    look(watched)

    assert LogAlarm.objects.count() == 1
    assert not reading.open_alarms().exists()
    assert watched.problem == "rewritten"
    other.log.add(1)  # new evidence
    look(watched)
    assert LogAlarm.objects.count() == 2


def test_log_that_is_as_it_was_again_is_cosigned_again_and_the_evidence_stays(
    watched: WatchedLog, other: OtherInstallation
) -> None:
    look(watched)
    honest = list(other.log.leaves)
    rewrite(other.log, 6)
    look(watched)
    other.log.leaves[:] = honest
    other.log.add(2)
    look(watched)

    assert (watched.problem, watched.size, LogAlarm.objects.count()) == ("", 7, 1)


def test_old_checkpoint_given_again_is_told_and_is_no_alarm(
    watched: WatchedLog, other: OtherInstallation
) -> None:
    old = other.log.note
    other.log.add(4)
    look(watched)
    other.files["checkpoint"] = old.encode()
    look(watched)

    assert (watched.problem, watched.size) == ("older", 9)
    assert not LogAlarm.objects.exists()


def _unreadable(other: OtherInstallation, how: str) -> None:
    log, note = other.log, other.log.note
    if how == "wrong-key":
        other.log = AnotherLog(log.key.name, seed=bytes(32)).add(6)
    elif how == "other-log":
        signed = notes.sign(Checkpoint("else/log", 6, bytes(32)).text, [(log.key, log.private.sign)])
        other.files["checkpoint"] = signed.encode()
    elif how == "unproved":
        log.add(1)
        other.files["tile/0/000.p/6"] = bytes(6 * 32)
    elif how == "not-found":
        other.files["checkpoint"] = log.add(1).note.encode()
        other.log = AnotherLog(log.key.name)
    elif how == "too-long":
        other.files["checkpoint"] = note.encode() * 1000
    else:
        other.files["checkpoint"] = b"\xff\xfe" if how == "no-checkpoint" else note.encode()[:60]


@pytest.mark.parametrize(
    "how", ["wrong-key", "other-log", "unproved", "not-found", "too-long", "no-checkpoint", "cut"]
)
def test_what_cannot_be_checked_is_told_and_is_no_alarm(
    watched: WatchedLog, other: OtherInstallation, how: str
) -> None:
    look(watched)
    _unreadable(other, how)
    look(watched)
    since = watched.problem_since
    look(watched)

    assert watched.problem == ("no-checkpoint" if how == "cut" else how)
    assert watched.problem_since == since is not None
    assert watched.size == 5
    assert not LogAlarm.objects.exists()


def test_many_and_slow_files_end_a_look(
    watched: WatchedLog, other: OtherInstallation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote, "MOST_FILES", 1)
    assert look(watched).problem == "timeout"
    monkeypatch.setattr(remote, "MOST_FILES", 100)
    monkeypatch.setattr(remote, "SECONDS", 0.1)
    other.seconds = 0.2
    assert look(watched).problem == "timeout"
    assert len(other.asked) == 2


def test_nothing_is_read_from_a_private_address(
    watched: WatchedLog, other: OtherInstallation, settings: Settings
) -> None:
    settings.WEBHOOK_PRIVATE = False
    WatchedLog.objects.update(address="https://127.0.0.1:8443/log")

    assert look(watched).problem == "private"
    assert other.asked == []


def test_machine_without_the_key_watches_and_does_not_cosign(watched: WatchedLog, folder: Path) -> None:
    look(watched)
    (folder / "witness_key").rename(folder / "elsewhere")
    WatchedLog.objects.update(cosigned_note="", cosigned=None)
    look(watched)

    assert (watched.problem, watched.cosigned) == ("", None)
    assert not (folder / "witness_key").exists()
    assert (folder / "elsewhere").stat().st_mode & 0o777 == 0o600
    assert len(b64decode((folder / "elsewhere").read_text())) == 32


# --- others watch ours


@pytest.fixture
def witness(other: OtherInstallation) -> LogWitness:
    return entering.trust(other.address, str(other.witness_key), account=None)


def give(other: OtherInstallation, note: str) -> None:
    other.files[collecting.path_of(ORIGIN)] = note.encode()


def test_cosignature_is_collected_and_shown(
    head: LogHead, witness: LogWitness, other: OtherInstallation, client: Client, folder: Path
) -> None:
    give(other, other.cosign(head.checkpoint))
    looking.run()
    witness.refresh_from_db()

    assert (witness.size, witness.problem) == (2, "")
    cosigned = client.get("/log/cosigned-checkpoint").content.decode()
    assert cosigned == client.get("/log/checkpoint").content.decode() == witness.note
    assert cosigned.startswith(head.checkpoint)
    page = Client(headers={"accept-language": "en"}).get("/log/").content.decode()
    assert "Witnessed by other.example.org/witness on" in " ".join(page.split())

    # The log grows: the newest checkpoint is signed by us alone, the cosigned one stays what it was.
    writing.change_key(_new_signer(), None)
    newest = LogHead.objects.get().checkpoint
    assert client.get("/log/checkpoint").content.decode() == newest
    assert client.get("/log/cosigned-checkpoint").content.decode() == cosigned


def test_verifier_says_who_has_seen_a_log(
    head: LogHead,
    witness: LogWitness,
    other: OtherInstallation,
    client: Client,
    folder: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    kept = folder / "kept"
    kept.write_text(head.checkpoint)
    give(other, other.cosign(head.checkpoint, at=1700000000))
    looking.run()
    writing.change_key(_new_signer(), None)
    log = copied(client, folder / "copy")
    (log / "cosigned-checkpoint").write_bytes(client.get("/log/cosigned-checkpoint").content)
    asked = ["log", str(kept), str(log), "--key", head.key, "--witness"]

    assert command.main([*asked, str(other.witness_key)]) == 0
    told = capsys.readouterr().out
    assert (
        "Cosigned by other.example.org/witness on 2023-11-14 22:13:20 UTC: the first 2 of 3 entries." in told
    )
    stranger = cosignatures.CosignerKey("nobody.example.org/w", other.witness_key.public)
    assert command.main([*asked, str(stranger)]) == 1
    assert "nobody.example.org/w has not cosigned" in capsys.readouterr().out
    assert command.main([*asked, head.key]) == 2  # a key of a log is none of a witness
    (log / "cosigned-checkpoint").write_text(other.cosign(head.checkpoint).replace("other", "nobody"))
    assert command.main([*asked, str(other.witness_key)]) == 1
    turned = other.cosign(head.checkpoint)
    (log / "cosigned-checkpoint").write_text(turned[:-6] + ("A" if turned[-6] != "A" else "B") + turned[-5:])
    assert command.main([*asked, str(other.witness_key)]) == 1


def _leaves() -> list[bytes]:
    return [leaf_hash(one.data.encode()) for one in LogEntry.objects.order_by("place")]


def test_witness_that_saw_another_log_of_ours_is_an_alarm(
    head: LogHead, witness: LogWitness, other: OtherInstallation
) -> None:
    """The database was restored from a backup, or somebody rewrote it; the witness remembers."""
    seen = other.cosign(head.checkpoint)
    forged = LogEntry.objects.get(place=1)
    LogEntry.objects.filter(place=1).update(data=forged.data.replace("log.key", "log.yek"))
    LogTile.objects.all().delete()
    tree.extend(0, _leaves())
    writing.sign_end()
    give(other, seen)
    looking.run()
    alarm = LogAlarm.objects.get()

    assert (alarm.origin, alarm.kind) == (ORIGIN, "rewritten")
    assert alarm.before == seen
    assert alarm.after == LogHead.objects.get().checkpoint
    witness.refresh_from_db()
    assert witness.cosigned is None


def test_own_log_restored_from_a_backup_is_an_alarm(
    head: LogHead, witness: LogWitness, other: OtherInstallation
) -> None:
    give(other, other.cosign(head.checkpoint))
    LogEntry.objects.filter(place=1).delete()
    LogTile.objects.all().delete()
    tree.extend(0, _leaves())
    LogHead.objects.update(size=1)
    looking.run()

    assert (LogAlarm.objects.get().origin, LogAlarm.objects.get().kind) == (ORIGIN, "shrunk")


def test_wrong_cosignatures_are_named_and_not_kept(
    head: LogHead, witness: LogWitness, other: OtherInstallation, client: Client
) -> None:
    good = other.cosign(head.checkpoint)
    line = good.splitlines(keepends=True)[-1]
    other_log = notes.sign(other.log.end.text, [(other.log.key, other.log.private.sign)])
    for note, problem in (
        (head.checkpoint, "no-cosignature"),
        (good[:-6] + ("A" if good[-6] != "A" else "B") + good[-5:], "bad-cosignature"),
        (other.cosign(head.checkpoint, at=int(time.time()) + 7200), "bad-cosignature"),
        (other.cosign(other_log), "wrong-key"),
        (other_log + line, "wrong-key"),
        ("hello", "no-checkpoint"),
        ("x" * 70_000, "too-long"),
    ):
        give(other, note)
        looking.run()
        witness.refresh_from_db()
        assert (witness.problem, witness.cosigned) == (problem, None), note[:80]
    assert client.get("/log/cosigned-checkpoint").status_code == 404
    assert not LogAlarm.objects.exists()


def test_older_cosignature_does_not_replace_a_newer_one(
    head: LogHead, witness: LogWitness, other: OtherInstallation
) -> None:
    old = other.cosign(head.checkpoint, at=int(time.time()) - 100)
    give(other, other.cosign(head.checkpoint))
    looking.run()
    witness.refresh_from_db()
    newest = witness.cosigned
    give(other, old)
    looking.run()
    witness.refresh_from_db()

    assert (witness.cosigned, witness.problem) == (newest, "")


# --- what officers enter


def test_wrong_entries_are_refused_with_a_sentence(other: OtherInstallation, settings: Settings) -> None:
    settings.WEBHOOK_PRIVATE = False
    key, cosigner = str(other.log.key), str(other.witness_key)
    for address, text, field in (
        ("http://example.org/log", key, "address"),
        ("ratings", key, "address"),
        ("https://example.org/log?x=1", key, "address"),
        ("https://example.org/log", cosigner, "key"),
        ("https://example.org/log", "x" * 30, "key"),
    ):
        with pytest.raises(entering.EntryError) as refused:
            entering.watch(address, text, account=None)
        assert refused.value.field == field
    with pytest.raises(entering.EntryError):
        entering.trust("https://example.org/log", key, account=None)
    assert not WatchedLog.objects.exists()
    assert not JournalEntry.objects.filter(act__startswith="log.").exists()


def test_own_log_is_not_watched_and_no_more_than_twenty_are(head: LogHead, other: OtherInstallation) -> None:
    with pytest.raises(entering.EntryError, match="own log"):
        entering.watch(other.address, head.key, account=None)
    for number in range(entering.MOST):
        entering.watch(other.address, str(AnotherLog(f"log{number}").key), account=None)
    with pytest.raises(entering.EntryError, match="remove one first"):
        entering.watch(other.address, str(other.log.key), account=None)
    again = entering.watch(other.address + "/", str(AnotherLog("log3", seed=bytes(32)).key), account=None)
    assert (again.key, again.address) == (str(AnotherLog("log3", seed=bytes(32)).key), other.address)


def test_command_watches_looks_and_tells(
    other: OtherInstallation, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("witness", watch=[other.address, str(other.log.key)])
    told = capsys.readouterr().out
    assert "watches other.example.org/log: 5 entries, in order" in told
    assert f"key of this witness: {LogHead.objects.get().witness_key}" in told
    rewrite(other.log, 5)
    call_command("witness")
    assert "ALARM: other.example.org/log rewritten" in capsys.readouterr().out
    call_command("witness", forget="other.example.org/log")
    assert not WatchedLog.objects.exists()
    with pytest.raises(CommandError, match="no log and no witness"):
        call_command("witness", forget="other.example.org/log")
    with pytest.raises(CommandError, match="not the key of a log"):
        call_command("witness", watch=[other.address, "nothing"])


def test_clock_asks_for_one_look_where_there_is_something_to_look_at(
    other: OtherInstallation, django_capture_on_commit_callbacks: object
) -> None:
    watch_logs()
    assert not Job.objects.filter(kind=looking.WORK).exists()
    entering.watch(other.address, str(other.log.key), account=None)
    watch_logs()
    watch_logs()
    assert Job.objects.filter(kind=looking.WORK).count() == 1
    assert look_at_logs.__name__ == "look_at_logs"


@pytest.fixture
def office() -> Client:
    account = Account.objects.create_superuser("ada@example.org", "a long enough secret")
    made = Client(headers={"accept-language": "en"})
    made.force_login(account)
    return made


def test_page_of_witnesses_enters_shows_and_removes(
    head: LogHead, office: Client, other: OtherInstallation, settings: Settings
) -> None:
    settings.SECOND_FACTOR_REQUIRED = False
    told = {"kind": "log", "log-address": other.address, "log-key": str(other.log.key)}
    assert office.post("/review/witnesses/", told).status_code == 302
    told = {"kind": "witness", "witness-address": other.address, "witness-key": str(other.witness_key)}
    assert office.post("/review/witnesses/", told).status_code == 302
    assert Job.objects.filter(kind=looking.WORK).count() == 1
    looking.run()
    rewrite(other.log, 5)
    looking.run()
    page = office.get("/review/witnesses/").content.decode()
    assert "The log was rewritten" in page
    assert "There is no such file on the server." in page  # the witness has not seen our log
    for address in ("/review/", "/jobs/"):
        assert "was rewritten" in office.get(address).content.decode(), address

    alarm, watched, witness = LogAlarm.objects.get(), WatchedLog.objects.get(), LogWitness.objects.get()
    office.post(f"/review/witnesses/alarms/{alarm.pk}/settle/")
    office.post(f"/review/witnesses/log/{watched.pk}/remove/")
    office.post(f"/review/witnesses/witness/{witness.pk}/remove/")
    assert office.post("/review/witnesses/other/1/remove/").status_code == 404
    assert not WatchedLog.objects.exists()
    assert not LogWitness.objects.exists()
    assert LogAlarm.objects.filter(settled__isnull=False).count() == 1
    assert "was rewritten" not in office.get("/review/").content.decode()
    acts = JournalEntry.objects.filter(act__startswith="log.").values_list("act", flat=True).order_by("pk")
    assert list(acts) == [
        *("log.watched", "log.witness-added", "log.alarm", "log.alarm-settled"),
        *("log.unwatched", "log.witness-removed"),
    ]


def test_page_of_witnesses_says_what_is_wrong_with_an_entry(office: Client, settings: Settings) -> None:
    settings.SECOND_FACTOR_REQUIRED = False
    answer = office.post("/review/witnesses/", {"kind": "log", "log-address": "x", "log-key": "y"})

    assert answer.status_code == 422
    assert "Enter a complete web address" in answer.content.decode()
    assert office.post("/review/witnesses/", {"kind": "nothing"}).status_code == 200


def test_evidence_there_is_none_of_is_not_found(client: Client) -> None:
    for address in ("/log/evidence/1.txt", "/log/evidence/99999999999999999999.txt", "/log/witness/abc"):
        assert client.get(address).status_code == 404
