"""The partitions of list entries: which there are, and years split off the old table."""

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.db import OperationalError

from federation.management.office_command import OfficeCommand
from ratings.lists import years
from ratings.models.list_years import YearError


class Command(OfficeCommand):
    """Run as the owner of the tables, on PostgreSQL."""

    help = "Show the tables of list entries by year; split the old table."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--split", action="store_true", help="a table each for years of lists made before"
        )

    def handle(self, *_: Any, **options: Any) -> None:
        try:
            if options["split"]:
                self._split()
            else:
                self._show()
        except YearError as problem:
            raise CommandError(str(problem)) from problem
        except OperationalError as problem:
            raise CommandError(f"{str(problem).strip()}; nothing was done, try again") from problem

    def _split(self) -> None:
        for year in years.years_to_split():
            self.stdout.write(f"{year}: {years.split(year)} entries")

    def _show(self) -> None:
        for partition in years.partitions():
            self.stdout.write(
                f"{partition.name:34} {partition.rows:>12} rows {partition.size / 1e6:>10.1f} MB"
            )
