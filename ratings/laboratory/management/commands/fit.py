"""Fit constants of a system to the games held until a day, and judge them by what followed; write nothing."""

import json
from argparse import ArgumentParser
from datetime import date
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from federation.management.office_command import OfficeCommand
from ratings.laboratory.figures import codes
from ratings.laboratory.figures.variant import UnfitVariant
from ratings.models import RatingSystem

MOST_DRAWS, MOST_ORIGINS = 100_000, 50


class Command(OfficeCommand):
    """`manage.py fit SYSTEM --constants NAME[,NAME...] --until DATE`: see docs/laboratory.md."""

    help = "Find the constants that forecast games until a day best, and say how they forecast what followed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Name the system, the constants, the day, and how it is done."""
        parser.add_argument("system", help="key of a system, e.g. ffg")
        parser.add_argument("--constants", required=True, help="NAME or EDITION.NAME, several with commas")
        parser.add_argument("--until", required=True, help="last day of the games fitted on, YYYY-MM-DD")
        parser.add_argument(
            "--within", action="append", default=[], metavar="NAME=LOW:HIGH", help="range to be searched"
        )
        parser.add_argument("--edition", help="rate the whole history with this edition")
        parser.add_argument("--origins", type=int, default=4, help="fits, each judged on what followed it")
        parser.add_argument("--draws", type=int, default=codes.DRAWS, help="samples of the intervals")
        parser.add_argument("--thorough", action="store_true", help="search for several minima")
        parser.add_argument("--to", type=Path, help="write everything here as JSON, with the curves")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Fit, print what was found, write the rest to the file."""
        if not find_spec("scipy"):
            text = _("A fit needs scipy. Install it with: pip install --require-hashes -r %(file)s")
            raise CommandError(text % {"file": "requirements/laboratory.txt"})
        from ratings.laboratory.fitting import Request, fit_constants  # here, because it imports scipy

        system = _system(options)
        request = Request(
            names=tuple(name.strip() for name in options["constants"].split(",")),
            until=_day(options["until"]),
            ranges=dict(_range(text) for text in options["within"]),
            origins=_count("--origins", options["origins"], MOST_ORIGINS),
            draws=_count("--draws", options["draws"], MOST_DRAWS),
            thorough=options["thorough"],
        )
        try:
            fit = fit_constants(system, request, report=self._tell)
        except (UnfitVariant, LookupError) as error:
            raise CommandError(str(error)) from error
        if options["to"]:
            try:
                options["to"].write_text(json.dumps(fit, indent=1) + "\n", encoding="utf-8")
            except OSError as error:
                raise CommandError(f"{options['to']}: {error.strerror}") from error
        self._print(fit)

    def _tell(self, count: int) -> None:
        if count % 100 == 0:
            self.stderr.write(f"{count} values tried")

    def _print(self, fit: dict[str, Any]) -> None:
        on, after = fit["fitted_on"], fit["followed"]
        self.stdout.write(f"fingerprint {fit['fingerprint']}")
        self.stdout.write(
            f"fitted on {on['games']} games of {on['units']} {fit['unit']} until {fit['until']}"
        )
        self.stdout.write(f"\n{'constant':<32}{'in force':>10}{'best':>10}  95 % interval")
        for constant in fit["constants"]:
            self.stdout.write(_line(constant))
        self.stdout.write(f"\n{'log loss':<32}{'in force':>10}{'best':>10}")
        self.stdout.write("until that day".ljust(32) + "".join(f"{loss:>10.4f}" for loss in on["log_loss"]))
        self.stdout.write("what followed".ljust(32) + "".join(f"{loss:>10.4f}" for loss in after["log_loss"]))
        self.stdout.write(f"{'the same forecast for every game':<32}{after['one_forecast_for_all']:>10.4f}")
        mean, low, high = after["difference"]
        self.stdout.write(
            f"\n{after['games']} games of {after['units']} {fit['unit']} followed, forecast by "
            f"{len(after['origins'])} fits on what came before:"
        )
        self.stdout.write(f"{VERDICTS[after['verdict']]} ({mean:+.5f} [{low:+.5f}, {high:+.5f}] a game)")


VERDICTS = {
    codes.BETTER: "a gain: the fitted constants forecast better",
    codes.WORSE: "a loss: the fitted constants forecast worse",
    codes.NONE: "no gain: no difference from the constants in force",
}


def _line(constant: dict[str, Any]) -> str:
    low, high = (f"{end:.5g}" for end in constant["interval"])
    below, above = constant["open"]
    ends = f"{'at most ' if below else ''}{low} to {high}{' or more' if above else ''}"
    return f"{constant['name']:<32}{constant['in_force']:>10.5g}{constant['best']:>10.5g}  {ends}"


def _system(options: dict[str, Any]) -> RatingSystem:
    system = RatingSystem.objects.filter(key=options["system"]).first()
    if system is None:
        raise CommandError(_("no system %(keys)s") % {"keys": options["system"]})
    if options["edition"] is not None:
        system.edition = options["edition"]
    return system


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise CommandError(_("%(text)s is no day; write YYYY-MM-DD") % {"text": text}) from error


def _count(option: str, number: int, most: int) -> int:
    if not 1 <= number <= most:
        raise CommandError(_("%(option)s must be from 1 to %(most)s") % {"option": option, "most": most})
    return number


def _range(text: str) -> tuple[str, tuple[float, float]]:
    name, _equals, ends = text.partition("=")
    low, _colon, high = ends.partition(":")
    try:
        return name.strip(), (float(low), float(high))
    except ValueError as error:
        raise CommandError(_("%(text)s is not NAME=LOW:HIGH") % {"text": text}) from error
