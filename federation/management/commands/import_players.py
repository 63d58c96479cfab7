"""Import another register's player list: manage.py import_players FILE [--plan F | --apply F | --yes] ..."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any, TypeVar

from django.core.exceptions import ObjectDoesNotExist
from django.core.management.base import CommandError
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from tqdm import tqdm

from federation.database import bulk
from federation.management.office_command import OfficeCommand
from federation.models import Identifier, KnownName, Licence, ListDifference, Player
from federation.player_lists import planning
from federation.player_lists.differences import (
    counts_of,
    differences,
    digest_of,
    in_words,
    read_plan,
    write_plan,
)
from federation.player_lists.import_fide_list import import_fide
from federation.player_lists.import_list import Outcome, Overtaken, Wish, check_wish, import_list
from federation.player_lists.readers import any_list
from federation.player_lists.readers.fide_columns import RATES
from federation.player_lists.readers.fide_row import FideList
from federation.player_lists.readers.row import TEXTS, NoList, PlayerList
from federation.player_lists.stored_file import day_in
from federation.vocabulary.messages import gettext_noop

Row = TypeVar("Row")
_SHOWN = 20  # findings, and differences of each kind, printed; the rest is counted
WAITING = 3  # the exit code where rows wait for a decision
_NEXT = gettext_noop(
    "Nothing was written. --plan FILE saves a plan with the open questions, --apply FILE carries it out; "
    "--yes adds players who resemble no one and skips the rest."
)
_RENAMED = gettext_noop(
    "Still to be decided: {n}. Nothing was changed for these numbers; --renamed NUMBER takes the new name."
)
_UNDATED = gettext_noop("The list has no date, so it overrides nothing: say its date with --date YYYY-MM-DD.")
_PLANNED = {
    "created": gettext_noop("new: {n}"),
    "changed": gettext_noop("to change: {n}"),
    "resembling": gettext_noop("similar players, to decide: {n}"),
    "gone": gettext_noop("in the register but not on the list: {n}"),
    "unchanged": gettext_noop("unchanged: {n}"),
    "older": gettext_noop("unchanged, newer data known: {n}"),
    "refused": gettext_noop("refused: {n}"),
}


class Command(OfficeCommand):
    """Compare a list with the register and show the changes; write them on request."""

    help = (
        "Compare an FFG ladder, the EGD's all-world list or any FIDE list (plain, gz or zip) with the"
        " register. Without --apply or --yes nothing is written."
    )

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
            "--known-only",
            action="store_true",
            help="of a FIDE list: update the players of the register, enter nobody",
        )
        parser.add_argument(
            "--day",
            "--date",
            dest="date",
            type=date.fromisoformat,
            metavar="YYYY-MM-DD",
            help="date of the list, if neither the list nor its file name has one, or to replace it",
        )
        parser.add_argument(
            "--renamed",
            action="append",
            default=[],
            metavar="NUMBER",
            help="a number of the list to be taken though its player has quite another name, or was erased"
            " on request: the same person under a new name, or a new player; repeat it for each",
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
        looked.add_argument(
            "--yes",
            action="store_true",
            help="write what is clear, unattended: new players who resemble nobody, and changes; the rest is"
            f" listed, and the exit code is {WAITING} where something is left to be decided",
        )
        looked.add_argument(
            "--dry-run",
            action="store_true",
            help="show the differences, write nothing: the default",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["base_day"] and not options["base"]:
            raise CommandError("--base-day needs --base")
        names = ("season", "base", "base_day", "archive", "known_only")
        renamed, filename = frozenset(options["renamed"]), options["file"].name[:200]
        wish = Wish(
            list_date=options["date"],
            renamed=renamed,
            filename=filename,
            **{name: options[name] for name in names},
        )
        wish = replace(wish, dry_run=not (options["yes"] or options["apply"]), clear_only=options["yes"])
        try:
            if options["plan"]:
                self._plan(options["file"], wish, options["plan"])
                return
            wish = _with_plan(wish, options["file"], options["apply"])
            outcome = self._tell_or_take(options["file"], wish)
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
        if outcome is not None:
            self._end(outcome, wish)

    def _end(self, outcome: Outcome, wish: Wish) -> None:
        """Report what an import did; raises CommandError with WAITING where rows wait for a decision."""
        if not wish.dry_run:
            bulk.refresh_statistics(Player, Identifier, KnownName, Licence)
        self._tell(outcome)
        if wish.dry_run:
            if wish.base:
                self.stdout.write(_("base levels: counted when they are written"))
            self.stdout.write(_("Nothing was written. Use --yes to write it."))
        elif wish.clear_only and outcome.unclear:
            text = _("Still to be decided: {n}. Make a plan with --plan, decide in it, then use --apply.")
            if outcome.is_of_fide:  # such a list has no plan
                text = _(_RENAMED)
            raise CommandError(text.format(n=outcome.unclear), returncode=WAITING)

    def _plan(self, path: Path, wish: Wish, into: Path) -> None:
        """Write the plan of a list of Go players to a file, and print its counts."""
        with path.open("rb") as file:
            listed = any_list.read(file, filename=path.name)
            if isinstance(listed, FideList):
                raise ValueError("a list of FIDE is imported without a plan: nothing of it is to be decided")
            prepared, _wish = _prepare(listed, wish, path)
        counts = write_plan(into, prepared, digest=digest_of(path))
        self._tell_counts(counts)

    def _tell_counts(self, counts: Mapping[str, int]) -> None:
        for name, sentence in _PLANNED.items():
            self.stdout.write(_(sentence).format(n=counts[name]))

    def _tell_or_take(self, path: Path, wish: Wish) -> Outcome | None:
        """Import a list, or print what it would change; None once that is printed."""
        rate = (wish.base or wish.archive).rpartition("-")[2]
        with path.open("rb") as file:
            listed = any_list.read(file, filename=path.name, rate=rate if rate in RATES else "")
            wish = replace(wish, list_date=wish.list_date or listed.list_date or day_in(path.name))
            if wish.list_date is None:
                self.stderr.write(_(_UNDATED))
            if isinstance(listed, FideList):
                if wish.expected:
                    raise ValueError("a list of FIDE is imported without a plan")
                return import_fide(listed, _show_progress(listed.rows), wish)
            if wish.archive:
                raise ValueError("only a FIDE list can be kept as a published list")
            if wish.known_only:
                raise ValueError("--known-only is for FIDE lists")
            if wish.dry_run:
                self._tell_differences(listed, wish, path)
                return None
            return import_list(listed, _show_progress(listed.rows), wish)

    def _tell_differences(self, listed: PlayerList, wish: Wish, path: Path) -> None:
        """Report what a list of Go players would change: counts, then the first of each kind."""
        check_wish(listed, wish)
        prepared, wish = _prepare(listed, wish, path)
        changes = list(differences(prepared))
        gone = sum(change.kind == ListDifference.Kind.GONE for change in changes)
        self._tell_counts({**counts_of(prepared), "gone": gone})
        for kind in ListDifference.Kind:
            of_kind = [change for change in changes if change.kind == kind]
            if of_kind:
                self.stdout.write(f"\n{capfirst(kind.label)}:")
            for difference in of_kind[:_SHOWN]:
                self.stdout.write(f"  {in_words(difference)}")
            if len(of_kind) > _SHOWN:
                self.stdout.write(f"  ... {len(of_kind) - _SHOWN}")
        if wish.base:
            self.stdout.write(_("base levels: counted when they are written"))
        self.stdout.write("\n" + _(_NEXT))

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
        if outcome.strangers:
            self.stdout.write(_("not in the register, left out: {n}").format(n=outcome.strangers))
        for counts in outcome.levels:
            sentence = _("base levels of {system}: {new} new, {changed} changed, {same} unchanged")
            self.stdout.write(
                sentence.format(
                    system=counts.system, new=counts.new, changed=counts.changed, same=counts.same
                )
            )


def _prepare(listed: PlayerList, wish: Wish, path: Path) -> tuple[planning.Prepared, Wish]:
    """Hold a list against the register as it is imported; its day may be in its file name."""
    wish = replace(wish, list_date=wish.list_date or listed.list_date or day_in(path.name))
    rows, season = _show_progress(listed.rows), wish.season_of(listed)
    on, with_base = wish.day_of(listed), bool(wish.base)
    return planning.prepare(listed.scheme, rows, on=on, season=season, with_base=with_base), wish


def _with_plan(wish: Wish, path: Path, plan: Path | None) -> Wish:
    """Return a wish with the plan that was looked at; what was decided is in the plan's file."""
    if plan is None:
        return wish
    expected, decisions = read_plan(plan, digest=digest_of(path))
    return replace(wish, expected=expected, decisions=decisions)


def _show_progress(rows: Iterator[Row]) -> Iterator[Row]:
    """Show the progress of reading a list on a terminal."""
    bar: Iterator[Row] = iter(tqdm(rows, unit=" rows", file=sys.stderr, disable=not sys.stderr.isatty()))
    return bar
