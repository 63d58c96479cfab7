"""Import another register's player list: manage.py import_players FILE [--season] [--base] [--dry-run]."""

import sys
from argparse import ArgumentParser
from datetime import date
from pathlib import Path
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from tqdm import tqdm

from federation.listfiles import table
from federation.listfiles.row import TEXTS, NoList
from federation.listimport import Outcome, Wish, import_list

_SHOWN = 20  # findings printed; the rest is counted


class Command(BaseCommand):
    """Reads a list row by row and writes only what differs; running it twice writes nothing."""

    help = "Import players from an FFG ladder or the EGD's all-world list (plain or gz)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--season", type=int, help="season of the licences (default: the list's year)")
        parser.add_argument("--base", default="", metavar="SYSTEM", help="take the ratings as base levels")
        parser.add_argument(
            "--base-day",
            type=date.fromisoformat,
            metavar="YYYY-MM-DD",
            help="day the base levels hold from (default: the list's); events before it find nobody known",
        )
        parser.add_argument("--dry-run", action="store_true", help="count, but write nothing")

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["base_day"] and not options["base"]:
            raise CommandError("--base-day says nothing without --base")
        wish = Wish(options["season"], options["base"], options["base_day"], options["dry_run"])
        try:
            with options["file"].open("rb") as file:
                listed = table.read(file)
                rows = tqdm(listed.rows, unit=" rows", file=sys.stderr, disable=not sys.stderr.isatty())
                outcome = import_list(listed, rows, wish)
        except ObjectDoesNotExist as problem:  # who makes base levels does not know the system
            raise CommandError(f"{options['base']}: {problem}") from problem
        except OSError as problem:
            raise CommandError(f"{options['file']}: {problem.strerror}") from problem
        except (NoList, ValueError) as problem:
            raise CommandError(f"{options['file']}: {problem}") from problem
        self._tell(outcome)

    def _tell(self, outcome: Outcome) -> None:
        for finding in outcome.findings[:_SHOWN]:
            sentence = _(TEXTS[finding.code]).format(**finding.values)
            self.stderr.write(f"{_('line')} {finding.line}: {sentence}")
        if outcome.refused > _SHOWN:
            self.stderr.write(f"... {outcome.refused - _SHOWN}")
        self.stdout.write(f"{_('created')}: {outcome.created}")
        self.stdout.write(f"{_('changed')}: {outcome.changed}")
        self.stdout.write(f"{_('unchanged')}: {outcome.unchanged}")
        self.stdout.write(f"{_('refused')}: {outcome.refused}")
