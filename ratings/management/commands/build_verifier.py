"""Write the verifier as one file."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from federation.management.office_command import OfficeCommand
from ratings.public_log import verifier


class Command(OfficeCommand):
    """Write palmares-verify.pyz, which checks the public log on a bare Python 3.11 or newer."""

    help = "Write palmares-verify.pyz, which checks the public log on a bare Python 3.11 or newer."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--to", metavar="FILE", type=Path, default=Path(verifier.NAME))

    def handle(self, *_args: Any, **options: Any) -> None:
        """Write the file; CommandError where that is not possible."""
        try:
            options["to"].write_bytes(verifier.content())
        except OSError as problem:
            raise CommandError(f"{options['to']} cannot be written: {problem.strerror}") from problem
        self.stdout.write(f"{options['to']}")
