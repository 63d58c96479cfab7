"""Import another register's player list: manage.py import_players FILE [--plan FILE | --apply FILE] ..."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any, TypeVar

from django.core.exceptions import ObjectDoesNotExist
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from tqdm import tqdm

from federation.database import bulk
from federation.models import Identifier, KnownName, Licence, Player
from federation.player_lists import plan_file, planning
from federation.player_lists.file_days import day_in
from federation.player_lists.import_fide_list import import_fide
from federation.player_lists.import_list import Outcome, Overtaken, Wish, import_list
from federation.player_lists.readers import any_list
from federation.player_lists.readers.fide_columns import RATES
from federation.player_lists.readers.fide_row import FideList
from federation.player_lists.readers.row import TEXTS, NoList
from federation.vocabulary.messages import gettext_noop

Row = TypeVar("Row")
_SHOWN = 20  # findings printed; the rest is counted
_PLANNED = {
    "created": gettext_noop("new: {n}"),
    "changed": gettext_noop("to change: {n}"),
    "resembling": gettext_noop("similar players, to decide: {n}"),
    "gone": gettext_noop("in the register but not on the list: {n}"),
    "unchanged": gettext_noop("unchanged: {n}"),
    "older": gettext_noop("unchanged, newer data known: {n}"),
    "refused": gettext_noop("refused: {n}"),
}


class Command(BaseCommand):
    """Reads a list row by row and writes only what differs; running it twice writes nothing."""

    help = "Import players from an FFG ladder, the EGD's all-world list or any FIDE list (plain, gz or zip)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--season", type=int, help="season of the licences (default: the list's year)")
        parser.add_argument("--base", default="", metavar="SYSTEM", help="use the ratings as base levels")
        parser.add_argument(
            "--base-day",
            type=date.fromisoformat,
            metavar="YYYY-MM-DD",
            help="date the base levels apply from (default: the list's); earlier tournaments know no players",
        )
        parser.add_argument(
            "--archive",
            default="",
            metavar="SYSTEM",
            help="keep a FIDE list as a published list of its month",
        )
        parser.add_argument(
            "--day",
            "--date",
            dest="date",
            type=date.fromisoformat,
            metavar="YYYY-MM-DD",
            help="date of the list, if neither the list nor its file name has one, or to replace it",
        )
        looked = parser.add_mutually_exclusive_group()
        looked.add_argument(
            "--plan", type=Path, metavar="PLAN", help="only write what would change to a file"
        )
        looked.add_argument(
            "--apply",
            type=Path,
            metavar="PLAN",
            help="apply a reviewed plan with its decisions; refused if it is outdated",
        )
        parser.add_argument("--dry-run", action="store_true", help="count only, write nothing")

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["base_day"] and not options["base"]:
            raise CommandError("--base-day needs --base")
        names = ("season", "base", "base_day", "dry_run", "archive")
        wish = Wish(list_date=options["date"], **{name: options[name] for name in names})
        try:
            if options["plan"]:
                self._plan(options["file"], wish, options["plan"])
                return
            outcome = self._take(options["file"], _with_plan(wish, options["file"], options["apply"]))
        except Overtaken as problem:
            raise CommandError(
                _("The plan is outdated: create it again with --plan and check it.")
            ) from problem
        except ObjectDoesNotExist as problem:  # who makes base levels does not know the system
            raise CommandError(f"{options['base'] or options['archive']}: {problem}") from problem
        except OSError as problem:
            raise CommandError(f"{options['file']}: {problem.strerror}") from problem
        except (NoList, ValueError) as problem:
            raise CommandError(f"{options['file']}: {problem}") from problem
        if not wish.dry_run:
            bulk.refresh_statistics(Player, Identifier, KnownName, Licence)
        self._tell(outcome)
        if wish.dry_run and wish.base:
            self.stdout.write(_("base levels: counted when they are written"))

    def _plan(self, path: Path, wish: Wish, into: Path) -> None:
        """Write the plan of a list of Go players to a file, and tell its counts."""
        with path.open("rb") as file:
            listed = any_list.read(file, filename=path.name)
            if isinstance(listed, FideList):
                raise ValueError("a list of FIDE is imported without a plan: nothing of it is to be decided")
            wish = replace(wish, list_date=wish.list_date or listed.list_date or day_in(path.name))
            prepared = planning.prepare(
                listed.scheme,
                _show_progress(listed.rows),
                on=wish.day_of(listed),
                season=wish.season_of(listed),
                with_base=bool(wish.base),
            )
        counts = plan_file.write(into, prepared, digest=plan_file.digest_of(path))
        for name, sentence in _PLANNED.items():
            self.stdout.write(_(sentence).format(n=counts[name]))

    def _take(self, path: Path, wish: Wish) -> Outcome:
        rate = (wish.base or wish.archive).rpartition("-")[2]
        with path.open("rb") as file:
            listed = any_list.read(file, filename=path.name, rate=rate if rate in RATES else "")
            wish = replace(wish, list_date=wish.list_date or listed.list_date or day_in(path.name))
            if isinstance(listed, FideList):
                if wish.expected:
                    raise ValueError("a list of FIDE is imported without a plan")
                return import_fide(listed, _show_progress(listed.rows), wish)
            if wish.archive:
                raise ValueError("only a FIDE list can be kept as a published list")
            return import_list(listed, _show_progress(listed.rows), wish)

    def _tell(self, outcome: Outcome) -> None:
        for finding in outcome.findings[:_SHOWN]:
            sentence = _(TEXTS[finding.code]).format(**finding.values)
            self.stderr.write(_("line {line}: {finding}").format(line=finding.line, finding=sentence))
        if len(outcome.findings) > _SHOWN:
            self.stderr.write(f"... {len(outcome.findings) - _SHOWN}")
        self.stdout.write(_("created: {n}").format(n=outcome.created))
        self.stdout.write(_("changed: {n}").format(n=outcome.changed))
        self.stdout.write(_("unchanged: {n}").format(n=outcome.unchanged))
        self.stdout.write(_("refused: {n}").format(n=outcome.refused))
        self.stdout.write(_("unchanged, newer data known: {n}").format(n=outcome.older))
        self.stdout.write(_("rejected, identity unclear: {n}").format(n=outcome.unclear))
        for counts in outcome.levels:
            sentence = _("base levels of {system}: {new} new, {changed} changed, {same} unchanged")
            self.stdout.write(
                sentence.format(
                    system=counts.system, new=counts.new, changed=counts.changed, same=counts.same
                )
            )


def _with_plan(wish: Wish, path: Path, plan: Path | None) -> Wish:
    """Return a wish with the plan that was looked at; what was decided is in the plan's file."""
    if plan is None:
        return wish
    expected, decisions = plan_file.read(plan, digest=plan_file.digest_of(path))
    return replace(wish, expected=expected, decisions=decisions)


def _show_progress(rows: Iterator[Row]) -> Iterator[Row]:
    """Show how far a list is read, to whoever looks."""
    bar: Iterator[Row] = iter(tqdm(rows, unit=" rows", file=sys.stderr, disable=not sys.stderr.isatty()))
    return bar
