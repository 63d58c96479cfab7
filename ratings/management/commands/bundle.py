"""Write the bundle of a published list: its facts and rows as one file."""

import hashlib
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from federation.management.office_command import OfficeCommand
from ratings.list_proof import delta
from ratings.models import ListBundle, PublishedList
from ratings.public_log.bundles import list_bundles


class Command(OfficeCommand):
    """Write a published list with the facts behind it as one file, which palmares-verify computes it from."""

    help = "Write a published list with the data behind it as one file, which palmares-verify checks."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("system")
        parser.add_argument("date", type=date.fromisoformat, help="YYYY-MM-DD")
        parser.add_argument("--revision", type=int, help="default: the latest")
        parser.add_argument("--to", metavar="FILE", type=Path, required=True)
        parser.add_argument(
            "--since",
            metavar="DATE",
            type=date.fromisoformat,
            help="write what changed since the bundle of this older list alone",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Make the bundle, or take the stored one, and write it; CommandError where none can be made."""
        bundle = _made(options["system"], options["date"], options["revision"])
        pieces: Iterable[bytes] = list_bundles.pieces(bundle)
        if options["since"]:
            older = _made(options["system"], options["since"], None)
            try:
                pieces = [delta.make(*(b"".join(list_bundles.pieces(row)) for row in (older, bundle)))]
            except delta.BadDelta as problem:
                raise CommandError(str(problem)) from None
        size, hashed = 0, hashlib.sha256()
        try:
            with options["to"].open("wb") as file:
                for piece in pieces:
                    size += file.write(piece)
                    hashed.update(piece)
        except OSError as problem:
            raise CommandError(f"{options['to']} cannot be written: {problem.strerror}") from problem
        if bundle.moved:
            self.stdout.write(
                "Data has changed since this list was made: its bundle holds the data known later."
            )
        self.stdout.write(f"{options['to']}: {size} bytes, SHA-256 {hashed.hexdigest()}")


def _made(system: str, day: date, revision: int | None) -> ListBundle:
    """Return the bundle of a list, made if missing; CommandError where none can be made."""
    lists = PublishedList.objects.filter(system__key=system, date=day, ready=True).select_related("system")
    if revision:
        lists = lists.filter(revision=revision)
    published = lists.order_by("-revision").first()
    if published is None:
        raise CommandError("no such list")
    bundle = list_bundles.make(published)
    if bundle is None:
        raise CommandError("this list was not computed here, or its bundle would be too large")
    return bundle
