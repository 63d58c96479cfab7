"""Simulate a variant of a system's rules over the facts held; nothing is written to the database."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from ratings.laboratory.figures import codes
from ratings.laboratory.figures.variant import UnfitVariant, read
from ratings.laboratory.simulating import simulate_variant
from ratings.models import RatingSystem

MOST_BYTES = 100_000


class Command(BaseCommand):
    """`manage.py simulate VARIANT.json [--to FILE]`: the report of docs/laboratory.md as JSON."""

    help = "Replay a rating system under other rules and compare; write nothing to the database."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Name the file of the variant and where the report goes."""
        parser.add_argument("variant", type=Path, help="a variant as JSON, see docs/laboratory.md")
        parser.add_argument("--to", type=Path, help="write the whole report here as JSON")
        parser.add_argument("--draws", type=int, default=codes.DRAWS, help="samples of the intervals")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Simulate, print what matters most, write the rest to the file."""
        if options["draws"] < 1:
            raise CommandError(_("An interval needs at least one sample."))
        try:
            variant = read(_parsed(options["variant"]))
            system = RatingSystem.objects.get(key=variant.system)
            found = simulate_variant(system, variant, draws=options["draws"])
        except UnfitVariant as error:
            raise CommandError(str(error)) from error
        except LookupError as error:
            raise CommandError(str(error)) from error
        if options["to"]:
            try:
                options["to"].write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
            except OSError as error:
                raise CommandError(f"{options['to']}: {error.strerror}") from error
        self._print(found)

    def _print(self, found: dict[str, Any]) -> None:
        base, report = found["base"], found["report"]
        self.stdout.write(f"fingerprint {found['fingerprint']}")
        self.stdout.write(
            f"rules in force reproduce {base['reproduced']} of {base['checked']} published lists"
        )
        for one in base["differing"]:
            self.stdout.write(f"  {one['day']}: {one['differing']} of {one['players']} players differ")
            for cause, count in one["causes"].items():
                self.stdout.write(f"    {count} {cause}")
        if report is None:
            raise CommandError(_("Without the published lists reproduced nothing is compared."))
        if not report["events"]:
            return
        self.stdout.write(f"\n{'group':<22}{'games':>9}{'log loss':>10}{'variant':>10}  difference")
        for one in report["forecasts"]:
            group = " ".join("…" if part is None else str(part) for part in one["group"])
            mean, low, high, said = one["by_log_loss"]
            losses = "".join(f"{loss:>10.4f}" for loss in one["log_loss"])
            self.stdout.write(
                f"{group:<22}{one['games']:>9}{losses}  {mean:+.4f} [{low:+.4f}, {high:+.4f}] {said}"
            )
        persons = report["persons"]
        self.stdout.write(f"\n{persons['moved']} of {persons['compared']} players move")
        for least, up, down in persons["by"]:
            self.stdout.write(f"  by {least}+: {up} up, {down} down")
        self.stdout.write(f"  {persons['entering']} enter, {persons['leaving']} leave")


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
