"""Recalculate ratings from the console: the same run as on the review page, at once."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from federation.management.office_command import OfficeCommand
from ratings.cadence.facts import facts_of
from ratings.cadence.ledger import ledger_of
from ratings.models import RatingRun, RatingSystem
from ratings.rulebook.editions import UnfitParameterError, UnknownParameterError
from ratings.runs import recalculation

NUMBERS = ("tournaments", "games", "rated_games", "players", "new", "moved", "gone", "seconds")
AT_ONCE = ("games", "new", "moved", "gone")


class Command(OfficeCommand):
    """Compute a run of each system named, or of every stale one; apply it with --apply."""

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
            is_named = bool(options["system"])
            is_due = is_named or (system.active and facts_of(key).waits(system))
            if is_due and not self._rate_at_once(key, whole=is_named):
                self._recalculate(system, whole=options["whole"], apply=options["apply"])

    def _recalculate(self, system: RatingSystem, *, whole: bool, apply: bool) -> None:
        run = recalculation.compute(recalculation.request_run(system, whole=whole), whole=whole)
        if apply:
            try:
                run = recalculation.apply(run, account=None)
            except recalculation.RunDecidedError as problem:
                raise CommandError(str(problem)) from problem
        self._say(system, run)

    def _rate_at_once(self, key: str, *, whole: bool) -> bool:
        """Rate a system that has no runs and write what moved; False for one that has."""
        try:
            done = ledger_of(key).rate_at_once(key, whole=whole)
        except (LookupError, UnknownParameterError, UnfitParameterError) as problem:
            raise CommandError(str(problem)) from problem
        if done is not None:
            counts = ", ".join(f"{name} {done[name]}" for name in AT_ONCE)
            self.stdout.write(f"{key}: {counts}, seconds {done['seconds']:.3f}")
        return done is not None

    def _say(self, system: RatingSystem, run: RatingRun) -> None:
        figures = ", ".join(f"{name} {run.totals[name]}" for name in NUMBERS)
        self.stdout.write(f"{system.key}: run {run.pk} {run.stage}, since {run.since or 'ever'}: {figures}")
