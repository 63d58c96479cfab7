"""Watch logs of other installations, trust witnesses of our own, look at all of them now."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from federation.mail.outbox import UnsentError
from federation.management.office_command import OfficeCommand
from ratings.models import LogAlarm, LogHead, LogWitness, WatchedLog
from ratings.public_log.witness import entering, watch_round
from ratings.public_log.witness.entering import PROBLEMS


class Command(OfficeCommand):
    """Look at every watched log and witness now, as the clock does every five minutes; print the state.

    --watch ADDRESS KEY: watch a log from now on; --trust ADDRESS KEY: collect cosignatures from a
    witness; --forget NAME: neither any more.
    """

    help = "Watch logs of other installations, collect cosignatures of our own; without options: look now."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--watch", nargs=2, metavar=("ADDRESS", "KEY"))
        parser.add_argument("--trust", nargs=2, metavar=("ADDRESS", "KEY"))
        parser.add_argument("--forget", metavar="NAME")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Do what was asked; CommandError where it cannot be."""
        try:
            if options["watch"]:
                entering.watch(*options["watch"], account=None)
            if options["trust"]:
                entering.trust(*options["trust"], account=None)
        except entering.EntryError as refused:
            raise CommandError(str(refused.message)) from None
        if options["forget"]:
            _forget(options["forget"])
        try:
            watch_round.run()
        except UnsentError as problem:  # what was seen is printed all the same
            self.stderr.write(f"alerts by e-mail: {problem}")
        self._tell()

    def _tell(self) -> None:
        head = LogHead.objects.first()
        if head and head.witness_key:
            self.stdout.write(f"key of this witness: {head.witness_key}")
        for log in WatchedLog.objects.order_by("origin"):
            self.stdout.write(f"watches {log}: {log.size} entries, {_said(log.problem)}")
        for other in LogWitness.objects.order_by("name"):
            self.stdout.write(f"witness {other}: {other.size} entries, {_said(other.problem)}")
        for alarm in LogAlarm.objects.filter(settled=None).order_by("pk"):
            self.stdout.write(f"ALARM: {alarm.origin} {alarm.kind}, found {alarm.found:%Y-%m-%d %H:%M}")


def _said(problem: str) -> str:
    return str(PROBLEMS.get(problem, problem)) if problem else "in order"


def _forget(name: str) -> None:
    rows: list[WatchedLog | LogWitness] = [
        *WatchedLog.objects.filter(origin=name),
        *LogWitness.objects.filter(name=name),
    ]
    if not rows:
        raise CommandError(f"no log and no witness of the name {name}")
    for row in rows:
        entering.remove(row, account=None)
