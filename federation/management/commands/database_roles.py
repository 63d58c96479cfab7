"""Grant the role of the site what it needs in PostgreSQL, and no more."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from federation.management import roles
from federation.management.office_command import OfficeCommand


class Command(OfficeCommand):
    """Run as the owner of the tables, after migrations."""

    help = "Let a role of PostgreSQL read and write rows, but neither tables nor what the journal has."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("role", help="the role that DATABASE_URL of the site names; it exists already")

    def handle(self, *_: Any, **options: Any) -> None:
        try:
            tables = roles.grant(options["role"])
        except roles.RoleError as problem:
            raise CommandError(str(problem)) from problem
        self.stdout.write(
            f"{options['role']} reads and writes the rows of {tables} tables and changes no table."
        )
