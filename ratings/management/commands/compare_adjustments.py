"""Compare what a system forecasts with its adjustment and under other settings; nothing is written."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from federation.management.office_command import OfficeCommand
from ratings.models import RatingSystem
from ratings.statistics import adjustments
from ratings.statistics.adjustments import Difference, Judged
from ratings.statistics.kinds import Adjustment
from ratings.statistics.recompute import adjustment_of


class Command(OfficeCommand):
    """`manage.py compare_adjustments SYSTEM`: the figures of docs/rules.md, of this database."""

    help = "Replay a system with its adjustment, without, limited and for new players only; write nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Name the system, and the edition its whole history is to be replayed with."""
        parser.add_argument("system", help="key of a system, e.g. ffg")
        parser.add_argument("--edition", help="rate the whole history with this edition")
        parser.add_argument("--draws", type=int, default=adjustments.DRAWS, help="samples of the intervals")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Replay and print a line a setting and group."""
        key, draws = options["system"], options["draws"]
        system = RatingSystem.objects.filter(key=key).first()
        if system is None:
            raise CommandError(_("no system %(keys)s") % {"keys": key})
        if draws < 1:
            raise CommandError(_("An interval needs at least one sample."))
        if options["edition"] is not None:
            system.edition = options["edition"]
        try:
            adjustment = adjustment_of(system, draws=draws)
        except LookupError as error:
            raise CommandError(str(error)) from error
        if adjustment is None:
            raise CommandError(_("Nothing rated in %(key)s uses the adjustment.") % {"key": key})
        self._print(adjustment)

    def _print(self, adjustment: Adjustment) -> None:
        far = f"by {adjustments.FAR:.0f}+"
        self.stdout.write(f"{'group':<10}{'entries':>8}{'moved':>8}{far:>8}")
        for group, *counts in adjustment.moved:
            self.stdout.write(f"{group:<10}" + "".join(f"{count:>8}" for count in counts))
        figures = ("games", "log loss", "base", "saved %", "Brier", "base")
        head = "".join(f"{figure:>9}" for figure in figures)
        against = "log loss against as-is      Brier against as-is"
        self.stdout.write(f"\n{'group':<10}{'setting':<12}{head}  {against}")
        for judged in adjustment.judged:
            self.stdout.write(_line(judged))


def _line(judged: Judged) -> str:
    figures = f"{judged.log_loss:>9.4f}{judged.base_log_loss:>9.4f}{100 * judged.gain:>9.1f}"
    squares = f"{judged.brier:>9.4f}{judged.base_brier:>9.4f}"
    against = f"  {_interval(judged.by_log_loss)}  {_interval(judged.by_brier)}"
    return f"{judged.group:<10}{judged.setting:<12}{judged.games:>9}{figures}{squares}{against}"


def _interval(difference: Difference) -> str:
    return f"{difference.mean:+.4f} [{difference.low:+.4f}, {difference.high:+.4f}]"
