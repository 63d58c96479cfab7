"""Extend the public log, look at its end, change its key."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from federation.management.office_command import OfficeCommand
from ratings.merkle_log.notes import BadNote, parse_key
from ratings.models import LogHead
from ratings.public_log import keys, writing
from ratings.public_log.keys import UnreadableKey


class Command(OfficeCommand):
    """Extend and sign the public log as the clock does each minute; print its newest checkpoint.

    --new-key FILE: let a new key sign from now on; it is written to FILE, or taken from there. The old one
    signs the change where its file is still here (PUBLIC_LOG_KEY). --next-key: a verifier key held in
    reserve, announced in the log.
    """

    help = "Extend and sign the public log, print its newest checkpoint; --new-key changes the key."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--new-key", metavar="FILE", type=Path)
        parser.add_argument("--next-key", metavar="VKEY", default="")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Do what was asked; CommandError where a key cannot be read."""
        try:
            added = writing.extend()
            if options["new_key"]:
                _change_key(options["new_key"], options["next_key"])
        except (UnreadableKey, BadNote, OSError) as problem:
            raise CommandError(str(problem)) from problem
        head = LogHead.objects.get()
        self.stderr.write(f"{added} entries added, {head.size} in all; key {head.key}")
        self.stdout.write(head.checkpoint, ending="")


def _change_key(file: Path, next_key: str) -> None:
    """Let the key of a file sign; it is made there if missing."""
    origin = LogHead.objects.get().origin
    reserve = str(parse_key(next_key)) if next_key else ""
    old = keys.load(origin, keys.path())
    new = keys.load_or_make(origin, file)
    writing.change_key(new, old, reserve)
