"""Find approved tournaments that have the same games."""

from argparse import ArgumentParser
from datetime import date
from typing import Any

from federation.management.office_command import OfficeCommand
from tournaments.desk import duplicates


class Command(OfficeCommand):
    """A line a pair: share, games, both tournaments; ends with 1 where no officer has settled one."""

    help = "Find approved tournaments that have the same games, year by year."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the year."""
        parser.add_argument("--year", type=int, help="only pairs of which the later tournament began in it")

    def handle(self, *, year: int | None, **_options: Any) -> None:
        """Search and print."""
        found = 0
        for each in [year] if year else reversed(duplicates.years()):
            for pair in duplicates.search(date(each, 1, 1), date(each, 12, 31)):
                found += not pair.settled
                self.stdout.write(_line(pair))
        self.stdout.write(f"{found} pairs to look at")
        if found:
            raise SystemExit(1)


def _line(pair: duplicates.Pair) -> str:
    both = "; ".join(
        f"{tournament.number} {tournament.name} ({tournament.start}, {tournament.end})"
        for tournament in (pair.earlier, pair.later)
    )
    return f"{pair.percent} %, {pair.count} games: {both}{' - settled' if pair.settled else ''}"
