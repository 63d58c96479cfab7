"""Walk the chain of the journal and say where it breaks."""

import re
import sys
from itertools import islice
from typing import Any

from django.core.management.base import CommandError, CommandParser

from federation.journal import anchor, journal
from federation.journal.hash_chain import Break, Damage
from federation.management.office_command import OfficeCommand

_MOST = 50
_NOTED = re.compile(r"(\d{1,18}):([0-9a-f]{64})")
_SAID = {
    Damage.REMOVED: "removed",
    Damage.CHANGED: "changed since it was sealed",
    Damage.INSERTED: "put behind the end by somebody who did not seal",
    Damage.MOVED: "does not follow the line before it: one of the two was replaced",
}


class Command(OfficeCommand):
    """Check every line against its digest and the line before; exit status 1 where one does not hold."""

    help = "Show where the journal was altered, and how it ends now."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--noted",
            metavar="PLACE:DIGEST",
            help="an end printed by an earlier check: is it still valid?",
        )

    def handle(self, *_: Any, **options: Any) -> None:
        noted = _parse_noted_end(options["noted"])
        breaks = list(islice(journal.verify(), _MOST + 1))
        for damage in breaks[:_MOST]:
            self.stdout.write(_break_line(damage))
        if len(breaks) > _MOST:
            self.stdout.write("... and more")
        unlike = noted is not None and journal.digest_at(noted[0]) != noted[1]
        if noted and unlike:
            self.stdout.write(f"place {noted[0]}: not the digest that was noted; the chain was rebuilt")
        unlike = self._compare_with_anchor() or unlike
        end = journal.head()
        self.stdout.write(f"{end.place} lines, {'BROKEN' if breaks or unlike else 'whole'}")
        self.stdout.write(f"the end to note elsewhere: {end.place}:{end.digest}")
        if breaks or unlike:
            sys.exit(1)

    def _compare_with_anchor(self) -> bool:
        """Compare the chain with the ends the clock has noted elsewhere; returns whether one differs."""
        path = anchor.file()
        if path is None:
            return False
        try:
            ends = list(anchor.noted(path))
        except OSError as problem:
            self.stdout.write(f"the ends noted by the clock cannot be read: {problem}")
            return True
        wrong = list(anchor.unlike(ends))
        for end in wrong[:_MOST]:
            text = f"the chain does not have place {end.place} as noted" if end.place else "no end of a chain"
            self.stdout.write(f"line {end.line} of {path}: {text}")
        self.stdout.write(f"{len(ends)} ends noted by the clock, {len(wrong)} of them not in the chain")
        return bool(wrong)


def _parse_noted_end(text: str | None) -> tuple[int, str] | None:
    if text is None:
        return None
    match = _NOTED.fullmatch(text.strip())
    if match is None:
        raise CommandError("--noted takes an end as an earlier check printed it: PLACE:DIGEST")
    return int(match.group(1)), match.group(2)


def _break_line(damage: Break) -> str:
    place = (
        f"place {damage.first}" if damage.first == damage.last else f"places {damage.first} to {damage.last}"
    )
    line = f" (line {damage.line})" if damage.line is not None else ""
    return f"{place}{line}: {_SAID[damage.damage]}"
