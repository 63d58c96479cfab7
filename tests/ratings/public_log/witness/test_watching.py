"""Logs of other installations are watched: cosigned while all is well, an alarm when the past is changed."""

import time
from base64 import b64decode
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from federation.models import Account, JournalEntry
from ratings.merkle_log import cosignatures, notes
from ratings.merkle_log.notes import Checkpoint
from ratings.models import LogAlarm, LogHead, WatchedLog
from ratings.public_log.witness import alarms, reading, remote, watch_round
from tests.ratings.merkle_log.another_log import AnotherLog
from tests.ratings.public_log.witness.other_installation import (
    OtherInstallation,
    rewrite,
)

pytestmark = pytest.mark.django_db


def look(watched: WatchedLog) -> WatchedLog:
    watch_round.run()
    watched.refresh_from_db()
    return watched


def test_log_is_watched_cosigned_and_given_out(
    watched: WatchedLog, other: OtherInstallation, client: Client
) -> None:
    digest = reading.digest_of(other.log.key.name)
    assert client.get(f"/log/witness/{digest}").status_code == 404
    begun = int(time.time())
    look(watched)
    answer = client.get(f"/log/witness/{digest}")
    note = answer.content.decode()
    key = cosignatures.parse_key(LogHead.objects.get().witness_key)
    held = cosignatures.of_note(note, [key])

    assert (watched.size, watched.problem) == (5, "")
    assert key.name == "ratings.example.org/witness"
    assert begun <= held[0].at <= time.time()
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


@pytest.mark.parametrize(("size", "kind"), [(5, "rewritten"), (9, "rewritten"), (3, "shrunk")])
def test_changed_log_raises_an_alarm_that_everybody_sees(
    watched: WatchedLog, other: OtherInstallation, client: Client, *, size: int, kind: str
) -> None:
    Account.objects.create_superuser("ada@example.org", "a long enough secret")
    look(watched)
    before, digest = other.log.note, reading.digest_of(other.log.key.name)
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
    now = [0.0]
    monkeypatch.setattr(remote, "time", SimpleNamespace(monotonic=lambda: now[0]))
    other.before_answer = lambda: now.append(now.pop() + remote.SECONDS + 1)
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
