"""A backup is made while the site goes on, restored by another process, and verified there."""

import errno
import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import date, datetime
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.db.utils import ConnectionHandler
from django.utils import timezone
from pytest_django.fixtures import Settings

from federation import data_folder
from federation.accounts.allauth_adapters import SecondFactor, sealed_elsewhere
from federation.journal import journal
from federation.models import Account, Backup, Federation, LoginKey
from ratings.backups import create, manifest, proving, restoring
from ratings.backups.manifest import BackupError
from ratings.models import PublishedList, RatingSystem
from tests import databases
from tests.architecture.test_shape import ROOT
from tests.federation.accounts.entering import with_app
from tests.ratings import small_federation

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


@pytest.fixture
def made(tmp_path: Path) -> Backup:
    """A backup of a database with a federation and two lines of the journal."""
    Federation.objects.get_or_create(code="ZZ", defaults={"name": "Nowhere"})
    for _ in range(2):
        journal.write("none", "none", account=None)
    return create.make(tmp_path / "backups")


def restore(folder: str, address: str, *more: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Restore in a process of its own, into the database at an address, with a secret key of its own."""
    environment = {
        **os.environ,
        "DATABASE_URL": address,
        "PALMARES_DATA": str(Path(folder).parent.parent),
        "REDIS_URL": "",
        "SECRET_KEY": "of the trial",
        **variables,
    }
    command = [sys.executable, str(ROOT / "manage.py"), "restore", folder, *more]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_manifest_says_what_is_in_the_copy(made: Backup) -> None:
    told = manifest.read(Path(made.folder))

    assert (told.contents.place, told.contents.digest) == (made.place, journal.head().digest)
    assert told.contents.counts["federation_federation"] == Federation.objects.count()
    assert "federation.0023_backups" in told.contents.migrations
    assert told.kind == connection.vendor


def test_folder_of_a_backup_is_whole_and_nobody_else_reads_it(made: Backup) -> None:
    folder = Path(made.folder)

    assert [one.name for one in folder.parent.iterdir()] == [folder.name]
    assert folder.stat().st_mode & 0o777 == 0o700
    assert len(list(folder.iterdir())) == 2


def test_parts_of_killed_backups_go_with_the_next_one(tmp_path: Path) -> None:
    left, under_way = (tmp_path / f".palmares-20261101T0{n}0000Z.1" for n in (1, 2))
    for part in (left, under_way):
        part.mkdir()
        (part / create.SQLITE).write_text("half")
    with create._locked(under_way):
        found = create.make(tmp_path)

    assert {one.name for one in tmp_path.iterdir()} == {under_way.name, Path(found.folder).name}


def test_key_is_copied_only_where_it_is_asked_for(settings: Settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    with pytest.raises(BackupError, match="SECRET_KEY is in the environment"):
        create.make(tmp_path / "backups", with_key=True)
    (tmp_path / "secret_key").write_text("key")

    found = create.make(tmp_path / "backups", with_key=True)

    assert (Path(found.folder) / "secret_key").read_text() == "key"
    assert len(list((tmp_path / "backups").iterdir())) == 1  # nothing is left of the first


def test_proved_backup_was_restored_and_verified_by_another_process(made: Backup) -> None:
    said: list[str] = []
    proving.prove(made, said.append)

    made.refresh_from_db()
    assert made.proved is not None
    assert f"the journal ends at {made.place}" in said[0]


@contextmanager
def migrated_database(folder: Path) -> Iterator[str]:
    """Make a migrated database without an office, give its address and drop it."""
    if connection.vendor == "sqlite":
        shutil.copy(databases.migrated_file(), folder / "palmares.sqlite3")
        yield f"sqlite:///{folder / 'palmares.sqlite3'}"
        return
    with proving.scratch_database(str(folder), template=databases.migrated_database()) as address:
        yield address


@pytest.mark.dialect
@pytest.mark.long
def test_restore_refuses_a_database_in_use_until_everything_may_go(tmp_path: Path) -> None:
    people = small_federation.enrol(100, random.Random(7))
    for year in (2019, 2025, 2026):  # each a partition on PostgreSQL
        small_federation.publish(RatingSystem.objects.get(key="ffg"), date(year, 11, 6), people)
    PublishedList.objects.update(ready=False)  # invented: no facts give them
    ada = Account.objects.create_user("ada@example.org", "a long enough secret")
    with_app(ada)
    journal.write("none", "none", account=ada)
    made = create.make(tmp_path / "backups")

    with migrated_database(tmp_path) as address:
        first = restore(made.folder, address)
        again = restore(made.folder, address)
        replaced = restore(made.folder, address, "--replace-everything", SECRET_KEY=settings.SECRET_KEY)

    assert (first.returncode, again.returncode, replaced.returncode) == (0, 1, 0), (
        first.stderr + replaced.stderr
    )
    assert "the database is in use; --replace-everything" in again.stderr
    told = "1 accounts: the present secret key does not open their authenticator apps"
    assert [told in one.stdout for one in (first, replaced)] == [True, False]
    assert "  ada@example.org\n" in first.stdout
    assert f"the journal ends at {made.place}" in replaced.stdout


@pytest.mark.postgresql
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite puts a file in place")
def test_restore_that_fails_leaves_everything_as_it_was(made: Backup, tmp_path: Path) -> None:
    dump = Path(made.folder) / create.DUMP
    dump.write_bytes(dump.read_bytes()[:-1000])  # the table of contents is whole, the last rows are not
    change(made, files={create.DUMP: manifest.digest_of(dump)})
    before = Federation.objects.count()

    with pytest.raises(BackupError, match="pg_restore failed"):
        restoring.restore(Path(made.folder), replace_everything=True)

    assert (Federation.objects.count(), Federation.objects.filter(code="ZZ").exists()) == (before, True)


def test_damaged_file_is_refused(made: Backup) -> None:
    file = next(one for one in Path(made.folder).iterdir() if one.name != manifest.NAME)
    file.write_bytes(file.read_bytes()[:-1] + b"?")

    with pytest.raises(BackupError, match=r"is damaged: its SHA-256"):
        restoring.restore(Path(made.folder), replace_everything=True)
    with pytest.raises(BackupError, match="the trial failed"):
        proving.prove(made)
    assert Backup.objects.get().proved is None


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL restores in a transaction")
class TestIntoSQLite:
    """A file is put in the place of another one, which nobody else may have open."""

    @pytest.fixture
    def ours(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Path:
        settings.DATA_DIR = tmp_path / "data"
        settings.DATA_DIR.mkdir()
        file: Path = settings.DATA_DIR / "palmares.sqlite3"
        with closing(sqlite3.connect(file)) as opened:
            opened.executescript(
                "PRAGMA journal_mode=WAL; CREATE TABLE work (day); INSERT INTO work VALUES (1);"
            )
        monkeypatch.setattr(restoring, "_name", lambda: str(file))
        monkeypatch.setattr(restoring, "_LOCK_SECONDS", 0)
        monkeypatch.setattr(ConnectionHandler, "close_all", lambda _: None)
        return file

    def works(self, file: Path) -> list[tuple[int]]:
        with closing(sqlite3.connect(file)) as opened:
            return opened.execute("SELECT day FROM work").fetchall()

    def test_site_that_runs_is_not_restored_under(self, made: Backup, ours: Path, settings: Settings) -> None:
        with (
            data_folder.in_use(settings.DATA_DIR, waits=pytest.fail),
            pytest.raises(BackupError, match="stop the service"),
        ):
            restoring.restore(Path(made.folder), replace_everything=True)

        assert self.works(ours) == [(1,)]

    def test_two_restores_at_once_do_not_mix(self, made: Backup, ours: Path, settings: Settings) -> None:
        with (
            data_folder.unused(settings.DATA_DIR),
            pytest.raises(BackupError, match="another backup is being restored"),
        ):
            restoring.restore(Path(made.folder), replace_everything=True)

    def test_file_another_program_has_open_stays(self, made: Backup, ours: Path) -> None:
        with closing(sqlite3.connect(ours)) as other:
            other.execute("SELECT day FROM work").fetchall()
            with pytest.raises(BackupError, match="another program uses the database"):
                restoring._put_sqlite(Path(made.folder) / create.SQLITE)

            assert other.execute("SELECT day FROM work").fetchall() == [(1,)]
        assert [one.name for one in ours.parent.iterdir()] == [ours.name]

    @pytest.mark.parametrize("old", ["no database at all" * 100, ""])
    def test_damaged_file_is_replaced_with_what_lies_beside_it(
        self, made: Backup, ours: Path, old: str
    ) -> None:
        ours.write_text(old)
        for ending in ("-wal", "-shm", "-journal"):
            ours.with_name(ours.name + ending).write_text("of another file")

        restoring._put_sqlite(Path(made.folder) / create.SQLITE)

        assert ours.read_bytes() == (Path(made.folder) / create.SQLITE).read_bytes()
        assert [one.name for one in ours.parent.iterdir()] == [ours.name]

    def test_full_disk_and_damaged_copy_leave_everything_as_it_was(
        self, made: Backup, ours: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        copy = Path(made.folder) / create.SQLITE
        whole = copy.read_bytes()
        copy.write_bytes(whole[: len(whole) // 2])
        with pytest.raises(BackupError, match="SQLite finds the file damaged"):
            restoring._put_sqlite(copy)

        def fill_the_disk(source: Path, target: Path) -> None:
            target.write_bytes(source.read_bytes()[:100])
            raise OSError(errno.ENOSPC, "No space left on device")

        monkeypatch.setattr(shutil, "copy", fill_the_disk)
        with pytest.raises(BackupError, match=r"No space left on device\); the database is as it was"):
            restoring._put_sqlite(copy)

        assert self.works(ours) == [(1,)]
        assert [one.name for one in ours.parent.iterdir()] == [ours.name]

    def test_full_disk_of_backups_is_said_to_be_that(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def execute(execute: Any, sql: str, *arguments: Any) -> Any:
            if sql.startswith("VACUUM"):
                raise OperationalError("database or disk is full")
            return execute(sql, *arguments)

        with (
            connection.execute_wrapper(execute),
            pytest.raises(BackupError, match=f"cannot be written into {tmp_path}/to: .* is full"),
        ):
            create.make(tmp_path / "to")

        assert list((tmp_path / "to").iterdir()) == []


def test_second_backup_of_one_second_is_refused_with_a_sentence(made: Backup, monkeypatch: Any) -> None:
    moment = datetime.strptime(Path(made.folder).name, "palmares-%Y%m%dT%H%M%SZ")
    clock = SimpleNamespace(now=lambda zone: moment.replace(tzinfo=zone))
    monkeypatch.setattr(create, "datetime", clock)

    with pytest.raises(BackupError, match="there is another backup of this second"):
        create.make(Path(made.folder).parent)

    assert manifest.read(Path(made.folder)).contents.place == made.place


def test_folders_of_killed_trials_go_and_others_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    killed, somebodys = tmp_path / "palmares-trial-1", tmp_path / "palmares-trial-2"
    for folder in (killed, somebodys):
        folder.mkdir()
    (killed / proving._MARK).touch()

    with proving.scratch_folder() as under_way, proving.scratch_folder() as other:
        assert {one.name for one in tmp_path.iterdir()} == {
            somebodys.name, Path(under_way).name, Path(other).name,
        }  # fmt: skip
    assert list(tmp_path.iterdir()) == [somebodys]


@pytest.mark.dialect
@pytest.mark.postgresql
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has its trials in a folder")
def test_databases_of_killed_trials_go_and_others_stay(tmp_path: Path) -> None:
    def there() -> set[str]:
        with connection.cursor() as cursor:
            cursor.execute("SELECT datname FROM pg_database WHERE datname LIKE 'palmares_trial%'")
            return {name for (name,) in cursor.fetchall()}

    before = there()
    with connection.cursor() as cursor:
        cursor.execute('CREATE DATABASE "palmares_trial_killed" TEMPLATE template0')
        mark = f"made by backup --prove of {settings.DATABASES['default']['NAME']}"
        cursor.execute(f"COMMENT ON DATABASE \"palmares_trial_killed\" IS '{mark}'")
        cursor.execute('CREATE DATABASE "palmares_trial_somebodys" TEMPLATE template0')
    try:
        with proving.scratch_database(str(tmp_path)) as address:
            assert there() - before == {"palmares_trial_somebodys", address.rsplit("/", 1)[1]}
    finally:
        with connection.cursor() as cursor:
            cursor.execute('DROP DATABASE "palmares_trial_somebodys"')
    assert there() == before


def change(made: Backup, **values: object) -> None:
    file = Path(made.folder) / manifest.NAME
    file.write_text(json.dumps({**json.loads(file.read_text()), **values}))


def test_backup_of_a_later_version_is_refused(made: Backup) -> None:
    told = json.loads((Path(made.folder) / manifest.NAME).read_text())["contents"]
    change(made, contents={**told, "migrations": [*told["migrations"], "ratings.9999_later"]})

    with pytest.raises(BackupError, match=r"this one lacks ratings\.9999_later"):
        restoring.restore(Path(made.folder), replace_everything=True)


def test_migrations_of_the_laboratory_are_none_of_an_office_that_has_left_it_out(
    made: Backup, settings: Settings
) -> None:
    told = json.loads((Path(made.folder) / manifest.NAME).read_text())["contents"]
    change(made, contents={**told, "migrations": [*told["migrations"], "laboratory.9999_later"]})
    description = manifest.read(Path(made.folder))

    with pytest.raises(BackupError, match=r"this one lacks laboratory\.9999_later"):
        restoring._refuse_unlike(description)
    settings.LABORATORY = False
    restoring._refuse_unlike(description)


def test_backup_of_another_kind_of_database_is_refused(made: Backup) -> None:
    change(made, kind="oracle")

    with pytest.raises(BackupError, match="the backup is of oracle"):
        restoring.restore(Path(made.folder), replace_everything=True)


@pytest.mark.parametrize("text", ["", "[]", '{"form": 1}'])
def test_folder_without_a_manifest_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / manifest.NAME).write_text(text)

    with pytest.raises(BackupError, match="no manifest that can be read"):
        manifest.read(tmp_path)


def test_command_asks_where_to_put_it(settings: Settings) -> None:
    settings.BACKUP_DIR = ""

    with pytest.raises(CommandError, match="--to FOLDER"):
        call_command("backup")


def test_command_says_that_the_secret_key_is_not_in_it(settings: Settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    (tmp_path / "secret_key").write_text("key")
    told = []
    for arguments in ([], ["--secret-key"]):
        said = StringIO()
        call_command("backup", "--to", str(tmp_path / f"to{len(arguments)}"), *arguments, stdout=said)
        told.append("the secret key is not in it" in said.getvalue())

    assert told == [True, False]


def test_what_another_key_has_sealed_is_found(settings: Settings) -> None:
    ada = Account.objects.create_user("ada@example.org", "a long enough secret")
    with_app(ada)
    Authenticator.objects.create(user=ada, type="webauthn", data={})  # nothing in it is sealed
    LoginKey.objects.create(sealed=SecondFactor().encrypt("PRIVATE KEY"), begins=timezone.now())
    assert sealed_elsewhere() == ([], 0)

    settings.SECRET_KEY = "quite another key"

    assert sealed_elsewhere() == (["ada@example.org"], 1)


def test_only_the_newest_backups_are_kept(tmp_path: Path) -> None:
    for day in range(1, 5):
        folder = tmp_path / f"palmares-2026110{day}T000000Z"
        folder.mkdir()
        (folder / manifest.NAME).write_text("{}")
    (tmp_path / "palmares-20261109T000000Z").mkdir()  # without a manifest: somebody else's

    assert create.remove_old(tmp_path, keep=2) == ["palmares-20261101T000000Z", "palmares-20261102T000000Z"]
    assert len(list(tmp_path.iterdir())) == 3
