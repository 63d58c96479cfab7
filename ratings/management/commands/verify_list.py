"""Check a published list against the facts."""

import sys
from datetime import date
from typing import Any

from django.core.management.base import CommandError, CommandParser

from federation.management.office_command import OfficeCommand
from ratings.lists.list_drift import causes_of
from ratings.lists.publication import verify
from ratings.models import PublishedList


class Command(OfficeCommand):
    """Recompute a list from the first fact on and name every difference; exit status 1 where there is one."""

    help = "Recalculate a published list from the data and show every difference."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("system")
        parser.add_argument("date", type=date.fromisoformat, help="YYYY-MM-DD")
        parser.add_argument("--revision", type=int, help="default: the latest")

    def handle(self, *_: Any, **options: Any) -> None:
        lists = PublishedList.objects.filter(
            system__key=options["system"], date=options["date"], ready=True
        ).order_by("-revision")
        if options["revision"]:
            lists = lists.filter(revision=options["revision"])
        published = lists.first()
        if published is None:
            raise CommandError("no such list")
        verification = verify(published)
        if verification.moved:
            self.stdout.write(
                "Data or ratings have changed since this list was frozen; the list itself is unchanged."
            )
        for difference in verification.differences:
            self.stdout.write(
                f"player {difference.player}: listed {difference.listed}, computed {difference.computed}"
            )
        self.stdout.write(f"{published.players} players, {len(verification.differences)} differences")
        for cause, count in causes_of(
            published, [difference.player for difference in verification.differences]
        ).items():
            self.stdout.write(f"  {count} {cause}")
        if verification.differences:
            sys.exit(1)
