"""Recalculate ratings from the console: the same run as on the review page, at once."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from federation.management.office_command import OfficeCommand
from ratings.cadence.by_game import stale, update_ratings
from ratings.cadence.table import cadence_of
from ratings.models import RatingRun, RatingSystem
from ratings.rulebook.editions import UnfitParameterError, UnknownParameterError
from ratings.runs import recalculation

NUMBERS = ("tournaments", "games", "rated_games", "players", "new", "moved", "gone", "seconds")


class Command(OfficeCommand):
    """Compute a run of each system named, or of every stale one; apply it where told."""

    help = (
        "Recalculates ratings and leaves proposals for review, or applies them (--apply)."
        " Systems rated game by game are replayed from their first game and stand at once."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "system", nargs="*", help="keys of systems (default: every system due to be recalculated)"
        )
        parser.add_argument("--whole", action="store_true", help="replay from the beginning")
        parser.add_argument("--apply", action="store_true", help="apply at once, without review")

    def handle(self, *_: Any, **options: Any) -> None:
        known = list(RatingSystem.objects.values_list("key", flat=True))
        for key in options["system"] or known:
            if key not in known:
                raise CommandError(f"no system {key}; there are {', '.join(known)}")
            # Read one at a time: applying one system may make the next one stale.
            system = RatingSystem.objects.get(key=key)
            if not cadence_of(key).has_runs:
                if options["system"] or (system.active and stale.waits(system)):
                    self._follow(key, whole=bool(options["system"]))
            elif options["system"] or (system.active and system.stale_from):
                self._recalculate(system, whole=options["whole"], apply=options["apply"])

    def _recalculate(self, system: RatingSystem, *, whole: bool, apply: bool) -> None:
        run = recalculation.compute(recalculation.request_run(system, whole=whole), whole=whole)
        if apply:
            try:
                run = recalculation.apply(run, account=None)
            except recalculation.RunDecidedError as problem:
                raise CommandError(str(problem)) from problem
        self._say(system, run)

    def _follow(self, key: str, *, whole: bool) -> None:
        """Replay a stream, one that was named from its first game on, and say what moved."""
        try:
            done = update_ratings.rate_pending(key, whole=whole)
        except (LookupError, UnknownParameterError, UnfitParameterError) as problem:
            raise CommandError(str(problem)) from problem
        self.stdout.write(
            f"{key}: games {done.games}, new {done.new}, moved {done.moved}, gone {done.gone},"
            f" seconds {done.seconds:.3f}"
        )

    def _say(self, system: RatingSystem, run: RatingRun) -> None:
        figures = ", ".join(f"{name} {run.totals[name]}" for name in NUMBERS)
        self.stdout.write(f"{system.key}: run {run.pk} {run.stage}, since {run.since or 'ever'}: {figures}")
