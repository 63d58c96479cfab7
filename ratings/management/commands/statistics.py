"""Compute the statistics that are due, at once, and say which."""

from time import perf_counter
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from federation.management.office_command import OfficeCommand
from ratings.models import RatingSystem, Statistic
from ratings.statistics import recompute


class Command(OfficeCommand):
    """`manage.py statistics [KEY ...]`: what the clock asks for every minute, for some or all systems."""

    help = "Calculate the statistics of systems whose ledger or lists have changed."

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the systems."""
        parser.add_argument("key", nargs="*", help="keys of systems (default: all active systems)")
        parser.add_argument("--again", action="store_true", help="include what is up to date")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Compute the statistics of each system in turn."""
        systems = RatingSystem.objects.filter(active=True)
        if options["key"]:
            systems = RatingSystem.objects.filter(key__in=options["key"])
            if unknown := set(options["key"]) - {system.key for system in systems}:
                raise CommandError(_("no system %(keys)s") % {"keys": ", ".join(sorted(unknown))})
        for system in systems:
            if options["again"]:
                Statistic.objects.filter(system=system).delete()
            begun = perf_counter()
            done = recompute.refresh(system)
            summary = ", ".join(done) or _("up to date")
            self.stdout.write(f"{system.key}: {summary} ({perf_counter() - begun:.1f} s)")
