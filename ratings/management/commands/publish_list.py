"""Publish a list from the console."""

from datetime import date
from typing import Any

from django.core.management.base import CommandError, CommandParser

from federation.management.office_command import OfficeCommand
from federation.models import Account
from ratings.lists.publication import NotReadyError, publish
from ratings.models import RatingSystem

SAID = {
    "stale": "data has not been recalculated yet; recalculate first, or use --force with --note",
    "open-run": "a run waits for review; decide first, or use --force with --note",
    "not-the-first": "a list of this system is dated the first of a month",
    "not-over": "a list of this system is of a day that is over (UTC)",
    "too-early": "no system rates anything before 1996",
    "unexplained": "a list of this date is published; a new revision needs --note, which says why",
    "empty": "nobody is on the list; publish it with --empty if that is right",
    "identical": "the list would be identical to the published one: nothing was published",
}


class Command(OfficeCommand):
    """Freeze the list of a system on a date; another one for the date is a new revision."""

    help = "Publish the list of a system on a date."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("system")
        parser.add_argument("date", type=date.fromisoformat, help="YYYY-MM-DD")
        parser.add_argument("--note", default="", help="printed on the list; needed by a new revision")
        parser.add_argument("--force", action="store_true", help="despite pending data or a pending run")
        parser.add_argument("--empty", action="store_true", help="even with nobody on it")
        parser.add_argument("--account", help="e-mail address of the publishing officer")

    def handle(self, *_: Any, **options: Any) -> None:
        system = RatingSystem.objects.filter(key=options["system"]).first()
        if system is None:
            raise CommandError(f"no system {options['system']}")
        account = Account.objects.filter(email=options["account"]).first() if options["account"] else None
        try:
            wish = {name: options[name] for name in ("note", "force", "empty")}
            published = publish(system, options["date"], account=account, **wish)
        except NotReadyError as problem:
            raise CommandError(SAID.get(problem.code, str(problem))) from problem
        except ValueError as problem:
            raise CommandError(str(problem)) from problem
        self.stdout.write(
            f"{system.key} {published.date} revision {published.revision}: {published.players} players,"
            f" {published.active_players} active"
        )
