"""Write the bundle of a published list: its facts and rows as one file."""

from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ratings.models import PublishedList
from ratings.public_log.bundles import making


class Command(BaseCommand):
    """Write a published list with the facts behind it as one file, which palmares-verify computes it from."""

    help = "Write a published list with the data behind it as one file, which palmares-verify checks."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("system")
        parser.add_argument("date", type=date.fromisoformat, help="YYYY-MM-DD")
        parser.add_argument("--revision", type=int, help="default: the latest")
        parser.add_argument("--to", metavar="FILE", type=Path, required=True)

    def handle(self, *_args: Any, **options: Any) -> None:
        """Make the bundle, or take the one that is kept, and write it; CommandError where there is none."""
        lists = PublishedList.objects.filter(
            system__key=options["system"], date=options["date"], ready=True
        ).select_related("system")
        if options["revision"]:
            lists = lists.filter(revision=options["revision"])
        published = lists.order_by("-revision").first()
        if published is None:
            raise CommandError("no such list")
        made = making.make(published)
        if made is None:
            raise CommandError("this list was not computed here, or its bundle would be too large")
        try:
            with options["to"].open("wb") as file:
                for piece in making.pieces(made):
                    file.write(piece)
        except OSError as problem:
            raise CommandError(f"{options['to']} cannot be written: {problem.strerror}") from problem
        if made.moved:
            self.stdout.write(
                "Data has changed since this list was made: its bundle holds the data known later."
            )
        self.stdout.write(f"{options['to']}: {made.size} bytes, SHA-256 {made.sha256}")
