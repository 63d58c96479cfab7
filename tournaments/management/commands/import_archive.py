"""Take a folder of result files through the intake."""

import json
from argparse import ArgumentParser
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from federation.management.office_command import OfficeCommand
from federation.models import Account
from federation.vocabulary.systems.catalogue import families_of
from tournaments.intake import archive
from tournaments.intake.archive import Orders, Taken
from tournaments.reports.findings import unknown_codes


class Command(OfficeCommand):
    """Reports file by file what was read, who was matched and how far it went; safe to repeat."""

    help = (
        "Take a folder of result files through the same intake as the web. The same file again goes on from"
        " where it stands. Whoever runs this has the rights of the office: --approve asks no second officer."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path)
        parser.add_argument(
            "--enrol",
            action="store_true",
            help="accept likely matches; call unknown players new, to be enrolled with the approval",
        )
        parser.add_argument(
            "--approve", action="store_true", help="submit and approve tournaments without problems"
        )
        parser.add_argument(
            "--confirm",
            metavar="CODE",
            nargs="+",
            default=[],
            help="warnings that are right as they stand, * for all",
        )
        parser.add_argument(
            "--account", metavar="EMAIL", default="", help="account to act as (default: the office)"
        )
        parser.add_argument(
            "--rated-for", metavar="ffg,egf", default="", help="instead of the default of the format"
        )
        parser.add_argument("--json", action="store_true", help="print one JSON document")

    def handle(self, *_: Any, **options: Any) -> None:
        folder: Path = options["folder"]
        if not folder.is_dir():
            raise CommandError(f"{folder} is not a folder")
        orders = Orders(
            account=_account(options["account"]),
            enrol=options["enrol"],
            approve=options["approve"],
            confirm=_codes(options["confirm"]),
            rated_for=_families(options["rated_for"]),
        )
        taken: list[Taken] = []
        for path in archive.files_of(folder):
            taken.append(archive.take(path, orders, name=str(path.relative_to(folder))))
            if not options["json"]:
                self.stdout.write(_line(taken[-1]))
        if options["json"]:
            document = {"files": [asdict(file) for file in taken], "summary": _summary(taken)}
            self.stdout.write(json.dumps(document, ensure_ascii=False, indent=1))
        else:
            self.stdout.write(_closing(taken))


def _account(email: str) -> Account | None:
    if not email:
        return None
    account = Account.objects.filter(email=email.lower()).first()
    if account is None:
        raise CommandError(f"There is no account {email}")
    return account


def _codes(codes: list[str]) -> tuple[str, ...]:
    if unknown := unknown_codes(codes):
        raise CommandError(f"No such finding: {', '.join(unknown)}")
    return tuple(codes)


def _families(text: str) -> tuple[str, ...]:
    keys = tuple(key.strip() for key in text.split(",") if key.strip())
    unknown = [key for key in keys if key not in families_of()]
    if unknown:
        raise CommandError(f"No such rating: {', '.join(unknown)}; there are {', '.join(families_of())}")
    return keys


def _line(taken: Taken) -> str:
    if taken.outcome == "unreadable":
        return f"{taken.file}: unreadable. {' '.join(taken.remarks)}"
    matched = ", ".join(f"{count} {state}" for state, count in taken.matched.items() if count)
    counts = ", ".join(f"{count} {severity}s" for severity, count in taken.findings.items()) or "no findings"
    parts = [
        f"{taken.file}: {taken.format}, {taken.entrants} entrants ({matched}), {taken.games} games, {counts}",
        f"{taken.enrolled} enrolled" if taken.enrolled else "",
        f"{taken.outcome} {taken.number}/{taken.revision}",
        *taken.remarks,
    ]
    return "; ".join(part for part in parts if part)


def _summary(taken: list[Taken]) -> dict[str, Any]:
    matched: Counter[str] = Counter()
    for file in taken:
        matched.update(file.matched)
    return {
        "files": len(taken),
        "outcomes": dict(sorted(Counter(file.outcome for file in taken).items())),
        "entrants": sum(file.entrants for file in taken),
        "games": sum(file.games for file in taken),
        "enrolled": sum(file.enrolled for file in taken),
        "matched": {state: count for state, count in matched.items() if count},
    }


def _closing(taken: list[Taken]) -> str:
    summary = _summary(taken)
    outcomes = ", ".join(f"{count} {outcome}" for outcome, count in summary["outcomes"].items())
    return (
        f"{summary['files']} files: {outcomes or 'nothing'}. {summary['entrants']} entrants,"
        f" {summary['games']} games, {summary['enrolled']} players enrolled."
    )
