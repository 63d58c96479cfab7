"""Move the office into another database: SQLite to PostgreSQL, or back."""

import os
import subprocess
import time
from typing import Any

from django.core.management.base import CommandError, CommandParser

from federation.management import moving
from federation.management.command_line import own_command
from federation.management.office_command import OfficeCommand


class Command(OfficeCommand):
    """Make the tables of an empty database, copy every row and compare both; what is here stays as it is."""

    help = "Copy everything into an empty database and compare every row; stop the service first."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "address", help="the new database, as in DATABASE_URL: postgres://user:password@host:5432/name"
        )

    def handle(self, *_: Any, **options: Any) -> None:
        begun = time.monotonic()
        try:
            moving.connect(options["address"])
            moving.refuse_used()
            _migrate(options["address"])
            moving.refuse_unlike()
            moved = moving.move(self._say if options["verbosity"] > 1 else lambda *_: None)
        except moving.MoveError as problem:
            raise CommandError(f"Nothing was moved. {problem}") from problem
        seconds = time.monotonic() - begun
        self.stdout.write(
            f"{moved.rows} rows of {moved.tables} tables, each the same in both databases ({seconds:.0f} s)"
        )
        self.stdout.write(f"the journal is whole, its end {moved.end.place}:{moved.end.digest}")
        self.stdout.write("Set DATABASE_URL to the new address before you start the service.")

    def _say(self, table: str, rows: int) -> None:
        self.stdout.write(f"{table}: {rows}")


def _migrate(address: str) -> None:
    """Make the tables in a process of its own: migrations that write rows write them into its database."""
    done = subprocess.run(
        own_command("migrate", "--verbosity", "0"),
        env={**os.environ, "DATABASE_URL": address},
        check=False,
    )
    if done.returncode:
        raise CommandError("Nothing was moved: the tables could not be created; the reason is above.")
