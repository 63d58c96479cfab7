"""Cosignatures of our own log are collected from its witnesses, and shown."""

import time
from pathlib import Path

import pytest
from django.test import Client

from ratings.merkle_log import command, cosignatures, notes
from ratings.merkle_log.merkle import leaf_hash
from ratings.models import LogAlarm, LogEntry, LogHead, LogTile, LogWitness
from ratings.public_log import reading, writing
from ratings.public_log.witness import entering, watch_round
from ratings.public_log.witness.reading import path_of
from tests.ratings.public_log.log_copies import copied
from tests.ratings.public_log.witness.other_installation import ORIGIN, OtherInstallation, new_signer

pytestmark = pytest.mark.django_db


@pytest.fixture
def witness(other: OtherInstallation) -> LogWitness:
    return entering.trust(other.address, str(other.witness_key), account=None)


def give(other: OtherInstallation, note: str) -> None:
    other.files[path_of(ORIGIN)] = note.encode()


def test_cosignature_is_collected_and_shown(
    head: LogHead, witness: LogWitness, other: OtherInstallation, client: Client, folder: Path
) -> None:
    give(other, other.cosign(head.checkpoint))
    watch_round.run()
    witness.refresh_from_db()

    assert (witness.size, witness.problem) == (2, "")
    cosigned = client.get("/log/cosigned-checkpoint").content.decode()
    assert cosigned == client.get("/log/checkpoint").content.decode() == witness.note
    assert cosigned.startswith(head.checkpoint)
    page = Client(headers={"accept-language": "en"}).get("/log/").content.decode()
    assert "Witnessed by other.example.org/witness on" in " ".join(page.split())

    # The log grows: the newest checkpoint is signed by us alone, the cosigned one stays what it was.
    writing.change_key(new_signer(), None)
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
    watch_round.run()
    writing.change_key(new_signer(), None)
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
    reading.extend(0, _leaves())
    writing.sign_end()
    give(other, seen)
    watch_round.run()
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
    reading.extend(0, _leaves())
    LogHead.objects.update(size=1)
    watch_round.run()

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
        watch_round.run()
        witness.refresh_from_db()
        assert (witness.problem, witness.cosigned) == (problem, None), note[:80]
    assert client.get("/log/cosigned-checkpoint").status_code == 404
    assert not LogAlarm.objects.exists()


def test_older_cosignature_does_not_replace_a_newer_one(
    head: LogHead, witness: LogWitness, other: OtherInstallation
) -> None:
    old = other.cosign(head.checkpoint, at=int(time.time()) - 100)
    give(other, other.cosign(head.checkpoint))
    watch_round.run()
    witness.refresh_from_db()
    newest = witness.cosigned
    give(other, old)
    watch_round.run()
    witness.refresh_from_db()

    assert (witness.cosigned, witness.problem) == (newest, "")
