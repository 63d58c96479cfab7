"""Simulate variants of a system's rules over the facts held; nothing is written to the database."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from federation.management.office_command import OfficeCommand
from ratings.laboratory.figures import codes
from ratings.laboratory.figures.variant import UnfitVariant, Variant, read
from ratings.laboratory.many_variants import MOST, simulate_many
from ratings.laboratory.simulating import simulate_variant
from ratings.models import RatingSystem

MOST_BYTES = 1_000_000
FAR = 50  # points, of the column of those who move far


class Command(OfficeCommand):
    """`manage.py simulate VARIANT.json [--to FILE]`: the report of docs/laboratory.md as JSON.

    A file with a list of variants is simulated at once, on every processor, and compared in one table.
    """

    help = "Replay a rating system under other rules and compare; write nothing to the database."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Name the file of the variant and where the report goes."""
        parser.add_argument(
            "variant", type=Path, help=f"a variant as JSON, or a list of up to {MOST}, see docs/laboratory.md"
        )
        parser.add_argument("--to", type=Path, help="write the whole report here as JSON")
        parser.add_argument("--draws", type=int, default=codes.DRAWS, help="samples of the intervals")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Simulate, print what matters most, write the rest to the file."""
        if options["draws"] < 1:
            raise CommandError(_("An interval needs at least one sample."))
        data = _parsed(options["variant"])
        try:
            if isinstance(data, list):
                simulation = self._simulate_many(data, options["draws"])
            else:
                variant = read(data)
                system = RatingSystem.objects.get(key=variant.system)
                simulation = simulate_variant(system, variant, draws=options["draws"])
        except UnfitVariant as error:
            raise CommandError(str(error)) from error
        except LookupError as error:
            raise CommandError(str(error)) from error
        if options["to"]:
            try:
                options["to"].write_text(json.dumps(simulation, indent=1) + "\n", encoding="utf-8")
            except OSError as error:
                raise CommandError(f"{options['to']}: {error.strerror}") from error
        self._print(simulation)

    def _simulate_many(self, data: list[object], draws: int) -> dict[str, Any]:
        if not 1 <= len(data) <= MOST:
            raise CommandError(f"A list has 1 to {MOST} variants.")
        variants = [_numbered(number, variant) for number, variant in enumerate(data, start=1)]
        if len({variant.system for variant in variants}) > 1:
            raise CommandError("The variants of a list are of one system.")
        system = RatingSystem.objects.get(key=variants[0].system)

        def tell(percent: float, message: str) -> None:
            self.stderr.write(f"{percent:3.0f} % {message}", ending="\r" if self.stderr.isatty() else "\n")

        try:
            return simulate_many(system, variants, draws=draws, report_progress=tell)
        except KeyboardInterrupt as stopped:
            raise CommandError("Stopped; nothing was written.") from stopped

    def _print(self, simulation: dict[str, Any]) -> None:
        base = simulation["base"]
        if "fingerprint" in simulation:
            self.stdout.write(f"fingerprint {simulation['fingerprint']}")
        self.stdout.write(
            f"rules in force reproduce {base['reproduced']} of {base['checked']} published lists"
        )
        for day in base["differing"]:
            self.stdout.write(f"  {day['day']}: {day['differing']} of {day['players']} players differ")
            for cause, count in day["causes"].items():
                self.stdout.write(f"    {count} {cause}")
        is_list = "variants" in simulation
        compared = simulation["variants" if is_list else "report"]
        if compared is None:
            raise CommandError(_("Without the published lists reproduced nothing is compared."))
        if is_list:
            self._print_many(compared)
        elif compared["events"]:
            self._print_one(compared)

    def _print_one(self, report: dict[str, Any]) -> None:
        self.stdout.write(f"\n{'group':<22}{'games':>9}{'log loss':>10}{'variant':>10}  difference")
        for row in report["forecasts"]:
            group = " ".join("…" if part is None else str(part) for part in row["group"])
            losses = "".join(f"{loss:>10.4f}" for loss in row["log_loss"])
            self.stdout.write(f"{group:<22}{row['games']:>9}{losses}  {_difference(row)}")
        persons = report["persons"]
        self.stdout.write(f"\n{persons['moved']} of {persons['compared']} players move")
        for least, up, down in persons["by"]:
            self.stdout.write(f"  by {least}+: {up} up, {down} down")
        self.stdout.write(f"  {persons['entering']} enter, {persons['leaving']} leave")

    def _print_many(self, variants: list[dict[str, Any]]) -> None:
        """Print a line a variant, the lowest log loss first."""
        self.stdout.write(f"\n{'variant':<40}{'log loss':>9}{'moved':>8}{'by 50+':>8}{'mean':>8}  difference")
        for variant in sorted(variants, key=_loss):
            summary = variant["summary"]
            forecasts, persons = summary["forecasts"], summary["persons"]
            far = next(up + down for least, up, down in persons["by"] if least == FAR)
            loss = f"{_loss(variant):>9.4f}" if forecasts else f"{'':>9}"
            moved = f"{persons['moved']:>8}{far:>8}{persons['mean']:>+8.1f}"
            difference = _difference(forecasts) if forecasts else ""
            self.stdout.write(f"{variant['variant']['name'][:39]:<40}{loss}{moved}  {difference}".rstrip())


def _loss(variant: dict[str, Any]) -> float:
    forecasts = variant["summary"]["forecasts"]
    return float(forecasts["log_loss"][1]) if forecasts else 0.0


def _difference(forecasts: dict[str, Any]) -> str:
    mean, low, high, verdict = forecasts["by_log_loss"]
    return f"{mean:+.4f} [{low:+.4f}, {high:+.4f}] {verdict}"


def _numbered(number: int, data: object) -> Variant:
    """Read one variant of a list; raises CommandError with the number of an invalid one."""
    try:
        return read(data)
    except UnfitVariant as error:
        raise CommandError(f"Variant {number}: {error}") from error


def _parsed(path: Path) -> object:
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from error
    if len(data) > MOST_BYTES:
        raise CommandError(f"{path}: larger than {MOST_BYTES} bytes")
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise CommandError(f"{path}: no JSON: {error}") from error
