"""Write everything public into a folder, or make the files the site gives."""

import hashlib
import shutil
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from federation.management.office_command import OfficeCommand
from ratings.snapshots import data_files, package, public_snapshot, write_files
from ratings.snapshots.licences import granted
from ratings.snapshots.write_files import Note, Wanted

_WITHOUT = "No Parquet: DuckDB is not installed (requirements/snapshots.txt)."


class Command(OfficeCommand):
    """`manage.py snapshot --to FOLDER`; without `--to` what the clock has made once a day."""

    help = "Write everything public as CSV and, where DuckDB is installed, as Parquet."

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the folder."""
        parser.add_argument("--to", metavar="FOLDER", help="without it the files of the site are made")
        parser.add_argument("--progress", action="store_true", help="print how far it is, for the job")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Make the files and say what was made."""
        self._is_told = bool(options["progress"])
        if not data_files.parquet_is_possible():
            self.stderr.write(_WITHOUT)
        try:
            notes = self._into(Path(options["to"])) if options["to"] else self._of_the_site()
        except OSError as problem:
            raise CommandError(str(problem)) from problem
        if not self._is_told:
            rows = sum(note["rows"] for note in notes.values())
            self.stdout.write(f"{len(notes)} parts, {rows} rows")

    def _of_the_site(self) -> dict[str, Note]:
        return dict(public_snapshot.refresh(self._report).files)

    def _into(self, folder: Path) -> dict[str, Note]:
        folder.mkdir(parents=True, exist_ok=True)

        def keep(name: str, path: Path) -> Note:
            unfinished = folder / f".{name}.part"
            shutil.move(path, unfinished)
            with unfinished.open("rb") as file:
                sha256 = hashlib.file_digest(file, "sha256").hexdigest()
            unfinished.replace(folder / name)
            return {"name": name, "bytes": (folder / name).stat().st_size, "sha256": sha256}

        notes = write_files.make(keep, Wanted({}), report=self._report)
        moment = public_snapshot.oldest(notes)
        about = package.describe(
            notes, office=settings.FEDERATION_NAME, licence=granted(), made=moment, folder=""
        )
        (folder / package.NAME).write_bytes(about)
        (folder / package.SUMS).write_bytes(package.sums(notes))
        return notes

    def _report(self, percent: float, part: str) -> None:
        """Print the progress; a closed pipe ends this process."""
        if self._is_told:
            self.stdout.write(f"{percent:.0f} {part}")
            self.stdout.flush()
