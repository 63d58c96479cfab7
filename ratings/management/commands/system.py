"""manage.py system check FILE: an office's own rating system as a file, without a database."""

import json
from argparse import ArgumentParser
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from federation.management.office_command import OfficeCommand
from federation.vocabulary.system_files.reading import Parsed, parse
from federation.vocabulary.system_files.words import described
from federation.vocabulary.system_files.writing import digest, written
from ratings.rulebook.file_editions import rules_of

ACCEPTED, WITH_FINDINGS = 0, 1


class Command(OfficeCommand):
    """Exit status 0: accepted; 1: with findings, or not a file that can be opened."""

    help = "Check the file of a rating system, and print it in words or in its canonical form."

    def add_arguments(self, parser: ArgumentParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        check = actions.add_parser(
            "check", help="print findings with line and column, or the system in words"
        )
        check.add_argument("file", type=Path)
        check.add_argument("--json", action="store_true", help="print one JSON object")
        export = actions.add_parser("export", help="print the canonical form of a file")
        export.add_argument("file", type=Path)

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            parsed = parse(options["file"].read_bytes())
        except OSError as problem:
            raise CommandError(f"{options['file']}: {problem.strerror}") from None
        if parsed.system:
            rules_of(parsed.system)  # the engine takes the tables
        if options["action"] == "check" and options["json"]:
            self.stdout.write(json.dumps(_summary(parsed), ensure_ascii=False, indent=1))
        elif parsed.system and options["action"] == "export":
            self.stdout.write(written(parsed.system), ending="")
        else:
            self.stdout.write("\n".join(_lines(parsed)))
        raise SystemExit(ACCEPTED if parsed.system else WITH_FINDINGS)


def _summary(parsed: Parsed) -> dict[str, Any]:
    """Return what --json prints; the keys are a contract with other programs."""
    return {
        "system": parsed.system.system.key if parsed.system else None,
        "engine": parsed.system.system.engine if parsed.system else None,
        "editions": [edition.name for edition in parsed.system.edition] if parsed.system else [],
        "digest": digest(parsed.system) if parsed.system else None,
        "findings": [asdict(finding) for finding in parsed.findings],
    }


def _lines(parsed: Parsed) -> list[str]:
    if parsed.system:
        return [*described(parsed.system), f"SHA-256 of the canonical form: {digest(parsed.system)}"]
    return [*map(str, parsed.findings)]
