"""A stranger's verifier holds a copy of the log against a checkpoint kept, and believes nothing else."""

import json
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from django.core.management import call_command
from django.db.models import F
from django.test import Client

from federation.models import Player
from ratings.lists.publication import publish
from ratings.merkle_log import command
from ratings.merkle_log.merkle import leaf_hash
from ratings.models import LogEntry, LogHead, LogTile, PublishedList, RatingChange, RatingSystem
from ratings.public_log import keys, reading, verifier, writing
from tests.ratings.public_log.log_copies import LISTED, copied, extend, said

pytestmark = pytest.mark.django_db


def test_checkpoint_kept_is_shown_to_be_the_beginning_of_what_stands_now(
    published: PublishedList, client: Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "checkpoint"
    kept.write_text(extend().checkpoint)
    Player.objects.update(given_name="Other")
    publish(RatingSystem.objects.get(key="ffg"), LISTED, account=None, note="The names were wrong.")
    head = extend()
    log = copied(client, tmp_path / "log")

    assert command.main(["log", str(kept), str(log), "--key", head.key]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Holds: the 2 entries of your checkpoint stand unchanged; there are 3 now."
    assert "list.published ffg 2023-03-31 2" in lines[1]


def test_log_written_anew_without_an_entry_is_found_out(
    published: PublishedList, client: Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "checkpoint"
    kept.write_text(extend().checkpoint)
    forged = json.dumps({**said()[1], "sha256": "0" * 64}, sort_keys=True, separators=(",", ":"))
    LogEntry.objects.filter(place=1).update(data=forged)
    LogTile.objects.all().delete()
    leaves = [
        leaf_hash(data.encode()) for data in LogEntry.objects.values_list("data", flat=True).order_by("place")
    ]
    reading.extend(0, leaves)
    writing.sign_end()
    log = copied(client, tmp_path / "log")

    assert command.main(["log", str(kept), str(log)]) == 1
    assert "not the ones of the older checkpoint" in capsys.readouterr().out


def test_shorter_log_and_a_log_of_another_name_are_found_out(
    published: PublishedList, client: Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    head = extend()
    log = copied(client, tmp_path / "log")
    for number, text in enumerate(
        (head.checkpoint.replace("log\n2\n", "log\n9\n"), head.checkpoint.replace("ratings.", "other."))
    ):
        kept = tmp_path / f"kept{number}"
        kept.write_text(text)
        assert command.main(["log", str(kept), str(log)]) == 1
    told = capsys.readouterr().out
    assert "had 9 entries and has 2" in told
    assert "is of other.example.org/log" in told


def test_signature_of_another_key_is_found_out(
    published: PublishedList, client: Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    head = extend()
    kept = tmp_path / "kept"
    kept.write_text(head.checkpoint)
    log = copied(client, tmp_path / "log")
    other = str(keys.make("ratings.example.org/log", tmp_path / "other").key)

    assert command.main(["log", str(kept), str(log), "--key", head.key]) == 0
    assert command.main(["log", str(kept), str(log), "--key", other]) == 1
    assert command.main(["log", str(kept), str(log), "--key", "no key"]) == 2
    assert "not signed by the key given" in capsys.readouterr().out


def test_rows_of_a_list_are_proved_and_changed_ones_found_out(
    published: PublishedList, client: Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    extend()
    log = str(copied(client, tmp_path / "log"))
    answer = client.get("/lists/ffg/2023-03-31/rows.csv")
    rows = tmp_path / "rows.csv"
    rows.write_bytes(b"".join(answer.streaming_content))  # type: ignore[attr-defined]  # of a stream

    assert command.main(["list", str(rows), "ffg", "2023-03-31", log]) == 0
    told = capsys.readouterr().out
    assert "entry 1 of 2 has the digest of these rows" in told
    assert command.NO_KEY in told
    key = LogHead.objects.get().key
    assert command.main(["list", str(rows), "ffg", "2023-03-31", log, "--key", key]) == 0
    assert command.NO_KEY not in capsys.readouterr().out
    rows.write_bytes(rows.read_bytes().replace(b",3,", b",4,", 1))
    assert command.main(["list", str(rows), "ffg", "2023-03-31", log]) == 1
    assert command.main(["list", str(rows), "ffg", "2023-04-30", log]) == 1
    assert command.main(["list", str(tmp_path / "none"), "ffg", "2023-03-31", log]) == 2


def test_rows_of_several_revisions_are_those_of_the_newest_unless_one_is_asked_for(
    published: PublishedList, client: Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = tmp_path / "rows.csv"
    answer = client.get("/lists/ffg/2023-03-31/rows.csv")
    rows.write_bytes(answer.getvalue())
    Player.objects.update(given_name="Other")  # not in the rows
    publish(published.system, LISTED, account=None, note="The names were wrong.")
    RatingChange.objects.update(after=F("after") + 100)
    publish(published.system, LISTED, account=None, note="The ratings were wrong.")
    extend()
    log = str(copied(client, tmp_path / "log"))
    given = ["list", str(rows), "ffg", "2023-03-31", log]

    assert command.main(given) == 0
    newest = capsys.readouterr().out
    assert command.main([*given, "--revision", "1"]) == 0
    asked = capsys.readouterr().out
    statuses = [command.main([*given, "--revision", number]) for number in ("3", "4")]

    assert "It is revision 2 of ffg, 2023-03-31." in newest
    assert "The log has a newer one: revision 3." in newest
    assert "It is revision 1 of ffg, 2023-03-31." in asked
    assert statuses == [1, 1]


def files(folder: Path) -> Iterator[Path]:
    yield from sorted(path for path in folder.rglob("*") if path.is_file())


def test_bit_turned_anywhere_is_found_out_or_was_not_needed(
    published: PublishedList, client: Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "kept"
    kept.write_text(extend().checkpoint)
    Player.objects.update(given_name="Other")
    publish(RatingSystem.objects.get(key="ffg"), LISTED, account=None, note="The names were wrong.")
    head = extend()
    log = copied(client, tmp_path / "log")
    asked = ["log", str(kept), str(log), "--key", head.key]
    assert command.main(asked) == 0
    told = capsys.readouterr().out
    dice, found = Random(1), 0
    for _ in range(400):
        file = dice.choice(list(files(log)))
        whole = file.read_bytes()
        bit = dice.randrange(8 * len(whole))
        turned = bytearray(whole)
        turned[bit // 8] ^= 1 << bit % 8
        file.write_bytes(turned)
        status = command.main(asked)
        out = capsys.readouterr().out
        file.write_bytes(whole)
        assert status in (1, 2) or out == told, (file, bit)
        found += status != 0
    assert found > 250


def test_verifier_is_one_file_of_the_same_bytes_that_needs_only_python(
    published: PublishedList, client: Client, tmp_path: Path
) -> None:
    kept = tmp_path / "kept"
    kept.write_text(extend().checkpoint)
    log = copied(client, tmp_path / "log")
    call_command("build_verifier", to=tmp_path / "verify.pyz")
    made = (tmp_path / "verify.pyz").read_bytes()
    bare = [sys.executable, "-I", "-S", str(tmp_path / "verify.pyz")]  # no package is installed for it
    ran = subprocess.run([*bare, "log", str(kept), str(log)], capture_output=True, text=True, check=False)

    assert made == client.get("/log/palmares-verify.pyz").content == verifier.content()
    assert all(info.date_time[0] == 1980 for info in zipfile.ZipFile(tmp_path / "verify.pyz").infolist())
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("Holds: the 2 entries")
