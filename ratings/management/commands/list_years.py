"""The partitions of list entries: which there are; a year detached, attached again, or split off."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError

from ratings.lists import years
from ratings.models.list_years import YearError


class Command(BaseCommand):
    """Run as the owner of the tables, on PostgreSQL."""

    help = "Show the tables of list entries by year; detach a year, attach it, split the old table."

    def add_arguments(self, parser: CommandParser) -> None:
        act = parser.add_mutually_exclusive_group()
        act.add_argument("--detach", type=int, metavar="YEAR", help="its lists say that they are not here")
        act.add_argument("--attach", type=int, metavar="YEAR", help="a year that was detached, or restored")
        act.add_argument("--split", action="store_true", help="a table each for years of lists made before")

    def handle(self, *_: Any, **options: Any) -> None:
        try:
            if options["detach"]:
                self._tell("detached", years.detach(options["detach"]))
            elif options["attach"]:
                self._tell("attached", years.attach(options["attach"]))
            elif options["split"]:
                self._split()
            else:
                self._show()
        except YearError as problem:
            raise CommandError(str(problem)) from problem
        except OperationalError as problem:
            raise CommandError(f"{str(problem).strip()}; nothing was done, try again") from problem

    def _tell(self, done: str, tables: list[str]) -> None:
        for name in tables:
            self.stdout.write(f"{done}: {name}")

    def _split(self) -> None:
        for year in years.years_to_split():
            self.stdout.write(f"{year}: {years.split(year)} entries")

    def _show(self) -> None:
        for one in years.partitions():
            state = "" if one.attached else "  detached"
            self.stdout.write(f"{one.name:34} {one.rows:>12} rows {one.size / 1e6:>10.1f} MB{state}")
