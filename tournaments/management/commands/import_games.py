"""Take the games of a file into a stream: manage.py import_games FILE --system KEY --server KEY"""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from tqdm import tqdm

from federation.language.dates import with_plain_spaces
from federation.management.office_command import OfficeCommand
from federation.vocabulary.systems.catalogue import STREAMS
from tournaments.desk.finding_words import place_words, sentence
from tournaments.models import GameServer
from tournaments.online_games import files, intake
from tournaments.online_games.arrivals import Refusal, Slice
from tournaments.reports.findings import Finding, Unreadable
from tournaments.revisions.report_to_models import stored_finding

_SHOWN = 20  # refused games printed; the rest is counted


class Command(OfficeCommand):
    """Reads a file of any size part by part; running it twice takes nothing twice."""

    help = "Import games from a table (CSV) or PGN, plain or gz, into a system rated game by game."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--system", required=True, choices=list(STREAMS), metavar="KEY")
        parser.add_argument(
            "--server", required=True, metavar="KEY", help="the game server of these codes and handles"
        )
        parser.add_argument("--dry-run", action="store_true", help="count only, write nothing")

    def handle(self, *_args: Any, **options: Any) -> None:
        server = GameServer.objects.select_related("federation").filter(key=options["server"]).first()
        if server is None:
            known = ", ".join(GameServer.objects.values_list("key", flat=True)) or "-"
            raise CommandError(
                _("Unknown game server %(key)s (known: %(known)s).")
                % {"key": options["server"], "known": known}
            )
        try:
            with files.of_path(options["file"]) as lines:
                parts = _show_progress(files.read(lines, system=options["system"]))
                self._take(parts, server, system=options["system"], dry_run=options["dry_run"])
        except OSError as problem:
            raise CommandError(f"{options['file']}: {problem.strerror or problem}") from problem
        except (Unreadable, EOFError, UnicodeError) as problem:
            finding = getattr(problem, "finding", None)
            text = _finding_line(finding) if finding else _("The characters of the file cannot be decoded.")
            raise CommandError(f"{options['file']}: {text}") from problem

    def _take(self, parts: Iterator[Slice], server: GameServer, *, system: str, dry_run: bool) -> None:
        counts = dict.fromkeys(("accepted", "known", "refused", "newcomers"), 0)
        notices: list[Finding] = []
        for part in parts:
            if dry_run:
                plan = intake.make_plan(server, system, part.games)
                done = intake.Received(len(plan.fresh), plan.known, plan.refused, len(plan.newcomers))
            else:
                done = intake.receive(server, system, part.games, account=None)
            refused = sorted([*part.refused, *done.refused], key=lambda refusal: refusal.place)
            self._tell(refused, already=counts["refused"])
            counts["accepted"] += done.accepted
            counts["known"] += done.known
            counts["refused"] += len(refused)
            counts["newcomers"] += done.newcomers
            notices += part.notices
        for finding in files.summarise(notices):
            self.stderr.write(_finding_line(finding))
        words = {
            "accepted": _("imported"),
            "known": _("already known"),
            "refused": _("refused"),
            "newcomers": _("new players"),
        }
        for name, count in counts.items():
            self.stdout.write(f"{words[name]}: {count}")

    def _tell(self, refused: list[Refusal], *, already: int) -> None:
        for refusal in refused[: max(0, _SHOWN - already)]:
            for finding in refusal.findings:
                self.stderr.write(_finding_line(finding))
        if already <= _SHOWN < already + len(refused):
            self.stderr.write("...")


def _finding_line(finding: Finding) -> str:
    stored = stored_finding(finding)
    place = place_words(stored["place"])
    text = with_plain_spaces(sentence(stored["code"], stored["values"]))
    return f"{place}: {text}" if place else text


def _show_progress(parts: Iterator[Slice]) -> Iterator[Slice]:
    """Show how many games are read."""
    with tqdm(unit=" games", file=sys.stderr, disable=not sys.stderr.isatty()) as bar:
        for part in parts:
            yield part
            bar.update(len(part.games) + len(part.refused))
